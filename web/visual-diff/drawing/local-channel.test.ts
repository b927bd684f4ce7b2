import { expect, test } from 'vitest';
import { createLocalChannel, type LocalPort } from './local-channel.ts';

function heardAt(end: LocalPort): unknown[] {
  const heard: unknown[] = [];
  end.addEventListener('message', (event) => heard.push((event as MessageEvent<unknown>).data));
  return heard;
}

test('what takes time on the way is not overtaken by what was posted after it', async () => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const [here, there] = createLocalChannel(async (message) => {
    if (message === 'slow') await held;
  });
  const [back, forth] = [heardAt(here), heardAt(there)];
  here.postMessage('slow');
  here.postMessage('after it');
  there.postMessage('the other way');
  await expect.poll(() => back).toEqual(['the other way']);
  expect(forth).toEqual([]);
  go();
  await expect.poll(() => forth).toEqual(['slow', 'after it']);
});

test('what arrives is a copy as it was when it was posted, and what was changed on the way', async () => {
  const [here, there] = createLocalChannel(async (message) => {
    Object.assign(message as object, { isSmall: true });
  });
  const heard = heardAt(there);
  const sent = { samples: new Uint8Array(4), name: 'first' };
  here.postMessage(sent, [sent.samples.buffer]);
  sent.name = 'later';
  expect(sent.samples.byteLength).toBe(0);
  await expect.poll(() => heard).toEqual([{ samples: new Uint8Array(4), name: 'first', isSmall: true }]);
});
