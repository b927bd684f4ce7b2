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
  const roots = joinedRuns(runs);
  let count = 0;
  const ofRun = new Int32Array(roots.length);
  for (let run = 0; run < roots.length; run += 1) {
    // A root is the first of its runs.
    ofRun[run] = roots[run] === run ? count++ : ofRun[roots[run]];
  }
  return { count, ...extents(runs, ofRun, count), ofRun };
}

function joinedRuns({ from, to, rowStart }: DarkRuns): Int32Array {
  const parent = Int32Array.from(from.keys());
  const rootOf = (run: number) => {
    let root = run;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let y = 1; y + 1 < rowStart.length; y += 1) {
    let above = rowStart[y - 1];
    const aboveEnd = rowStart[y];
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      while (above < aboveEnd && to[above] < from[run]) above += 1;
      for (let other = above; other < aboveEnd && from[other] <= to[run]; other += 1) {
        const a = rootOf(other);
        const b = rootOf(run);
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  for (let run = 0; run < parent.length; run += 1) parent[run] = rootOf(run);
  return parent;
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
