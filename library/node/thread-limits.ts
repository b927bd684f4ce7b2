import type { ResourceLimits } from 'node:worker_threads';

/**
 * MiB of a thread's young generation. The default is 48 in Node 20 and 22, up to 192 in Node 24; small PDFs take less
 * memory and no more time with a quarter (`bench/README.md`). Node gives a thread with a full heap 16 MiB more to end
 * in, and a collection that promotes more than that from here ends the whole process ("Reached heap limit").
 */
const YOUNG_MB = 12;

/**
 * Limits a thread's memory, so that only that thread ends, with `ERR_WORKER_OUT_OF_MEMORY`.
 *
 * @param memoryMb JavaScript heap, in MiB
 */
export function threadLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
