import { type Bitmap, bytesPerRow, clearPadding } from './bitmap.ts';

/**
 * Downsamples a bitmap: one pixel for each square of `factor` × `factor`, black if at least half of it is.
 * Ink or background that would vanish stays as one pixel: hairlines, dots and gaps between two edges remain,
 * within one square of their position.
 * @param factor an integer of at least 2
 */
export function coarserBitmap(bitmap: Bitmap, factor: number): Bitmap {
  const squares = new Squares(bitmap, factor);
  const { width, height, isBlack } = squares;
  const vanishing = squares.vanishing();
  // Lines stay complete: each square along one flips. In grain, among mixed squares, one represents its neighbors.
  const turned = new Uint8Array(isBlack.length);
  for (const at of vanishing) if (squares.isAmongPure(at)) turned[at] = 1;
  for (const at of vanishing) if (!squares.around(at).some((other) => turned[other] === 1)) turned[at] = 1;
  for (const at of vanishing) isBlack[at]! ^= turned[at]!;
  return packed(isBlack, width, height);
}

/** A bitmap divided into squares; those at the right and lower edge may be incomplete. */
class Squares {
  readonly width: number;
  readonly height: number;
  /** 1 if at least half of the square is black. */
  readonly isBlack: Uint8Array;
  /** 1 if the square has both black and white pixels. */
  readonly #isMixed: Uint8Array;

  constructor(bitmap: Bitmap, factor: number) {
    const side = (at: number, length: number) => Math.min(factor, length - at * factor);
    this.width = Math.ceil(bitmap.width / factor);
    this.height = Math.ceil(bitmap.height / factor);
    this.isBlack = new Uint8Array(this.width * this.height);
    this.#isMixed = new Uint8Array(this.width * this.height);
    const counter = new BlackCounter(bitmap, factor);
    const columns = Uint32Array.from({ length: this.width }, (_, x) => side(x, bitmap.width));
    for (let y = 0, at = 0; y < this.height; y++) {
      const rows = side(y, bitmap.height);
      const counts = counter.take(rows);
      for (let x = 0; x < this.width; x++, at++) {
        const black = counts[x]!;
        if (black === 0) continue;
        const area = columns[x]! * rows;
        this.isBlack[at] = black * 2 >= area ? 1 : 0;
        this.#isMixed[at] = black === area ? 0 : 1;
      }
    }
  }

  /** Squares with pixels of a color that none of its neighbors has. */
  vanishing(): readonly number[] {
    const found: number[] = [];
    for (let y = 0, at = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, at++)
        if (this.#isMixed[at] === 1 && this.#isAmongOwnColor(x, y)) found.push(at);
    return found;
  }

  /** Returns whether all neighbors have this square's color, and there are some. */
  #isAmongOwnColor(column: number, row: number): boolean {
    const { width, height, isBlack } = this;
    const own = isBlack[row * width + column];
    const [left, right] = [Math.max(0, column - 1), Math.min(width - 1, column + 1)];
    const bottom = Math.min(height - 1, row + 1);
    for (let y = Math.max(0, row - 1); y <= bottom; y++)
      for (let x = left; x <= right; x++) if (isBlack[y * width + x] !== own) return false;
    return isBlack.length > 1;
  }

  /** Returns whether at least half of the neighbors are of a single color. */
  isAmongPure(at: number): boolean {
    const around = this.around(at);
    return around.filter((other) => this.#isMixed[other] === 0).length * 2 >= around.length;
  }

  around(at: number): number[] {
    const [column, row] = [at % this.width, Math.floor(at / this.width)];
    const found: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(this.height - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(this.width - 1, column + 1); x++)
        if (x !== column || y !== row) found.push(y * this.width + x);
    return found;
  }
}

/** Counts black pixels from the top, one row of squares at a time. */
class BlackCounter {
  readonly #bitmap: Bitmap;
  readonly #factor: number;
  readonly #counts: Uint32Array;
  /** One row of pixels, the first square of each of its bytes, and the same bytes by four. */
  readonly #row: Uint8Array;
  readonly #columnOf: Uint32Array;
  readonly #words: Uint32Array;
  #next = 0;

  constructor(bitmap: Bitmap, factor: number) {
    this.#bitmap = bitmap;
    this.#factor = factor;
    this.#counts = new Uint32Array(Math.ceil(bitmap.width / factor));
    this.#words = new Uint32Array(Math.ceil(bytesPerRow(bitmap.width) / 4));
    this.#row = new Uint8Array(this.#words.buffer);
    this.#columnOf = Uint32Array.from(this.#row, (_, at) => Math.floor((at * 8) / factor));
  }

  /** One per square of the next rows; the array is reused. */
  take(rows: number): Uint32Array {
    const { data, width } = this.#bitmap;
    const stride = bytesPerRow(width);
    this.#counts.fill(0);
    for (const end = this.#next + rows; this.#next < end; this.#next++) {
      this.#row.set(data.subarray(this.#next * stride, (this.#next + 1) * stride));
      clearPadding(this.#row.subarray(0, stride), width, 1);
      this.#addRow();
    }
    return this.#counts;
  }

  #addRow(): void {
    const counts = this.#counts;
    const row = this.#row;
    const words = this.#words;
    const columnOf = this.#columnOf;
    const factor = this.#factor;
    for (let at = 0; at < row.length; at++) {
      // Most of a page is white.
      if ((at & 3) === 0 && words[at >> 2] === 0) {
        at += 3;
        continue;
      }
      const byte = row[at]!;
      if (byte === 0) continue;
      // For each square that the byte overlaps; the byte begins this many pixels after the first square's left edge.
      let left = byte;
      let square = columnOf[at]!;
      for (let taken = Math.min(8, (square + 1) * factor - at * 8); left !== 0; ) {
        counts[square]! += BLACK_IN[left >> (8 - taken)]!;
        left = (left << taken) & 0xff;
        square += 1;
        taken = Math.min(8, factor);
      }
    }
  }
}

/** Number of bits set in a byte. */
const BLACK_IN = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function packed(isBlack: Uint8Array, width: number, height: number): Bitmap {
  const stride = bytesPerRow(width);
  const data = new Uint8Array(stride * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (isBlack[at] !== 0) data[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, data };
}
