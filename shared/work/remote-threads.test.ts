import { expect, test } from 'vitest';
import { remoteThreads } from './remote-threads.ts';

test.each([
  ['many pictures', 2, { pixels: 9e6, largest: 3e6 }, true],
  ['one large picture', 2, { pixels: 9e6, largest: 9e6 }, false],
  ['many pictures, and no thread', 0, { pixels: 9e6, largest: 3e6 }, false],
])('threads are opened as they are worth it: %s', (_, parallelism, work, isWorth) => {
  const { port1 } = new MessageChannel();
  expect(remoteThreads(port1, parallelism).isWorth(work)).toBe(isWorth);
  port1.close();
});
