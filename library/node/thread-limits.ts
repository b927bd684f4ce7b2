import type { ResourceLimits } from 'node:worker_threads';

/**
 * MiB of a thread's young generation: the default of Node 20 and 22. Node gives a thread whose heap is full 16 MiB more to end in, and a
 * collection that moves more than these out of the young generation ends the whole process ("Reached heap limit"). By
 * default Node 24 lets it grow to 192.
 */
const YOUNG_MB = 48;

/**
 * What a thread may take, so that one that hoards ends alone, with `ERR_WORKER_OUT_OF_MEMORY`.
 *
 * @param memoryMb JavaScript heap, in MiB
 */
export function threadLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
}
