/**
 * Finds the connected shapes of a page from its black runs. AssemblyScript; `node scripts/simd.mjs` compiles
 * it into `codecs/wasm/runs-bytes.ts`. Runs are three arrays of 32 bits: first pixels, end pixels
 * (exclusive), and the first run of each row, with the number of runs after the last row.
 */

/**
 * Finds the black runs of a one-bit row.
 * @param bits the leftmost pixel in the highest bit of the first byte, 1 for black
 * @param limit maximum number of runs
 * @returns the number of runs, -1 if it exceeds `limit`
 */
export function runsOfRow(bits: usize, width: i32, limit: i32, from: usize, to: usize): i32 {
  let count = 0;
  let x = 0;
  while (true) {
    x = nextOf(bits, x, width, 0);
    if (x >= width) return count;
    if (count === limit) return -1;
    store<i32>(from, x);
    x = nextOf(bits, x, width, 0xff);
    store<i32>(to, x);
    from += 4;
    to += 4;
    count += 1;
  }
}

/** Returns the first black pixel from `x` on, or white one if `inverted` is all ones; `width` if there is none. */
function nextOf(bits: usize, x: i32, width: i32, inverted: u32): i32 {
  if (x >= width) return width;
  let at = bits + (x >> 3);
  let byte = (load<u8>(at) ^ inverted) & (0xff >> (x & 7));
  const end = bits + ((width + 7) >> 3);
  if (byte === 0) {
    const same: u64 = inverted === 0 ? 0 : u64.MAX_VALUE;
    at += 1;
    while (at + 8 <= end && load<u64>(at) === same) at += 8;
    while (at < end && load<u8>(at) === <u8>same) at += 1;
    if (at >= end) return width;
    byte = load<u8>(at) ^ inverted;
  }
  return min(width, ((<i32>(at - bits)) << 3) + (clz(byte) - 24));
}

/**
 * Numbers the shape of each run, from 0 in the order of their first runs: union-find over runs of adjacent
 * rows that touch by side or corner.
 * @returns the number of shapes
 */
export function joinRuns(from: usize, to: usize, rowStart: usize, rows: i32, ofRun: usize): i32 {
  const count = runAt(rowStart, rows);
  for (let run = 0; run < count; run += 1) store<i32>(ofRun + ((<usize>run) << 2), run);
  for (let y = 1; y < rows; y += 1) {
    let above = runAt(rowStart, y - 1);
    const aboveEnd = runAt(rowStart, y);
    const end = runAt(rowStart, y + 1);
    for (let run = aboveEnd; run < end; run += 1) {
      const first = runAt(from, run);
      const behind = runAt(to, run);
      while (above < aboveEnd && runAt(to, above) < first) above += 1;
      for (let other = above; other < aboveEnd && runAt(from, other) <= behind; other += 1) {
        const a = rootOf(ofRun, other);
        const b = rootOf(ofRun, run);
        if (a < b) store<i32>(ofRun + ((<usize>b) << 2), a);
        else store<i32>(ofRun + ((<usize>a) << 2), b);
      }
    }
  }
  return numbered(ofRun, count);
}

function runAt(table: usize, at: i32): i32 {
  return load<i32>(table + ((<usize>at) << 2));
}

function rootOf(parents: usize, run: i32): i32 {
  let root = run;
  let parent = runAt(parents, root);
  while (parent !== root) {
    const next = runAt(parents, parent);
    store<i32>(parents + ((<usize>root) << 2), next);
    root = next;
    parent = runAt(parents, root);
  }
  return root;
}

/** Replaces parents by shape numbers. A root is the first of its runs, so no number is needed before its root's. */
function numbered(ofRun: usize, count: i32): i32 {
  let shapes = 0;
  for (let run = 0; run < count; run += 1) {
    const at = ofRun + ((<usize>run) << 2);
    const parent = load<i32>(at);
    // The parent of a run precedes it and is already numbered.
    if (parent === run) {
      store<i32>(at, shapes);
      shapes += 1;
    } else {
      store<i32>(at, runAt(ofRun, parent));
    }
  }
  return shapes;
}

/**
 * Computes position and size of each shape as five consecutive arrays: left column, top row, end column, end
 * row, and pixel count.
 */
export function extentsOf(
  from: usize,
  to: usize,
  rowStart: usize,
  rows: i32,
  ofRun: usize,
  shapes: i32,
  out: usize,
): void {
  const size = (<usize>shapes) << 2;
  const top = out + size;
  const right = top + size;
  const bottom = right + size;
  const area = bottom + size;
  memory.fill(out, 0, size * 5);
  for (let y = 0; y < rows; y += 1) {
    const end = runAt(rowStart, y + 1);
    for (let run = runAt(rowStart, y); run < end; run += 1) {
      const shape = (<usize>runAt(ofRun, run)) << 2;
      const first = runAt(from, run);
      const behind = runAt(to, run);
      const pixels = load<i32>(area + shape);
      if (pixels === 0) {
        store<i32>(out + shape, first);
        store<i32>(top + shape, y);
      }
      store<i32>(out + shape, min(load<i32>(out + shape), first));
      store<i32>(right + shape, max(load<i32>(right + shape), behind));
      store<i32>(bottom + shape, y + 1);
      store<i32>(area + shape, pixels + behind - first);
    }
  }
}
