/** Context maps: the prefix code for a block type and a context (RFC 7932, 7.3). */
import type { BitReader } from './bit-reader.ts';
import { readCount } from './block-types.ts';
import type { PrefixCode } from './prefix-table.ts';
import { readPrefixCode } from './read-prefix-code.ts';
import { BrotliError } from './stop.ts';

export interface ContextMap {
  /** Number of codes. */
  readonly codes: number;
  readonly map: Uint8Array;
}

/** @param size contexts of all block types together */
export function readContextMap(reader: BitReader, size: number): ContextMap {
  const codes = readCount(reader);
  const map = new Uint8Array(size);
  if (codes === 1) return { codes, map };
  const mostZeros = reader.take(1) === 0 ? 0 : reader.take(4) + 1;
  fill(map, reader, readPrefixCode(reader, codes + mostZeros), mostZeros);
  if (reader.take(1) === 1) undoMoveToFront(map);
  return { codes, map };
}

function fill(map: Uint8Array, reader: BitReader, code: PrefixCode, mostZeros: number): void {
  for (let at = 0; at < map.length; ) {
    const symbol = reader.symbol(code);
    if (symbol > mostZeros) {
      map[at++] = symbol - mostZeros;
      continue;
    }
    // A run of zeros, which includes symbol 0.
    at += (1 << symbol) + reader.take(symbol);
    if (at > map.length) throw new BrotliError('damaged');
  }
}

function undoMoveToFront(map: Uint8Array): void {
  const order = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const [at, index] of map.entries()) {
    const value = order[index]!;
    map[at] = value;
    order.copyWithin(1, 0, index);
    order[0] = value;
  }
}
