import { type Bitmap, bytesPerRow } from '../bitmap.ts';

/**
 * The connected black and white shapes of a page: black pixels connect by side or corner, white ones by side
 * alone. A white frame, one pixel wide, surrounds the page. Written for the judge: it shares nothing with the
 * encoder.
 */
export interface PageShapes {
  /** First run of each row, including the frame's above and below; after the last one, the number of runs. */
  readonly rowStart: Int32Array;
  /**
   * First pixel of each run, -1 in the frame. White and black runs alternate in a row; the first and last are
   * white.
   */
  readonly start: Int32Array;
  /** Shape of each run, numbered in the order of their first runs. */
  readonly shapeOf: Int32Array;
  /** First run of each shape. */
  readonly firstRun: Int32Array;
  readonly pixels: Int32Array;
  readonly left: Int32Array;
  readonly top: Int32Array;
  /** Last column and row. */
  readonly right: Int32Array;
  readonly bottom: Int32Array;
}

export function pageShapes(bitmap: Bitmap): PageShapes {
  const { rowStart, start } = runsOf(bitmap);
  const parent = new Int32Array(start.length);
  for (let run = 0; run < parent.length; run++) parent[run] = run;
  for (let row = 1; row + 1 < rowStart.length; row++) {
    joinRows(start, parent, rowStart[row - 1]!, rowStart[row]!, rowStart[row + 1]!, 0);
    joinRows(start, parent, rowStart[row - 1]! + 1, rowStart[row]!, rowStart[row + 1]!, 1);
  }
  return measured(bitmap.width, rowStart, start, parent);
}

/** Returns the shape of the pixel. */
export function shapeAt({ rowStart, start, shapeOf }: PageShapes, x: number, y: number): number {
  let low = rowStart[y + 1]!;
  let high = rowStart[y + 2]! - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (start[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return shapeOf[low]!;
}

export function isBlackShape({ rowStart, firstRun, top }: PageShapes, shape: number): boolean {
  return (firstRun[shape]! - rowStart[top[shape]! + 1]!) % 2 === 1;
}

interface Runs {
  readonly rowStart: Int32Array;
  readonly start: Int32Array;
}

function runsOf({ width, height, data }: Bitmap): Runs {
  const stride = bytesPerRow(width);
  const rowStart = new Int32Array(height + 3);
  let start = new Int32Array(Math.max(64, height * 8));
  let count = 0;
  start[count++] = -1;
  for (let y = 0; y < height; y++) {
    rowStart[y + 1] = count;
    if (start.length < count + width + 3) start = grown(start, count + width + 3);
    start[count++] = -1;
    let last = 0;
    for (let column = 0; column < stride; column++) {
      const byte = data[y * stride + column]!;
      let changes = byte ^ ((byte >> 1) | (last << 7));
      last = byte & 1;
      while (changes !== 0) {
        const bit = Math.clz32(changes) - 24;
        start[count++] = column * 8 + bit;
        changes &= ~(0x80 >> bit);
      }
    }
    // A black run that reaches the page's edge ends there.
    if ((count - rowStart[y + 1]!) % 2 === 0) start[count++] = width;
  }
  rowStart[height + 1] = count;
  start = grown(start, count + 1);
  start[count++] = -1;
  rowStart[height + 2] = count;
  return { rowStart, start: start.slice(0, count) };
}

function grown(array: Int32Array<ArrayBuffer>, atLeast: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(atLeast, array.length * 2));
  larger.set(array);
  return larger;
}

/**
 * Joins runs of one color in two consecutive rows, the lower one starting at `here`; every second run has the
 * color.
 * @param first of the upper row's runs that has the color
 * @param color 0 for white, 1 for black; black runs also connect by corners
 */
function joinRows(
  start: Int32Array,
  parent: Int32Array,
  first: number,
  here: number,
  end: number,
  color: 0 | 1,
): void {
  let above = first;
  let run = here + color;
  while (above < here && run < end) {
    // Black runs are followed by a white one; the last white one ends with the frame.
    const aboveEnd = above + 1 < here ? start[above + 1]! : FRAME_END;
    const runEnd = run + 1 < end ? start[run + 1]! : FRAME_END;
    if (start[above]! < runEnd + color && start[run]! < aboveEnd + color) join(parent, above, run);
    if (aboveEnd < runEnd) above += 2;
    else run += 2;
  }
}

/** More than any width. */
const FRAME_END = 0x7fffffff;

function join(parent: Int32Array, one: number, other: number): void {
  const a = rootOf(parent, one);
  const b = rootOf(parent, other);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

function rootOf(parent: Int32Array, run: number): number {
  let at = run;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}

function measured(width: number, rowStart: Int32Array, start: Int32Array, parent: Int32Array): PageShapes {
  const shapeOf = new Int32Array(start.length);
  let count = 0;
  // A root precedes all others of its shape.
  for (let run = 0; run < start.length; run++) {
    shapeOf[run] = parent[run] === run ? count++ : shapeOf[rootOf(parent, run)]!;
  }
  const filled = (value: number) => new Int32Array(count).fill(value);
  const shapes = {
    firstRun: filled(-1),
    pixels: filled(0),
    left: filled(FRAME_END),
    top: filled(-1),
    right: filled(-1),
    bottom: filled(-1),
  };
  const { firstRun, pixels, left, top, right, bottom } = shapes;
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const rowEnd = rowStart[row + 1]!;
    for (let run = rowStart[row]!; run < rowEnd; run++) {
      const end = run + 1 < rowEnd ? start[run + 1]! : width + 1;
      const shape = shapeOf[run]!;
      if (firstRun[shape]! < 0) {
        firstRun[shape] = run;
        top[shape] = row - 1;
      }
      bottom[shape] = row - 1;
      pixels[shape]! += end - start[run]!;
      if (start[run]! < left[shape]!) left[shape] = start[run]!;
      if (end - 1 > right[shape]!) right[shape] = end - 1;
    }
  }
  return { rowStart, start, shapeOf, ...shapes };
}
