/** Reads prefix codes (RFC 7932, 3.4 and 3.5). */
import type { BitReader } from './bit-reader.ts';
import { codeOfOne, prefixCode } from './prefix-code.ts';
import type { PrefixCode } from './prefix-table.ts';
import { BrotliError } from './stop.ts';

const SIMPLE = 1;
/** Order of the lengths of the code length code. */
const CODE_LENGTH_ORDER = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** The code for those: 00 is 0, 10 is 3, 01 is 4, 110 is 2, 1110 is 1 and 1111 is 5, first bit last. */
const LENGTH_OF_LENGTHS = prefixCode(Uint8Array.of(2, 4, 3, 2, 2, 4));
/** Repeats the last length; the next code, 17, repeats zeros. */
const REPEAT_LENGTH = 16;
/** Length to repeat before any was read. */
const FIRST_LENGTH = 8;
/** A code of length n takes 2^(15 - n) of it. */
const WHOLE_CODE = 1 << 15;
const WHOLE_LENGTH_CODE = 1 << 5;

/** @param symbols size of the alphabet */
export function readPrefixCode(reader: BitReader, symbols: number): PrefixCode {
  const skipped = reader.take(2);
  return skipped === SIMPLE ? simpleCode(reader, symbols) : complexCode(reader, symbols, skipped);
}

function simpleCode(reader: BitReader, symbols: number): PrefixCode {
  const count = reader.take(2) + 1;
  const bits = 32 - Math.clz32(symbols - 1);
  const listed = Array.from({ length: count }, () => reader.take(bits));
  if (new Set(listed).size < count || listed.some((symbol) => symbol >= symbols))
    throw new BrotliError('damaged');
  const [first] = listed;
  if (count === 1 && first !== undefined) return codeOfOne(first);
  const lengths = new Uint8Array(symbols);
  const shape = SIMPLE_SHAPES[count === 4 ? 4 + reader.take(1) : count]!;
  for (const [index, symbol] of listed.entries()) lengths[symbol] = shape[index]!;
  return prefixCode(lengths);
}

/** Code lengths by number of symbols, in the order of the symbols; four symbols have two shapes. */
const SIMPLE_SHAPES: readonly (readonly number[])[] = [[], [], [1, 1], [1, 2, 2], [2, 2, 2, 2], [1, 2, 3, 3]];

function complexCode(reader: BitReader, symbols: number, skipped: number): PrefixCode {
  const codeLengths = readCodeLengths(reader, skipped);
  const lengths = new Uint8Array(symbols);
  let last = FIRST_LENGTH;
  let left = WHOLE_CODE;
  let repeated: { readonly code: number; readonly times: number } | null = null;
  for (let symbol = 0; left > 0; ) {
    const code = reader.symbol(codeLengths);
    if (code < REPEAT_LENGTH) {
      if (symbol >= symbols) throw new BrotliError('damaged');
      lengths[symbol++] = code;
      repeated = null;
      if (code > 0) {
        last = code;
        left -= WHOLE_CODE >> code;
      }
      continue;
    }
    const bits = code - REPEAT_LENGTH + 2;
    // A second code in a row continues the count: "the number of repetitions is (previous - 2) * 4 + 3 + bits".
    const before: number = repeated?.code === code ? repeated.times : 0;
    const times: number = (before > 0 ? (before - 2) << bits : 0) + 3 + reader.take(bits);
    repeated = { code, times };
    const more = times - before;
    if (symbol + more > symbols) throw new BrotliError('damaged');
    if (code === REPEAT_LENGTH) {
      lengths.fill(last, symbol, symbol + more);
      left -= more * (WHOLE_CODE >> last);
    }
    symbol += more;
    if (symbol === symbols && left > 0) throw new BrotliError('damaged');
  }
  if (left < 0) throw new BrotliError('damaged');
  return prefixCode(lengths);
}

/** Reads the code length code. */
function readCodeLengths(reader: BitReader, skipped: number): PrefixCode {
  const lengths = new Uint8Array(CODE_LENGTH_ORDER.length);
  let left = WHOLE_LENGTH_CODE;
  let used = 0;
  for (const symbol of CODE_LENGTH_ORDER.slice(skipped)) {
    const length = reader.symbol(LENGTH_OF_LENGTHS);
    lengths[symbol] = length;
    if (length === 0) continue;
    used += 1;
    left -= WHOLE_LENGTH_CODE >> length;
    if (left <= 0) break;
  }
  // "If there is only one, its code has zero length."
  if (used === 1) return codeOfOne(lengths.findIndex((length) => length > 0));
  if (left !== 0) throw new BrotliError('damaged');
  return prefixCode(lengths);
}
