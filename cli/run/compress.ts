import { availableParallelism } from 'node:os';
import { createNodeHost } from '../../library/node/host.ts';
import { threadFile } from '../../library/node/thread-files.ts';
import { createWorkPool } from '../../library/node/work-threads.ts';
import type { ExitCode } from '../../library/terminal/exit-code.ts';
import { terminal } from '../../library/terminal/output.ts';
import { compressInPieces } from '../../shared/compress.ts';
import { PIXELS_IN_FLIGHT } from '../../shared/limits.ts';
import { compressCommand } from '../compress-command.ts';
import { stateFolder } from '../files/own-folders.ts';

/** JavaScript heap of one worker thread, in MiB. Decoded images are outside it. */
const THREAD_MEMORY_MB = 2048;
/** Fewer pixels take no longer than starting a thread. */
const WORTH_STARTING_PIXELS = 2_000_000;

export async function runCompress(args: readonly string[]): Promise<ExitCode> {
  // This thread, which runs the document, works beside them.
  const pool = createWorkPool({
    workerFile: threadFile('work-thread'),
    threads: availableParallelism() - 1,
    pixels: PIXELS_IN_FLIGHT,
    // Two, because this thread receives no messages while it runs a job.
    jobsPerThread: 2,
    memoryMb: THREAD_MEMORY_MB,
  });
  try {
    return await compressCommand(args, {
      compress: compressInPieces,
      async issueReceipt(...given) {
        const { issueReceipt } = await import('../../shared/receipt/issue-receipt.ts');
        return issueReceipt(...given);
      },
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
