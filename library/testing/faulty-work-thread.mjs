// The real work thread with faults for tests: `workerData.faults` says what happens at an image of which width.
import { parentPort, workerData } from 'node:worker_threads';

const FAULTS = {
  die: () => process.exit(3),
  hoard: () => {
    const hoard = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  hang: () => {
    for (;;);
  },
};

const { on } = parentPort;
parentPort.on = (event, listener) =>
  on.call(parentPort, event, (job) => {
    FAULTS[workerData.faults[job.width]]?.();
    listener(job);
  });
await import('../node/work-thread.dev.mjs');
