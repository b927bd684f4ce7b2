import { availableParallelism } from 'node:os';
import { createNodeHost } from '../../library/node/host.ts';
import { threadFile } from '../../library/node/thread-files.ts';
import { createWorkPool } from '../../library/node/work-threads.ts';
import { compressInPieces } from '../../shared/compress.ts';
import { PIXELS_IN_FLIGHT } from '../../shared/limits.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { stateFolder } from '../batch/records/ledger.ts';
import { compressCommand } from '../compress-command.ts';
import { type ExitCode, terminal } from '../terminal/output.ts';

/** JavaScript heap of one work thread, in MiB; unpacked images lie outside it. */
const THREAD_MEMORY_MB = 2048;
/** Fewer take about as long as a thread needs to start. */
const WORTH_STARTING_PIXELS = 2_000_000;

/** `pagelight compress` in this process. */
export async function runCompress(args: readonly string[]): Promise<ExitCode> {
  // The document's own thread, this one, works beside them.
  const pool = createWorkPool({
    workerFile: threadFile('work-thread'),
    threads: availableParallelism() - 1,
    pixels: PIXELS_IN_FLIGHT,
    // While this thread is at a job of its own it hears of nothing.
    jobsPerThread: 2,
    memoryMb: THREAD_MEMORY_MB,
  });
  try {
    return await compressCommand(args, {
      compress: compressInPieces,
      issueReceipt,
      host: {
        ...createNodeHost(),
        workThreads: {
          parallelism: pool.parallelism,
          documentHelps: true,
          isWorth: ({ pixels, largest }) => pool.parallelism > 0 && pixels - largest >= WORTH_STARTING_PIXELS,
          open: () => {
            pool.prewarm();
            return pool.open();
          },
        },
      },
      output: terminal,
      stateFolder: stateFolder(process.env, process.platform),
    });
  } finally {
    pool.terminate();
  }
}
