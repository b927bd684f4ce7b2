import { extend, type HuffmanDecoder, LOOKUP_BITS } from '../format/huffman-table.ts';
import { type BlockDecoder, DAMAGED, longCode, peek } from './block-decoder.ts';
import { MAX_AC_SIZE, readDc } from './sequential-decoder.ts';

/** Coefficients a scan of a progressive file carries, in zigzag order, both ends included. */
export interface Band {
  readonly first: number;
  readonly last: number;
}

const SHIFT = 32 - LOOKUP_BITS;

/** The high bits of DC coefficients (T.81, G.1.2.1). */
export class DcFirstDecoder implements BlockDecoder {
  readonly #tables: readonly HuffmanDecoder[];
  readonly #low: number;
  readonly #predictions = new Int32Array(4);

  constructor(tables: readonly HuffmanDecoder[], low: number) {
    this.#tables = tables;
    this.#low = low;
  }

  restart(): void {
    this.#predictions.fill(0);
  }

  block(view: DataView, position: number, index: number, coefficients: Int16Array, offset: number): number {
    const after = readDc(view, position, this.#tables[index], this.#predictions, index);
    coefficients[offset] = this.#predictions[index] << this.#low;
    return after;
  }
}

/** One more bit of every DC coefficient (G.1.2.1.1). */
export class DcRefineDecoder implements BlockDecoder {
  readonly #low: number;

  constructor(low: number) {
    this.#low = low;
  }

  restart(): void {}

  block(view: DataView, position: number, _index: number, coefficients: Int16Array, offset: number): number {
    coefficients[offset] |= (peek(view, position) >>> 31) << this.#low;
    return position + 1;
  }
}

/** The high bits of a band of AC coefficients (G.1.2.2). */
export class AcFirstDecoder implements BlockDecoder {
  readonly #table: HuffmanDecoder;
  readonly #band: Band;
  readonly #low: number;
  /** Blocks still to come that have nothing in the band. */
  #endOfBandRun = 0;

  constructor(table: HuffmanDecoder, band: Band, low: number) {
    this.#table = table;
    this.#band = band;
    this.#low = low;
  }

  restart(): void {
    this.#endOfBandRun = 0;
  }

  block(view: DataView, start: number, _index: number, coefficients: Int16Array, offset: number): number {
    if (this.#endOfBandRun > 0) {
      this.#endOfBandRun -= 1;
      return start;
    }
    const table = this.#table;
    const { codes, values } = table;
    const { first, last } = this.#band;
    const low = this.#low;
    let position = start;
    for (let k = first; k <= last; k += 1) {
      let bits = peek(view, position);
      const value = values[bits >>> SHIFT];
      if (value !== 0) {
        position += value & 255;
        k += (value >> 8) & 15;
        if (k > last) return DAMAGED;
        coefficients[offset + k] = (value >> 16) << low;
        continue;
      }
      const code = codes[bits >>> SHIFT];
      let symbol = code >> 4;
      if (code !== 0) {
        position += code & 15;
        bits <<= code & 15;
      } else {
        const long = longCode(table, bits);
        if (long < 0) return DAMAGED;
        symbol = long >> 5;
        position += long & 31;
        bits = peek(view, position);
      }
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0) {
        if (run === 15) {
          k += 15;
          continue;
        }
        // EOBn: 2^n blocks and n more bits of them, this block included (G.1.2.2)
        if (run > 0) this.#endOfBandRun = (1 << run) - 1 + (bits >>> (32 - run));
        return position + run;
      }
      k += run;
      if (k > last || size > MAX_AC_SIZE) return DAMAGED;
      coefficients[offset + k] = extend(bits >>> (32 - size), size) << low;
      position += size;
    }
    return position;
  }
}

/** One more bit of every AC coefficient of a band (G.1.2.3). */
export class AcRefineDecoder implements BlockDecoder {
  readonly #table: HuffmanDecoder;
  readonly #band: Band;
  readonly #step: number;
  #endOfBandRun = 0;

  constructor(table: HuffmanDecoder, band: Band, low: number) {
    this.#table = table;
    this.#band = band;
    this.#step = 1 << low;
  }

  restart(): void {
    this.#endOfBandRun = 0;
  }

  block(view: DataView, start: number, _index: number, coefficients: Int16Array, offset: number): number {
    const { first, last } = this.#band;
    const end = offset + last;
    let position = start;
    let at = offset + first;
    if (this.#endOfBandRun === 0) {
      while (at <= end) {
        const bits = peek(view, position);
        const code = this.#table.codes[bits >>> SHIFT];
        let symbol = code >> 4;
        position += code & 15;
        if (code === 0) {
          const long = longCode(this.#table, bits);
          if (long < 0) return DAMAGED;
          symbol = long >> 5;
          position += long & 31;
        }
        const size = symbol & 15;
        let zeros = symbol >> 4;
        let value = 0;
        if (size === 0) {
          if (zeros < 15) {
            this.#endOfBandRun = 1 << zeros;
            if (zeros > 0) this.#endOfBandRun += peek(view, position) >>> (32 - zeros);
            position += zeros;
            break;
          }
        } else {
          // "the magnitude of the newly nonzero coefficient is 1" at this bit (G.1.2.3)
          if (size > 1) return DAMAGED;
          value = peek(view, position) < 0 ? this.#step : -this.#step;
          position += 1;
        }
        // Zeros still zero are counted; coefficients that are known already take a correction bit each.
        while (at <= end) {
          if (coefficients[at] === 0) {
            if (zeros === 0) break;
            zeros -= 1;
          } else {
            position = this.#correct(view, position, coefficients, at);
          }
          at += 1;
        }
        if (at > end) return DAMAGED;
        if (value !== 0) coefficients[at] = value;
        at += 1;
      }
    }
    if (this.#endOfBandRun > 0) {
      this.#endOfBandRun -= 1;
      for (; at <= end; at += 1)
        if (coefficients[at] !== 0) position = this.#correct(view, position, coefficients, at);
    }
    return position;
  }

  #correct(view: DataView, position: number, coefficients: Int16Array, at: number): number {
    if (peek(view, position) < 0) coefficients[at] += coefficients[at] > 0 ? this.#step : -this.#step;
    return position + 1;
  }
}
