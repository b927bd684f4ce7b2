/** Runs of pixels of one kind, from top to bottom and left to right. */
export class PixelRuns {
  count = 0;
  from: Int32Array = new Int32Array(1024);
  /** First pixel after the run. */
  to: Int32Array = new Int32Array(1024);
  /** First run of each row; after the last row, the number of runs. */
  readonly rowStart: Int32Array;

  constructor(height: number) {
    this.rowStart = new Int32Array(height + 1);
  }

  /** Adds the runs of pixels that have this bit; rows come in order. */
  addRow(kinds: Uint8Array, bit: number, y: number): void {
    this.rowStart[y] = this.count;
    const width = kinds.length;
    let x = 0;
    while (x < width) {
      if ((kinds[x]! & bit) === 0) {
        x += 1;
        continue;
      }
      const start = x;
      while (x < width && (kinds[x]! & bit) !== 0) x += 1;
      if (this.count === this.from.length) this.#grow();
      this.from[this.count] = start;
      this.to[this.count] = x;
      this.count += 1;
    }
    this.rowStart[y + 1] = this.count;
  }

  #grow(): void {
    const [from, to] = [new Int32Array(this.count * 2), new Int32Array(this.count * 2)];
    from.set(this.from);
    to.set(this.to);
    this.from = from;
    this.to = to;
  }
}

/** Shapes of runs that touch by side or corner. */
export interface RunShapes {
  readonly runs: PixelRuns;
  /** Number of each run's first run, which names its shape. */
  readonly ofRun: Int32Array;
  /** Pixels of each shape, at the number of its first run. */
  readonly pixels: Int32Array;
}

export function shapesOf(runs: PixelRuns): RunShapes {
  const { count, from, to, rowStart } = runs;
  const parent = new Int32Array(count);
  for (let run = 0; run < count; run += 1) parent[run] = run;
  const rootOf = (run: number) => {
    let root = run;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  for (let y = 1; y + 1 < rowStart.length; y += 1) {
    let above = rowStart[y - 1]!;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      while (above < rowStart[y]! && to[above]! < from[run]!) above += 1;
      for (let near = above; near < rowStart[y]! && from[near]! <= to[run]!; near += 1) {
        const [a, b] = [rootOf(near), rootOf(run)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  const pixels = new Int32Array(count);
  for (let run = 0; run < count; run += 1) {
    parent[run] = rootOf(run);
    pixels[parent[run]!]! += to[run]! - from[run]!;
  }
  return { runs, ofRun: parent, pixels };
}

/** Returns whether a shape has at least `least` pixels. */
export function hasShape({ pixels }: RunShapes, least: number): boolean {
  return pixels.some((count) => count >= least);
}
