/** Reads the encrypted part: hinting zones, subroutines, glyphs (Adobe Type 1 Font Format, 2.4 to 2.6 and 5). */
import { isWhite, sameBytes } from '../../pdf/bytes.ts';
import { refuse } from '../cff/refused-face.ts';
import { CHARSTRING_KEY, decrypt } from './eexec.ts';
import { numberArray, skipProcedure } from './ps-values.ts';
import { Tokens } from './tokens.ts';

export interface Type1Private {
  /** Hinting entries of the Private dictionary, as arrays; `ForceBold` is 1 or 0. */
  readonly hinting: ReadonlyMap<string, readonly number[]>;
  /** Decrypted, by number; numbers may be missing. */
  readonly subrs: ReadonlyMap<number, Uint8Array>;
  /** Decrypted, by glyph name, in the font's order. */
  readonly charStrings: ReadonlyMap<string, Uint8Array>;
}

const ARRAYS: ReadonlySet<string> = new Set([
  'BlueValues',
  'OtherBlues',
  'FamilyBlues',
  'FamilyOtherBlues',
  'StdHW',
  'StdVW',
  'StemSnapH',
  'StemSnapV',
]);
const NUMBERS: ReadonlySet<string> = new Set([
  'BlueScale',
  'BlueShift',
  'BlueFuzz',
  'LanguageGroup',
  'ExpansionFactor',
]);
const DEFAULT_RANDOM_BYTES = 4;
const MAX_GLYPHS = 65535;

export function readPrivatePart(plain: Uint8Array): Type1Private {
  const tokens = new Tokens(plain);
  const hinting = new Map<string, readonly number[]>();
  let randomBytes = DEFAULT_RANDOM_BYTES;
  let subrs: Map<number, Uint8Array> | null = null;
  let charStrings: Map<string, Uint8Array> | null = null;
  let glyphsEnd = 0;

  for (let token = tokens.next(); ; token = tokens.next()) {
    if (token === null) {
      // Readers that find noise before `closefile` refuse the program and draw another face.
      if (hasNoise(plain.subarray(glyphsEnd))) refuse('damaged', 'no closefile');
      break;
    }
    // The trailer follows, which decrypts to noise.
    if (token.kind === 'word' && token.text === 'closefile') break;
    if (token.kind === 'open') skipProcedure(tokens);
    if (token.kind !== 'name') continue;

    const key = token.text;
    if (ARRAYS.has(key)) set(hinting, key, numberArray(tokens));
    else if (NUMBERS.has(key)) set(hinting, key, oneNumber(tokens));
    else if (key === 'ForceBold') set(hinting, key, oneBoolean(tokens));
    else if (key === 'lenIV') randomBytes = oneNumber(tokens)?.[0] ?? refuse('odd-private', 'lenIV');
    else if (key === 'Subrs') {
      if (subrs !== null) refuse('several-fonts', 'two sets of subroutines');
      subrs = readSubrs(tokens, randomBytes);
    } else if (key === 'CharStrings') {
      if (charStrings !== null) refuse('several-fonts', 'two sets of glyphs');
      charStrings = readCharStrings(tokens, randomBytes);
      glyphsEnd = tokens.at;
    }
  }
  if (charStrings === null) refuse('damaged', 'no glyphs');
  return { hinting, subrs: subrs ?? new Map(), charStrings };
}

function hasNoise(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte > 0x7e || (byte < 0x20 && !isWhite(byte)));
}

function set(hinting: Map<string, readonly number[]>, key: string, value: readonly number[] | null): void {
  if (value === null) refuse('odd-private', `${key} is computed`);
  hinting.set(key, value);
}

function oneNumber(tokens: Tokens): readonly number[] | null {
  const token = tokens.next();
  return token?.kind === 'number' ? [token.value] : null;
}

function oneBoolean(tokens: Tokens): readonly number[] | null {
  const token = tokens.next();
  if (token?.kind !== 'word' || (token.text !== 'true' && token.text !== 'false')) return null;
  return [token.text === 'true' ? 1 : 0];
}

/** `43 array dup 0 15 RD … NP dup 1 …` */
function readSubrs(tokens: Tokens, randomBytes: number): Map<number, Uint8Array> {
  const subrs = new Map<number, Uint8Array>();
  const count = tokens.next();
  if (count?.kind === 'open') {
    skipProcedure(tokens);
    return subrs;
  }
  if (count?.kind !== 'number') refuse('damaged', 'Subrs without a count');
  tokens.next();
  for (;;) {
    const start = tokens.at;
    const dup = tokens.next();
    if (dup?.kind !== 'word' || dup.text !== 'dup') {
      tokens.at = start;
      return subrs;
    }
    const index = tokens.next();
    if (index?.kind !== 'number' || !Number.isInteger(index.value) || index.value < 0) {
      refuse('damaged', 'subroutine without a number');
    }
    subrs.set(index.value, binary(tokens, randomBytes));
    // `NP`, `|` or `noaccess put`.
    tokens.next();
    const afterPut = tokens.at;
    const put = tokens.next();
    if (put?.kind !== 'word' || put.text !== 'put') tokens.at = afterPut;
  }
}

/** `269 dict dup begin /A 120 RD … ND … end` */
function readCharStrings(tokens: Tokens, randomBytes: number): Map<string, Uint8Array> {
  const charStrings = new Map<string, Uint8Array>();
  for (let token = tokens.next(); ; token = tokens.next()) {
    if (token === null) refuse('damaged', 'glyphs without an end');
    if (token.kind === 'word' && token.text === 'end') return charStrings;
    if (token.kind !== 'name') continue;
    if (charStrings.size === MAX_GLYPHS) refuse('too-complex', 'too many glyphs');
    const charString = binary(tokens, randomBytes);
    const known = charStrings.get(token.text);
    // Readers differ on which of two they show.
    if (known !== undefined && !sameBytes(known, charString))
      refuse('several-fonts', `two glyphs ${token.text}`);
    charStrings.set(token.text, charString);
  }
}

/** `15 RD` and a space, then 15 bytes. The operator's name may differ. */
function binary(tokens: Tokens, randomBytes: number): Uint8Array {
  const length = tokens.next();
  const read = tokens.next();
  if (length?.kind !== 'number' || !Number.isInteger(length.value) || read?.kind !== 'word') {
    refuse('damaged', 'charstring without a length');
  }
  const start = tokens.at + 1;
  const end = start + length.value;
  if (length.value < Math.max(randomBytes, 0) || end > tokens.bytes.length)
    refuse('damaged', 'charstring cut off');
  tokens.at = end;
  const bytes = tokens.bytes.subarray(start, end);
  // A negative lenIV means that charstrings are not encrypted.
  return randomBytes < 0 ? bytes : decrypt(bytes, CHARSTRING_KEY, randomBytes);
}
