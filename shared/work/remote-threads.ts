import { type JobPort, remoteRunner } from './port.ts';
import type { WorkThreads } from './threads.ts';

/** Fewer pixels take about as long as starting a thread. */
const WORTH_STARTING_PIXELS = 2_000_000;

/**
 * The shared threads, for a document whose own thread reaches them through a port.
 *
 * @param parallelism 0: the document uses none
 */
export function remoteThreads(port: JobPort, parallelism: number): WorkThreads {
  return {
    parallelism,
    documentHelps: true,
    isWorth: ({ pixels, largest }) => parallelism > 0 && pixels - largest >= WORTH_STARTING_PIXELS,
    open: () => remoteRunner(port),
  };
}
