import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

test('a hundred calls may wait with one signal: it gets one listener, and an abort ends them all', async () => {
  const queue = new TurnQueue(1);
  const { signal, ...controller } = withAbort();
  await queue.turn(signal);
  const waiting = Array.from({ length: 100 }, () => queue.turn(signal));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  queue.next();
  await waiting[0];
  controller.abort(new Error('ended'));
  const ends = await Promise.allSettled(waiting.slice(1));
  expect(ends.every((end) => end.status === 'rejected' && end.reason.message === 'ended')).toBe(true);
});

test('a signal whose calls all had their turn has no listener left, and may be used again', async () => {
  const queue = new TurnQueue(1);
  const { signal, abort } = withAbort();
  for (const _ of [1, 2]) {
    await queue.turn();
    const waiting = queue.turn(signal);
    queue.next();
    await waiting;
    queue.next();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  }
  await queue.turn();
  const waiting = queue.turn(signal);
  abort(new Error('ended'));
  await expect(waiting).rejects.toThrow('ended');
});

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (why: Error) => controller.abort(why) };
}
