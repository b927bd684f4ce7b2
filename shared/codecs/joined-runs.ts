/** Black runs of a page from top to bottom, left to right; `rowStart[y]` is the first one of row y. */
export interface Runs {
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  /** As many as rows, and behind the last one the number of runs. */
  readonly rowStart: Int32Array;
}

/**
 * For every run the first run of its connected shape: sets joined where runs of neighbouring rows touch, by a side or a
 * corner.
 */
export function rootsOf({ from, to, rowStart }: Runs): Int32Array {
  const parent = new Int32Array(from.length);
  for (let run = 0; run < parent.length; run++) parent[run] = run;
  const rootOf = (run: number) => {
    let root = run;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let y = 1; y + 1 < rowStart.length; y++) {
    let above = rowStart[y - 1];
    const aboveEnd = rowStart[y];
    for (let run = aboveEnd; run < rowStart[y + 1]; run++) {
      while (above < aboveEnd && to[above] < from[run]) above++;
      for (let other = above; other < aboveEnd && from[other] <= to[run]; other++) {
        const a = rootOf(other);
        const b = rootOf(run);
        if (a < b) parent[b] = a;
        else parent[a] = b;
      }
    }
  }
  for (let run = 0; run < parent.length; run++) parent[run] = rootOf(run);
  return parent;
}
