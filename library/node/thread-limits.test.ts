import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { threadLimits } from './thread-limits.ts';

/** Allocates the limit first, then all of it, as objects that stay alive. */
const HOARD = `
  const { parentPort, resourceLimits } = require('node:worker_threads');
  parentPort.postMessage(resourceLimits);
  const hoard = [];
  for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
`;

test('threads that hoard end each by itself, and a collection moves no more than Node leaves them to end in', async () => {
  const threads = Array.from(
    { length: 8 },
    () => new Worker(HOARD, { eval: true, resourceLimits: threadLimits(96) }),
  );
  const ends = await Promise.all(
    threads.map(async (thread) => {
      const failed = once(thread, 'error');
      const [limits] = await once(thread, 'message');
      const exited = once(thread, 'exit').catch(() => undefined);
      const [error] = await failed;
      await exited;
      return { code: (error as NodeJS.ErrnoException).code, young: limits.maxYoungGenerationSizeMb };
    }),
  );
  // Three spaces of 4 MiB, one of which survives.
  expect(ends).toEqual(threads.map(() => ({ code: 'ERR_WORKER_OUT_OF_MEMORY', young: 12 })));
});
