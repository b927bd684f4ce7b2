/** Transforms of dictionary words (RFC 7932, 8 and appendix B). */

type Change = (word: Uint8Array) => Uint8Array;

const whole: Change = (word) => word;

const upperFirst: Change = (word) => {
  const changed = word.slice();
  raise(changed, 0);
  return changed;
};

const upperAll: Change = (word) => {
  const changed = word.slice();
  for (let at = 0; at < changed.length; ) at += raise(changed, at);
  return changed;
};

/** Omits bytes at the beginning and the end. */
const without =
  (first: number, last: number): Change =>
  (word) =>
    word.subarray(first, Math.max(first, word.length - last));

/**
 * "Ferments" the character at a position: makes an ASCII letter uppercase, and changes UTF-8 characters
 * likewise. Returns its length in bytes.
 */
function raise(word: Uint8Array, at: number): number {
  const byte = word[at]!;
  if (byte < 192) {
    if (byte >= 97 && byte <= 122) word[at] = byte ^ 32;
    return 1;
  }
  const isOfTwo = byte < 224;
  const changed = isOfTwo ? at + 1 : at + 2;
  if (changed < word.length) word[changed]! ^= isOfTwo ? 32 : 5;
  return isOfTwo ? 2 : 3;
}

/** Prefix, transform of the word, suffix. */
const TRANSFORMS: readonly (readonly [string, Change, string])[] = [
  ['', whole, ''],
  ['', whole, ' '],
  [' ', whole, ' '],
  ['', without(1, 0), ''],
  ['', upperFirst, ' '],
  ['', whole, ' the '],
  [' ', whole, ''],
  ['s ', whole, ' '],
  ['', whole, ' of '],
  ['', upperFirst, ''],
  ['', whole, ' and '],
  ['', without(2, 0), ''],
  ['', without(0, 1), ''],
  [', ', whole, ' '],
  ['', whole, ', '],
  [' ', upperFirst, ' '],
  ['', whole, ' in '],
  ['', whole, ' to '],
  ['e ', whole, ' '],
  ['', whole, '"'],
  ['', whole, '.'],
  ['', whole, '">'],
  ['', whole, '\n'],
  ['', without(0, 3), ''],
  ['', whole, ']'],
  ['', whole, ' for '],
  ['', without(3, 0), ''],
  ['', without(0, 2), ''],
  ['', whole, ' a '],
  ['', whole, ' that '],
  [' ', upperFirst, ''],
  ['', whole, '. '],
  ['.', whole, ''],
  [' ', whole, ', '],
  ['', without(4, 0), ''],
  ['', whole, ' with '],
  ['', whole, "'"],
  ['', whole, ' from '],
  ['', whole, ' by '],
  ['', without(5, 0), ''],
  ['', without(6, 0), ''],
  [' the ', whole, ''],
  ['', without(0, 4), ''],
  ['', whole, '. The '],
  ['', upperAll, ''],
  ['', whole, ' on '],
  ['', whole, ' as '],
  ['', whole, ' is '],
  ['', without(0, 7), ''],
  ['', without(0, 1), 'ing '],
  ['', whole, '\n\t'],
  ['', whole, ':'],
  [' ', whole, '. '],
  ['', whole, 'ed '],
  ['', without(9, 0), ''],
  ['', without(7, 0), ''],
  ['', without(0, 6), ''],
  ['', whole, '('],
  ['', upperFirst, ', '],
  ['', without(0, 8), ''],
  ['', whole, ' at '],
  ['', whole, 'ly '],
  [' the ', whole, ' of '],
  ['', without(0, 5), ''],
  ['', without(0, 9), ''],
  [' ', upperFirst, ', '],
  ['', upperFirst, '"'],
  ['.', whole, '('],
  ['', upperAll, ' '],
  ['', upperFirst, '">'],
  ['', whole, '="'],
  [' ', whole, '.'],
  ['.com/', whole, ''],
  [' the ', whole, ' of the '],
  ['', upperFirst, "'"],
  ['', whole, '. This '],
  ['', whole, ','],
  ['.', whole, ' '],
  ['', upperFirst, '('],
  ['', upperFirst, '.'],
  ['', whole, ' not '],
  [' ', whole, '="'],
  ['', whole, 'er '],
  [' ', upperAll, ' '],
  ['', whole, 'al '],
  [' ', upperAll, ''],
  ['', whole, "='"],
  ['', upperAll, '"'],
  ['', upperFirst, '. '],
  [' ', whole, '('],
  ['', whole, 'ful '],
  [' ', upperFirst, '. '],
  ['', whole, 'ive '],
  ['', whole, 'less '],
  ['', upperAll, "'"],
  ['', whole, 'est '],
  [' ', upperFirst, '.'],
  ['', upperAll, '">'],
  [' ', whole, "='"],
  ['', upperFirst, ','],
  ['', whole, 'ize '],
  ['', upperAll, '.'],
  ['\xc2\xa0', whole, ''],
  [' ', whole, ','],
  ['', upperFirst, '="'],
  ['', upperAll, '="'],
  ['', whole, 'ous '],
  ['', upperAll, ', '],
  ['', upperFirst, "='"],
  [' ', upperFirst, ','],
  [' ', upperAll, '="'],
  [' ', upperAll, ', '],
  ['', upperAll, ','],
  ['', upperAll, '('],
  ['', upperAll, '. '],
  [' ', upperAll, '.'],
  ['', upperAll, "='"],
  [' ', upperAll, '. '],
  [' ', upperFirst, '="'],
  [' ', upperAll, "='"],
  [' ', upperFirst, "='"],
];

/** Null for an undefined transform. */
export function transformed(word: Uint8Array, transform: number): Uint8Array | null {
  const found = TRANSFORMS[transform];
  if (found === undefined) return null;
  const [before, change, behind] = found;
  return Uint8Array.of(...latin1(before), ...change(word), ...latin1(behind));
}

function latin1(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
