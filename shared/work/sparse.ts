import type { Progress } from '../progress.ts';

/** Half a percent: finer steps are invisible, and a document may have a hundred thousand of them. */
const SMALLEST_STEP = 0.005;
/** Two frames of a screen: a small document ends before a user sees more than its phases. */
const SMALLEST_MS = 33;

/**
 * Passes only noticeable progress: a new phase, the end of the document, and else a visible step or the end of a phase,
 * some time after the last.
 *
 * @param now milliseconds of a clock
 */
export function sparse(
  onProgress: (progress: Progress) => void,
  now: () => number = Date.now,
): (progress: Progress) => void {
  let last: Progress | null = null;
  let toldAt = 0;
  return (progress) => {
    const isEnd = progress.total !== undefined && progress.done === progress.total;
    if (last !== null && progress.phase === last.phase && progress.fraction < 1) {
      if (!isEnd && progress.fraction - last.fraction < SMALLEST_STEP) return;
      // A clock may be set back.
      if (Math.abs(now() - toldAt) < SMALLEST_MS) return;
    }
    last = progress;
    toldAt = now();
    onProgress(progress);
  };
}
