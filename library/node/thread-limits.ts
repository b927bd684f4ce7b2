import type { ResourceLimits } from 'node:worker_threads';

/**
 * MiB of a thread's young generation, the default of Node 20 and 22. Node gives a thread with a full heap 16 MiB more
 * to end in. A collection that promotes more than that from the young generation ends the whole process ("Reached heap
 * limit"). By default Node 24 lets the young generation grow to 192 MiB.
 */
const YOUNG_MB = 48;

/**
 * Limits a thread's memory, so that only that thread ends, with `ERR_WORKER_OUT_OF_MEMORY`.
 *
 * @param memoryMb JavaScript heap, in MiB
 */
export function threadLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
