import './tier-up.ts';
import { availableParallelism } from 'node:os';
import { compress } from '../shared/compress.ts';
import { PIXELS_IN_FLIGHT } from '../shared/limits.ts';
import { issueReceipt } from '../shared/receipt/issue-receipt.ts';
import { compressCommand } from './cli/compress-command.ts';
import { terminal } from './cli/output.ts';
import { createNodeHost } from './host.ts';
import { createWorkPool, workThreadFile } from './pool/work-threads.ts';

/** JavaScript heap of one work thread, in MiB; unpacked images lie outside it. */
const THREAD_MEMORY_MB = 2048;
/** Fewer take about as long as a thread needs to start. */
const WORTH_STARTING_PIXELS = 2_000_000;

// The document's own thread, this one, works beside them.
const pool = createWorkPool({
  workerFile: workThreadFile(import.meta.url),
  threads: availableParallelism() - 1,
  pixels: PIXELS_IN_FLIGHT,
  // While this thread is at a job of its own it hears of nothing.
  jobsPerThread: 2,
  memoryMb: THREAD_MEMORY_MB,
});
process.exitCode = await compressCommand(process.argv.slice(2), {
  compress,
  issueReceipt,
  host: {
    ...createNodeHost(),
    workThreads: {
      parallelism: pool.parallelism,
      documentHelps: true,
      isWorth: ({ pixels, largest }) => pool.parallelism > 0 && pixels - largest >= WORTH_STARTING_PIXELS,
      open: () => {
        pool.prepare();
        return pool.open();
      },
    },
  },
  output: terminal,
});
pool.end();
