import { inflate } from '../flate/inflate.ts';
import { DICTIONARY_TEXT, OTHER_BYTES_DEFLATED } from './dictionary-data.ts';

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
  unpacked ??= unpackedWords();
  return unpacked;
}

function unpackedWords(): Uint8Array {
  const others = inflate(bytesOf(OTHER_BYTES_DEFLATED), DICTIONARY_BYTES, DICTIONARY_BYTES).bytes;
  let next = 0;
  return Uint8Array.from(DICTIONARY_TEXT, (letter) =>
    letter === '~' ? others[next++]! : letter.charCodeAt(0),
  );
}

const DIGITS = '#$%&z()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[x]^_yabcdefghijklmnopqrstuvw';

function bytesOf(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    const digits = [...text.slice(at, at + 5)];
    const group = digits.reduce((sum, digit) => sum * 85 + DIGITS.indexOf(digit), 0);
    view.setUint32((at / 5) * 4, group);
  }
  return new Uint8Array(view.buffer);
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
  const start = STARTS[length]! + (id % 2 ** bits) * length;
  return { word: dictionary().subarray(start, start + length), transform: Math.floor(id / 2 ** bits) };
}
