import type { Progress } from '../progress.ts';

/** Half a percent: finer steps are invisible, and a document may have a hundred thousand of them. */
const SMALLEST_STEP = 0.005;

/** Passes only noticeable progress: a new phase, a visible step, the end of a phase. */
export function sparse(onProgress: (progress: Progress) => void): (progress: Progress) => void {
  let last: Progress | null = null;
  return (progress) => {
    const worthTelling =
      last === null ||
      progress.phase !== last.phase ||
      progress.fraction - last.fraction >= SMALLEST_STEP ||
      (progress.total !== undefined && progress.done === progress.total);
    if (!worthTelling) return;
    last = progress;
    onProgress(progress);
  };
}
