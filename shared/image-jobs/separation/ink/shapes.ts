import { rootsOf } from '../../../codecs/joined-runs.ts';
import type { DarkRuns } from './dark-runs.ts';

/** The connected dark shapes of a page, by number: letters, strokes, rules, pictures. Neighbours by side or corner. */
export interface Shapes {
  readonly count: number;
  readonly left: Int32Array;
  readonly top: Int32Array;
  /** First column and row behind it. */
  readonly right: Int32Array;
  readonly bottom: Int32Array;
  /** Pixels. */
  readonly area: Int32Array;
  /** The shape of each run. */
  readonly ofRun: Int32Array;
}

export function findShapes(runs: DarkRuns): Shapes {
  const roots = rootsOf(runs);
  let count = 0;
  const ofRun = new Int32Array(roots.length);
  for (let run = 0; run < roots.length; run += 1) {
    // A root is the first of its runs.
    ofRun[run] = roots[run] === run ? count++ : ofRun[roots[run]];
  }
  return { count, ...extents(runs, ofRun, count), ofRun };
}

function extents({ from, to, rowStart, width }: DarkRuns, ofRun: Int32Array, count: number) {
  const left = new Int32Array(count).fill(width);
  const right = new Int32Array(count);
  const top = new Int32Array(count).fill(-1);
  const bottom = new Int32Array(count);
  const area = new Int32Array(count);
  for (let y = 0; y + 1 < rowStart.length; y += 1) {
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const shape = ofRun[run];
      if (from[run] < left[shape]) left[shape] = from[run];
      if (to[run] > right[shape]) right[shape] = to[run];
      if (top[shape] < 0) top[shape] = y;
      bottom[shape] = y + 1;
      area[shape] += to[run] - from[run];
    }
  }
  return { left, top, right, bottom, area };
}
