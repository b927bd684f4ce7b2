import { type Bitmap, bytesPerRow } from './bitmap.ts';

/**
 * The same picture with a pixel for each square of `factor` × `factor`: black where half of it is. What would vanish that
 * way, ink or paper, stays as one pixel: hairlines, dots and the gaps between two edges are all still there, where they
 * were, to within a square.
 *
 * @param factor whole, 2 or more
 */
export function coarserBitmap(bitmap: Bitmap, factor: number): Bitmap {
  const squares = new Squares(bitmap, factor);
  const { width, height, isBlack } = squares;
  const vanishing = squares.vanishing();
  // Lines are whole: each square along one turns. In grain, where all around is mixed, one stands for those beside it.
  const turned = new Uint8Array(isBlack.length);
  for (const at of vanishing) if (squares.isAmongPure(at)) turned[at] = 1;
  for (const at of vanishing) if (!squares.around(at).some((other) => turned[other] === 1)) turned[at] = 1;
  return packed(
    isBlack.map((black, at) => black ^ turned[at]),
    width,
    height,
  );
}

/** A bitmap by squares of its pixels; those at the right and lower edge may be cut. */
class Squares {
  readonly width: number;
  readonly height: number;
  /** Black pixels of each. */
  readonly #counts: Uint32Array;
  readonly #areaOf: (x: number, y: number) => number;
  /** 1 where half of the square is. */
  readonly isBlack: Uint8Array;

  constructor(bitmap: Bitmap, factor: number) {
    const side = (at: number, length: number) => Math.min(factor, length - at * factor);
    this.width = Math.ceil(bitmap.width / factor);
    this.height = Math.ceil(bitmap.height / factor);
    this.#areaOf = (x, y) => side(x, bitmap.width) * side(y, bitmap.height);
    this.#counts = blackCounts(bitmap, factor, this.width, this.height);
    this.isBlack = new Uint8Array(this.#counts.length);
    for (let y = 0, at = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, at++)
        this.isBlack[at] = this.#counts[at] * 2 >= this.#areaOf(x, y) ? 1 : 0;
  }

  /** Squares with pixels of the colour that none of those around is. */
  vanishing(): readonly number[] {
    const found: number[] = [];
    for (let at = 0; at < this.isBlack.length; at++) {
      if (this.#isPure(at)) continue;
      const around = this.around(at);
      if (around.length > 0 && around.every((other) => this.isBlack[other] === this.isBlack[at]))
        found.push(at);
    }
    return found;
  }

  /** At least half of those around have one colour. */
  isAmongPure(at: number): boolean {
    const around = this.around(at);
    return around.filter((other) => this.#isPure(other)).length * 2 >= around.length;
  }

  around(at: number): number[] {
    const [column, row] = [at % this.width, Math.floor(at / this.width)];
    const found: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.height - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(this.width - 1, column + 1); x++)
        if (x !== column || y !== row) found.push(y * this.width + x);
    return found;
  }

  #isPure(at: number): boolean {
    const black = this.#counts[at];
    return black === 0 || black === this.#areaOf(at % this.width, Math.floor(at / this.width));
  }
}

function blackCounts(
  { width, height, data }: Bitmap,
  factor: number,
  columns: number,
  rows: number,
): Uint32Array {
  const counts = new Uint32Array(columns * rows);
  const columnOf = Uint32Array.from({ length: width + 7 }, (_, x) => Math.floor(x / factor));
  const stride = bytesPerRow(width);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * columns;
    for (let at = 0; at < stride; at++) {
      for (let bits = data[y * stride + at], x = at * 8; bits !== 0; bits = (bits << 1) & 0xff, x++)
        if ((bits & 0x80) !== 0) counts[row + columnOf[x]]++;
    }
  }
  return counts;
}

function packed(isBlack: Uint8Array, width: number, height: number): Bitmap {
  const stride = bytesPerRow(width);
  const data = new Uint8Array(stride * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (isBlack[at] !== 0) data[y * stride + (x >> 3)] |= 0x80 >> (x & 7);
  return { width, height, data };
}
