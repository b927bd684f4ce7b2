import { type Bitmap, bytesPerRow } from '../../codecs/bitmap.ts';
import {
  BLACK_RUNS,
  END_OF_LINE,
  HORIZONTAL,
  LONGEST_RUN,
  PASS,
  VERTICAL,
  WHITE_RUNS,
} from '../../codecs/ccitt/codes.ts';
import type { CcittParams } from '../../codecs/ccitt/decode.ts';

/** Parameters of CCITTFaxDecode that affect the data; columns and rows are the bitmap's. */
export type CcittEncodeParams = Pick<
  CcittParams,
  'k' | 'endOfLine' | 'encodedByteAlign' | 'endOfBlock' | 'blackIs1'
>;

/**
 * A plain encoder for ITU-T T.4 and T.6, for documents that require CCITT and for testing the decoder. JBIG2
 * is smaller. With `k` above 0 every k-th row is one-dimensional (T.4, 4.2.1: 2 at standard resolution, 4 at
 * fine).
 */
export function encodeCcitt(bitmap: Bitmap, params: CcittEncodeParams): Uint8Array<ArrayBuffer> {
  const { k, endOfLine, encodedByteAlign, endOfBlock, blackIs1 } = params;
  const out = new BitWriter();
  let previous: readonly number[] = [];
  for (let y = 0; y < bitmap.height; y++) {
    const changes = changesOfRow(bitmap, y, blackIs1);
    const oneDimensional = k === 0 || (k > 0 && y % k === 0);
    if (encodedByteAlign) out.align();
    if (endOfLine && k >= 0) out.write(END_OF_LINE);
    if (k > 0) out.write(oneDimensional ? '1' : '0');
    if (oneDimensional) writeOneDimensional(out, changes, bitmap.width);
    else writeTwoDimensional(out, changes, previous, bitmap.width);
    previous = changes;
  }
  if (endOfBlock) writeEndOfBlock(out, params);
  return out.finish();
}

/** T.4, 4.1. */
function writeOneDimensional(out: BitWriter, changes: readonly number[], columns: number): void {
  let a0 = 0;
  let white = true;
  while (a0 < columns) {
    const a1 = firstAfter(changes, a0, white, columns);
    writeRun(out, a1 - a0, white);
    a0 = a1;
    white = !white;
  }
}

/** T.4, 4.2.1.3: the coding procedure, step by step. */
function writeTwoDimensional(
  out: BitWriter,
  changes: readonly number[],
  above: readonly number[],
  columns: number,
): void {
  let a0 = 0;
  let white = true;
  let started = false;
  while (a0 < columns) {
    const a1 = firstAfter(changes, a0, white, columns);
    const b1 = firstAfter(above, started ? a0 + 1 : a0, white, columns);
    const b2 = firstAfter(above, b1 + 1, !white, columns);
    const vertical = VERTICAL.get(a1 - b1);
    if (b2 < a1) {
      out.write(PASS);
      a0 = b2;
    } else if (vertical !== undefined) {
      out.write(vertical);
      a0 = a1;
      white = !white;
    } else {
      const a2 = firstAfter(changes, a1 + 1, !white, columns);
      out.write(HORIZONTAL);
      writeRun(out, a1 - a0, white);
      writeRun(out, a2 - a1, !white);
      a0 = a2;
    }
    started = true;
  }
}

/** EOFB is two EOLs (T.6, 2.4.1.1), RTC six (T.4, 4.1.4), each with a tag bit 1 in mixed coding. */
function writeEndOfBlock(out: BitWriter, { k, encodedByteAlign }: CcittEncodeParams): void {
  if (encodedByteAlign) out.align();
  const count = k < 0 ? 2 : 6;
  for (let i = 0; i < count; i++) out.write(k > 0 ? `${END_OF_LINE}1` : END_OF_LINE);
}

function writeRun(out: BitWriter, run: number, white: boolean): void {
  const { terminating, makeUp } = white ? WHITE_RUNS : BLACK_RUNS;
  let left = run;
  while (left > 63) {
    const part = Math.min(left - (left % 64), LONGEST_RUN);
    out.write(makeUp[part / 64 - 1]!);
    left -= part;
  }
  out.write(terminating[left]!);
}

/** The first change to black (from white) or to white at or after `from`; the row's end if there is none. */
function firstAfter(changes: readonly number[], from: number, toBlack: boolean, columns: number): number {
  const found = changes.find((position, index) => position >= from && (index % 2 === 0) === toBlack);
  return found ?? columns;
}

function changesOfRow({ data, width }: Bitmap, y: number, blackIs1: boolean): number[] {
  const row = y * bytesPerRow(width);
  const white = blackIs1 ? 1 : 0;
  const changes: number[] = [];
  let color = white;
  for (let x = 0; x < width; x++) {
    const pixel = (data[row + (x >> 3)]! >> (7 - (x & 7))) & 1;
    if (pixel !== color) changes.push(x);
    color = pixel;
  }
  return changes;
}

class BitWriter {
  readonly #bits: string[] = [];
  #length = 0;

  write(code: string): void {
    this.#bits.push(code);
    this.#length += code.length;
  }

  align(): void {
    this.write('0'.repeat((8 - (this.#length % 8)) % 8));
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.align();
    const bits = this.#bits.join('');
    const out = new Uint8Array(bits.length / 8);
    for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2);
    return out;
  }
}
