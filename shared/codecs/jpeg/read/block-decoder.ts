import type { HuffmanDecoder } from '../format/huffman-table.ts';

/** Reads one kind of scan, block by block. */
export interface BlockDecoder {
  /** A restart interval begins: predictions and runs start anew (T.81, F.2.1.3.1, G.2.1). */
  restart(): void;
  /**
   * Reads one block of the scan's component `index` into `coefficients` at `offset`. Takes and gives a bit
   * position; a negative one means the data is damaged.
   */
  block(view: DataView, position: number, index: number, coefficients: Int16Array, offset: number): number;
}

/** The tables a scan component uses; a table that its scan does not need may be missing. */
export interface ScanTables {
  readonly dc: HuffmanDecoder | undefined;
  readonly ac: HuffmanDecoder | undefined;
}

export const DAMAGED = -1;

/** The next bits at a bit position, left-aligned; at least 25 of the 32 are real. */
export function peek(view: DataView, position: number): number {
  return view.getInt32(position >>> 3) << (position & 7);
}

/** Codes too long for the look-up: symbol << 5 | length, or `DAMAGED` when no code begins with these bits. */
export function longCode({ limits, offsets, symbols }: HuffmanDecoder, bits: number): number {
  const code = bits >>> 16;
  for (let length = 1; length <= 16; length += 1) {
    if (code < limits[length]) return (symbols[(code >>> (16 - length)) + offsets[length]] << 5) | length;
  }
  return DAMAGED;
}
