import { inflate } from '../flate/inflate.ts';
import { DICTIONARY_DEFLATED } from './dictionary-data.ts';

/** Total bytes of all words (RFC 7932, appendix A). */
export const DICTIONARY_BYTES = 122_784;

/** Indexed by word length, from 0 to 24: bits of a word number; 0 if there are no words. */
const INDEX_BITS = [0, 0, 0, 0, 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];
const STARTS = INDEX_BITS.map((_, length) =>
  INDEX_BITS.slice(0, length).reduce((start, bits, each) => start + (bits === 0 ? 0 : each << bits), 0),
);

let unpacked: Uint8Array | undefined;

/** The static dictionary, decoded on first use. */
export function dictionary(): Uint8Array {
  unpacked ??= inflate(
    Uint8Array.from(atob(DICTIONARY_DEFLATED), (character) => character.charCodeAt(0)),
    DICTIONARY_BYTES,
    DICTIONARY_BYTES,
  ).bytes;
  return unpacked;
}

export interface DictionaryWord {
  readonly word: Uint8Array;
  /** Number of the transform to apply. */
  readonly transform: number;
}

/** Resolves a distance beyond all data (RFC 7932, 8); null if there are no words of this length. */
export function dictionaryWord(length: number, id: number): DictionaryWord | null {
  const bits = INDEX_BITS[length] ?? 0;
  if (bits === 0) return null;
  const start = STARTS[length] + (id % 2 ** bits) * length;
  return { word: dictionary().subarray(start, start + length), transform: Math.floor(id / 2 ** bits) };
}
