import type { Inflated } from '../../codecs/flate/inflated.ts';
import {
  type BlockTables,
  codeLengthTable,
  dynamicTables,
  fixedTables,
  type HuffmanTable,
  KIND_END,
  KIND_LITERAL,
  KIND_SUBTABLE,
} from './plain-inflate-tables.ts';

// RFC 1951, 3.2.7
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Inflates deflate data (RFC 1951) one symbol at a time, as far as it is valid.
 * @param start offset of the data
 * @param room initial output size, which grows if needed
 */
export function plainInflate(data: Uint8Array, start: number, maxBytes: number, room: number): Inflated {
  const inflater = new Inflater(data, start, maxBytes, room);
  const stop = inflater.run();
  const { out, outEnd } = inflater;
  return { bytes: out.subarray(0, outEnd), damaged: stop === 'damaged', tooLarge: stop === 'too-large' };
}

/** End of a block or of the data. */
type Stop = 'end' | 'damaged' | 'too-large';

class Inflater {
  readonly data: Uint8Array;
  position: number;
  hold = 0;
  held = 0;
  out: Uint8Array;
  outEnd = 0;
  readonly #maxBytes: number;

  constructor(data: Uint8Array, start: number, maxBytes: number, room: number) {
    this.data = data;
    this.position = start;
    this.out = new Uint8Array(Math.min(room, maxBytes));
    this.#maxBytes = maxBytes;
  }

  run(): Stop {
    for (;;) {
      const last = this.#take(1);
      const type = this.#take(2);
      if (last < 0 || type < 0 || type === 3) return 'damaged';
      const stop = type === 0 ? this.#stored() : this.#coded(type === 1 ? fixedTables() : this.#dynamic());
      if (stop !== 'end' || last === 1) return stop;
    }
  }

  /** RFC 1951, 3.2.4. */
  #stored(): Stop {
    this.position -= this.held >> 3;
    this.hold = 0;
    this.held = 0;
    const { data } = this;
    const at = this.position;
    if (at + 4 > data.length) return 'damaged';
    const length = data[at]! | (data[at + 1]! << 8);
    const inverse = data[at + 2]! | (data[at + 3]! << 8);
    if ((length ^ inverse) !== 0xffff) return 'damaged';
    const from = at + 4;
    const available = Math.min(length, data.length - from);
    const room = this.#room(available);
    this.out.set(data.subarray(from, from + room), this.outEnd);
    this.outEnd += room;
    this.position = from + room;
    if (room < available) return 'too-large';
    return available < length ? 'damaged' : 'end';
  }

  #coded(tables: BlockTables | null): Stop {
    if (tables === null) return 'damaged';
    for (;;) {
      const stop = this.#symbol(tables);
      if (stop !== null) return stop;
    }
  }

  /** Decodes one symbol, checking for the end of data and memory; null if more may follow. */
  #symbol({ literals, distances }: BlockTables): Stop | null {
    const code = this.#lookUp(literals);
    if (code === 0) return 'damaged';
    const kind = (code >>> 4) & 3;
    if (kind === KIND_END) return 'end';
    if (kind === KIND_LITERAL) {
      if (this.#room(1) === 0) return 'too-large';
      this.out[this.outEnd++] = code >>> 10;
      return null;
    }
    const lengthRest = this.#take((code >>> 6) & 15);
    if (lengthRest < 0) return 'damaged';
    const length = (code >>> 10) + lengthRest;
    const far = this.#lookUp(distances);
    if (far === 0) return 'damaged';
    const farRest = this.#take((far >>> 6) & 15);
    const distance = (far >>> 10) + farRest;
    if (farRest < 0 || distance > this.outEnd) return 'damaged';
    const room = this.#room(length);
    const { out } = this;
    for (const end = this.outEnd + room; this.outEnd < end; this.outEnd++) {
      out[this.outEnd] = out[this.outEnd - distance]!;
    }
    return room < length ? 'too-large' : null;
  }

  /** Reads the code lengths of a dynamic block (RFC 1951, 3.2.7); null if they are invalid. */
  #dynamic(): BlockTables | null {
    const literalCount = this.#take(5) + 257;
    const distanceCount = this.#take(5) + 1;
    const lengthCount = this.#take(4) + 4;
    if (literalCount < 257 || distanceCount < 1 || lengthCount < 4) return null;
    if (literalCount > 286 || distanceCount > 30) return null;

    const codeLengths = new Uint8Array(19);
    for (let i = 0; i < lengthCount; i++) {
      const bits = this.#take(3);
      if (bits < 0) return null;
      codeLengths[CODE_LENGTH_ORDER[i]!] = bits;
    }
    const lengthTable = codeLengthTable(codeLengths);
    if (lengthTable === null) return null;

    const lengths = new Uint8Array(literalCount + distanceCount);
    for (let i = 0; i < lengths.length; ) {
      const found = this.#lookUp(lengthTable);
      if (found === 0) return null;
      const symbol = found >>> 10;
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      const extra = this.#take(symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
      const repeat = (symbol === 18 ? 11 : 3) + extra;
      if (extra < 0 || i + repeat > lengths.length || (symbol === 16 && i === 0)) return null;
      if (symbol === 16) lengths.fill(lengths[i - 1]!, i, i + repeat);
      i += repeat;
    }
    return dynamicTables(lengths.subarray(0, literalCount), lengths.subarray(literalCount));
  }

  /** Returns the entry of the next code and consumes its bits; 0 if there is none, or the data has ended. */
  #lookUp({ entries, rootBits }: HuffmanTable): number {
    this.#fill(15);
    let code = entries[this.hold & ((1 << rootBits) - 1)]!;
    if (((code >>> 4) & 3) === KIND_SUBTABLE) {
      code = entries[(code >>> 10) + ((this.hold >>> rootBits) & ((1 << ((code >>> 6) & 15)) - 1))]!;
    }
    const bits = code & 15;
    if (bits > this.held) return 0;
    this.hold >>>= bits;
    this.held -= bits;
    return bits === 0 ? 0 : code;
  }

  /** Returns the next bits as a number; -1 at the end of the data. */
  #take(bits: number): number {
    this.#fill(bits);
    if (this.held < bits) return -1;
    const value = this.hold & ((1 << bits) - 1);
    this.hold >>>= bits;
    this.held -= bits;
    return value;
  }

  #fill(bits: number): void {
    while (this.held < bits && this.position < this.data.length) {
      this.hold |= this.data[this.position++]! << this.held;
      this.held += 8;
    }
  }

  /** Makes room for `bytes` more; returns how many are allowed. */
  #room(bytes: number): number {
    const needed = this.outEnd + bytes;
    if (needed > this.out.length && this.out.length < this.#maxBytes) {
      const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.out.length * 2)));
      larger.set(this.out.subarray(0, this.outEnd));
      this.out = larger;
    }
    return Math.min(bytes, this.out.length - this.outEnd);
  }
}
