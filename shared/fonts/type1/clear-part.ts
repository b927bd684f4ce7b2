/** Reads the part before `eexec`: names, matrix, encoding (Adobe Type 1 Font Format, 2.2). */

import { ofLength, type Tuple } from '../../lists.ts';
import { latin1 } from '../../pdf/bytes.ts';
import type { CodeNames } from '../cff/encoding.ts';
import { refuse } from '../cff/refused-face.ts';
import { numberArray, skipProcedure } from './ps-values.ts';
import { type Token, Tokens } from './tokens.ts';

export interface Type1Header {
  readonly name: string;
  /** Strings of `/FontInfo` by key, e.g. `Notice`. */
  readonly infoStrings: ReadonlyMap<string, Uint8Array>;
  /** Numbers of `/FontInfo` by key; `isFixedPitch` is 1 or 0. */
  readonly infoNumbers: ReadonlyMap<string, number>;
  readonly fontMatrix: Tuple<number, 6>;
  readonly fontBBox: Tuple<number, 4> | null;
  /** StandardEncoding, or the codes with a glyph. */
  readonly encoding: 'standard' | CodeNames;
}

const INFO_STRINGS: ReadonlySet<string> = new Set([
  'version',
  'Notice',
  'Copyright',
  'FullName',
  'FamilyName',
  'Weight',
]);
const INFO_NUMBERS: ReadonlySet<string> = new Set([
  'ItalicAngle',
  'isFixedPitch',
  'UnderlinePosition',
  'UnderlineThickness',
]);
const MULTIPLE_MASTER: ReadonlySet<string> = new Set(['WeightVector', 'Blend', 'BlendDesignMap']);
const MAX_CODES = 256;

/** Without one of these, FreeType does not accept the program as Type 1, and readers draw another face. */
const FIRST_WORDS = /^%!(PS-AdobeFont|FontType)/;
const FIRST_WORDS_BYTES = 14;

export function clearPart(bytes: Uint8Array): { readonly header: Type1Header; readonly end: number } {
  if (!FIRST_WORDS.test(latin1(bytes, 0, Math.min(bytes.length, FIRST_WORDS_BYTES))))
    refuse('damaged', 'no %!PS-AdobeFont');
  const tokens = new Tokens(bytes);
  const infoStrings = new Map<string, Uint8Array>();
  const infoNumbers = new Map<string, number>();
  let name: string | null = null;
  let fontMatrix: Type1Header['fontMatrix'] | null = null;
  let fontBBox: Type1Header['fontBBox'] = null;
  let encoding: Type1Header['encoding'] | null = null;

  for (let token = tokens.next(); ; token = tokens.next()) {
    if (token === null) refuse('damaged', 'no eexec section');
    if (token.kind === 'word' && token.text === 'eexec') break;
    // FreeType refuses the program, and readers draw another face.
    if (token.kind === 'word' && token.text === ')') refuse('damaged', 'a parenthesis that nothing opened');
    if (token.kind === 'open') skipProcedure(tokens);
    if (token.kind !== 'name') continue;

    const key = token.text;
    if (MULTIPLE_MASTER.has(key)) refuse('multiple-master', key);
    if (key === 'FontMatrix') fontMatrix = ofLength(numberArray(tokens) ?? [], 6);
    else if (key === 'FontBBox') fontBBox = ofLength(numberArray(tokens) ?? [], 4);
    else if (key === 'Encoding') encoding = readEncoding(tokens);
    else if (key === 'FontName') name = textOf(tokens.next());
    else if (INFO_STRINGS.has(key)) {
      const value = valueIn(tokens);
      if (value?.kind === 'string') infoStrings.set(key, value.bytes);
      // FreeType takes a name too, and refuses the program for anything else.
      else if (value?.kind !== 'name') refuse('damaged', `${key} is no string`);
    } else if (INFO_NUMBERS.has(key)) {
      const value = valueIn(tokens);
      if (value?.kind === 'number') infoNumbers.set(key, value.value);
      else if (value?.kind === 'word') infoNumbers.set(key, value.text === 'true' ? 1 : 0);
    } else if (key === 'PaintType') {
      const value = valueIn(tokens);
      if (value?.kind !== 'number' || value.value !== 0) refuse('odd-paint', 'glyphs that are not filled');
    }
  }
  if (name === null || encoding === null) refuse('damaged', 'no name or no encoding');
  if (fontMatrix === null) refuse('odd-font-matrix', 'no matrix of six numbers');
  return { header: { name, infoStrings, infoNumbers, fontMatrix, fontBBox, encoding }, end: tokens.at };
}

/** The next token, with all of a procedure: FreeType refuses one that does not end. */
function valueIn(tokens: Tokens): Token | null {
  const token = tokens.next();
  if (token?.kind === 'open') skipProcedure(tokens);
  return token;
}

function textOf(token: Token | null): string | null {
  return token?.kind === 'name' ? token.text : null;
}

function readEncoding(tokens: Tokens): Type1Header['encoding'] {
  const first = tokens.next();
  if (first?.kind === 'word' && first.text === 'StandardEncoding') return 'standard';
  if (first?.kind === 'open') return namesInOrder(tokens);
  if (first?.kind !== 'number') refuse('odd-encoding', 'neither StandardEncoding nor an array');
  return namesByDup(tokens);
}

/** `[ /A /B … ]` */
function namesInOrder(tokens: Tokens): CodeNames {
  const names = new Map<number, string>();
  for (let code = 0; ; code++) {
    const token = tokens.next();
    if (token?.kind === 'close') return names;
    if (token?.kind !== 'name' || code >= MAX_CODES) refuse('odd-encoding', 'not 256 names');
    if (token.text !== '.notdef') names.set(code, token.text);
  }
}

/** `256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /A put … readonly def` */
function namesByDup(tokens: Tokens): CodeNames {
  const names = new Map<number, string>();
  for (let token = tokens.next(); ; token = tokens.next()) {
    if (token === null) refuse('damaged', 'encoding without an end');
    if (token.kind === 'open') skipProcedure(tokens);
    if (token.kind !== 'word') continue;
    if (token.text === 'def' || token.text === 'readonly') return names;
    if (token.text !== 'dup') continue;
    const code = tokens.next();
    const name = tokens.next();
    if (code?.kind !== 'number' || name?.kind !== 'name' || !(code.value in CODES)) {
      refuse('odd-encoding', 'an entry that is not a code and a name');
    }
    if (name.text === '.notdef') names.delete(code.value);
    else names.set(code.value, name.text);
  }
}

const CODES = new Uint8Array(MAX_CODES);
