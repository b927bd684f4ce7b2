/** One plane of levels, rows without padding. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

/** Catmull-Rom a quarter of a pixel away, in 128ths: the nearest sample has the most of it. */
const FAR = -9;
const NEAREST = 111;
const NEXT = 29;
const BEYOND = -3;
const SHIFT = 7;
const HALF = 64;

/** Twice the pixels along both axes, by a cubic: edges of letters stay as sharp as they were, without steps. */
export function doubled({ width, height, levels }: Plane): Plane {
  const wide = doubledRows(levels, width, height);
  return { width: width * 2, height: height * 2, levels: doubledColumns(wide, width * 2, height) };
}

function doubledRows(levels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * 2 * height);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let two = levels[row];
    let left = two;
    let own = two;
    let right = levels[row + Math.min(1, width - 1)];
    for (let x = 0; x < width; x += 1) {
      const after = levels[row + Math.min(x + 2, width - 1)];
      out[to] = level(BEYOND * two + NEXT * left + NEAREST * own + FAR * right);
      out[to + 1] = level(FAR * left + NEAREST * own + NEXT * right + BEYOND * after);
      to += 2;
      two = left;
      left = own;
      own = right;
      right = after;
    }
  }
  return out;
}

function doubledColumns(levels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * 2 * height);
  for (let y = 0; y < height; y += 1) {
    const two = Math.max(0, y - 2) * width;
    const above = Math.max(0, y - 1) * width;
    const own = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    const after = Math.min(height - 1, y + 2) * width;
    const upper = y * 2 * width;
    const lower = upper + width;
    for (let x = 0; x < width; x += 1) {
      const near = NEAREST * levels[own + x];
      const up = levels[above + x];
      const down = levels[below + x];
      out[upper + x] = level(BEYOND * levels[two + x] + NEXT * up + near + FAR * down);
      out[lower + x] = level(FAR * up + near + NEXT * down + BEYOND * levels[after + x]);
    }
  }
  return out;
}

function level(sum: number): number {
  const value = (sum + HALF) >> SHIFT;
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
