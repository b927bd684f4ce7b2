import * as Comlink from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { pageProof } from '../testing/proofs.ts';
import { RenderSession } from './session.ts';
import type { OpenAnswer, RendererApi } from './wire.ts';

const request = { before: new Blob(['a']), after: new Blob(['b']) };
const WHOLE = { page: 1, pixelsPerPoint: 1, left: 0, top: 0, width: 9, height: 9 };
const never = () => new Promise<never>(() => undefined);
const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

/** The real protocol, with a worker that gives this response. */
function setUp(
  answer: OpenAnswer,
  api: Partial<RendererApi> = {},
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {},
) {
  const channel = new MessageChannel();
  channels.push(channel);
  let terminated = 0;
  const worker = Object.assign(channel.port1, {
    terminate: () => {
      terminated += 1;
    },
  });
  channel.port1.start();
  const open: RendererApi['open'] = async (_request, assets) => {
    await assets('font.pfb');
    return answer;
  };
  Comlink.expose({ open, ...api }, channel.port2);
  const source = {
    // A channel's ports have all of a worker that is used, besides its termination.
    spawner: async () => () => worker as unknown as Worker,
    asset: async (name: string) => files[name] ?? null,
  };
  return { source, channel, ended: () => terminated };
}

const live = () => new AbortController().signal;

test('what the worker finds is passed on', async () => {
  const { source } = setUp(
    { ok: true, pages: 7 },
    { compare: async (page) => pageProof(page) },
    { 'font.pfb': new Uint8Array(1) },
  );
  const session = await RenderSession.open(request, source, 'may-fetch', live());
  expect(session.pages).toBe(7);
  expect(await session.compare(3)).toEqual(pageProof(3));
  expect(session.lacksAssets).toBe(false);
});

test('a file that could not be had is remembered', async () => {
  const { source } = setUp({ ok: true, pages: 1 });
  const session = await RenderSession.open(request, source, 'only-what-is-here', live());
  expect(session.lacksAssets).toBe(true);
});

test('documents that cannot be opened end the worker, and say why', async () => {
  const { source, ended } = setUp({ ok: false, problem: 'locked' });
  await expect(RenderSession.open(request, source, 'may-fetch', live())).rejects.toMatchObject({
    problem: 'locked',
  });
  expect(ended()).toBe(1);
});

test('a worker that dies fails what is waited for', async () => {
  const { source, channel } = setUp({ ok: true, pages: 1 }, { compare: never });
  const session = await RenderSession.open(request, source, 'may-fetch', live());
  const comparing = session.compare(1);
  channel.port1.dispatchEvent(new Event('error'));
  await expect(comparing).rejects.toMatchObject({ problem: 'worker-died' });
});

test('the end of a session ends the worker, and what is waited for', async () => {
  const { source, ended } = setUp({ ok: true, pages: 1 }, { compare: never });
  const session = await RenderSession.open(request, source, 'may-fetch', live());
  const comparing = session.compare(1);
  session.end();
  await expect(comparing).rejects.toMatchObject({ problem: 'ended' });
  expect(ended()).toBe(1);
});

test('a view that is left while the files are opened ends the worker', async () => {
  const { source, ended } = setUp({ ok: true, pages: 1 }, { open: never });
  const leaving = new AbortController();
  const opening = RenderSession.open(request, source, 'may-fetch', leaving.signal);
  // The worker starts one turn later.
  await new Promise((resolve) => setTimeout(resolve));
  leaving.abort();
  await expect(opening).rejects.toMatchObject({ problem: 'ended' });
  expect(ended()).toBe(1);
});

test('another document comes into the same worker, and what draws the one before stays what it was', async () => {
  const asked: unknown[] = [];
  const { source, ended } = setUp(
    { ok: true, pages: 1 },
    {
      replaceAfter: async (blob) => void asked.push(blob.size),
      paint: async (painting) => {
        asked.push(painting);
        return null;
      },
    },
  );
  const session = await RenderSession.open({ before: request.before }, source, 'may-fetch', live());
  const next = await session.withAfter(new Blob(['other']));
  expect(next.painter('before')).toBe(session.painter('before'));
  expect(next.painter('after')).not.toBe(session.painter('after'));
  await next.painter('after').paint(WHOLE);
  expect(asked).toEqual([5, 'after']);
  expect(ended()).toBe(0);
  next.end();
  expect(ended()).toBe(1);
});

test('the worker is started while what it opens is still being made, and ended where that comes to nothing', async () => {
  const { source, ended } = setUp({ ok: true, pages: 2 });
  let started = 0;
  const counting = {
    ...source,
    spawner: async () => {
      started += 1;
      return source.spawner();
    },
  };
  let become: (made: typeof request) => void = () => undefined;
  const made = new Promise<typeof request>((resolve) => {
    become = resolve;
  });
  const opening = RenderSession.open(made, counting, 'may-fetch', live());
  expect(started).toBe(1);
  become(request);
  expect((await opening).pages).toBe(2);

  const nothing = Promise.reject(new Error('cannot be made'));
  await expect(RenderSession.open(nothing, source, 'may-fetch', live())).rejects.toThrow('cannot be made');
  expect(ended()).toBe(1);
});

test('without the script nothing is opened, and it says so', async () => {
  const source = { spawner: () => Promise.reject(new Error('404')), asset: async () => null };
  await expect(RenderSession.open(request, source, 'may-fetch', live())).rejects.toMatchObject({
    problem: 'not-loaded',
  });
});
