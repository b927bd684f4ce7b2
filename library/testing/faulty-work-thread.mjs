// The real work thread with faults for tests: `workerData.faults` maps image widths to faults. Without it the first
// image never ends, and a file named for the parent process holds the id of this process.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const FAULTS = {
  die: () => process.exit(3),
  hoard: () => {
    const hoard = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  hang: () => {
    writeFileSync(join(tmpdir(), `pagelight-hangs-${process.ppid}`), String(process.pid));
    for (;;);
  },
};

const faultAt = (width) => (workerData?.faults === undefined ? 'hang' : workerData.faults[width]);
const { on } = parentPort;
parentPort.on = (event, listener) =>
  on.call(parentPort, event, (job) => {
    // A bilevel image may be a page that is encoded together with others.
    const { width } = job.image ?? job;
    if (width !== undefined) FAULTS[faultAt(width)]?.();
    listener(job);
  });
await import('../../dist/server/work-thread.js');
