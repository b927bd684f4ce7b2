import { extend, type HuffmanDecoder, LOOKUP_BITS } from '../format/huffman-table.ts';
import { type BlockDecoder, DAMAGED, longCode, peek, type ScanTables } from './block-decoder.ts';

/** Sizes of 8-bit samples' DC differences and AC values (T.81, Tables F.1 and F.2). */
export const MAX_DC_SIZE = 11;
export const MAX_AC_SIZE = 10;

const SHIFT = 32 - LOOKUP_BITS;

/** Blocks of the sequential processes (T.81, F.2). */
export class SequentialDecoder implements BlockDecoder {
  readonly #dc: readonly HuffmanDecoder[];
  readonly #ac: readonly HuffmanDecoder[];
  readonly #predictions = new Int32Array(4);

  constructor(dc: readonly HuffmanDecoder[], ac: readonly HuffmanDecoder[]) {
    this.#dc = dc;
    this.#ac = ac;
  }

  /** Null when a table that the scan needs is missing. */
  static of(tables: readonly ScanTables[]): SequentialDecoder | null {
    const dc = tables.flatMap((each) => each.dc ?? []);
    const ac = tables.flatMap((each) => each.ac ?? []);
    if (dc.length < tables.length || ac.length < tables.length) return null;
    return new SequentialDecoder(dc, ac);
  }

  restart(): void {
    this.#predictions.fill(0);
  }

  block(view: DataView, start: number, index: number, coefficients: Int16Array, offset: number): number {
    let position = readDc(view, start, this.#dc[index], this.#predictions, index);
    if (position < 0) return DAMAGED;
    coefficients[offset] = this.#predictions[index];

    const ac = this.#ac[index];
    const { codes, values } = ac;
    for (let k = 1; k < 64; k += 1) {
      let bits = peek(view, position);
      const value = values[bits >>> SHIFT];
      if (value !== 0) {
        position += value & 255;
        k += (value >> 8) & 15;
        if (k > 63) return DAMAGED;
        coefficients[offset + k] = value >> 16;
        continue;
      }
      const code = codes[bits >>> SHIFT];
      let symbol = code >> 4;
      if (code !== 0) {
        position += code & 15;
        bits <<= code & 15;
      } else {
        const long = longCode(ac, bits);
        if (long < 0) return DAMAGED;
        symbol = long >> 5;
        position += long & 31;
        bits = peek(view, position);
      }
      const size = symbol & 15;
      if (size === 0) {
        if (symbol === 0) break;
        // A run without a value is 16 zeros (F.1.2.2.1); other lengths are not defined.
        if (symbol !== 0xf0) return DAMAGED;
        k += 15;
        continue;
      }
      k += symbol >> 4;
      if (k > 63 || size > MAX_AC_SIZE) return DAMAGED;
      coefficients[offset + k] = extend(bits >>> (32 - size), size);
      position += size;
    }
    return position;
  }
}

/** Reads a DC difference onto `predictions[index]` (F.2.2.1). Takes and gives a bit position. */
export function readDc(
  view: DataView,
  position: number,
  decoder: HuffmanDecoder,
  predictions: Int32Array,
  index: number,
): number {
  let bits = peek(view, position);
  const code = decoder.codes[bits >>> SHIFT];
  let size = code >> 4;
  let after = position + (code & 15);
  if (code === 0) {
    const long = longCode(decoder, bits);
    if (long < 0) return DAMAGED;
    size = long >> 5;
    after = position + (long & 31);
  }
  if (size === 0) return after;
  if (size > MAX_DC_SIZE) return DAMAGED;
  bits = peek(view, after);
  predictions[index] += extend(bits >>> (32 - size), size);
  return after + size;
}
