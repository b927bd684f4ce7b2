/** Proves that a written CFF program equals the Type 1 program it was made from. */
import { CharStringReader } from '../cff/charstring-read.ts';
import { dictOperands, TOP } from '../cff/dict.ts';
import type { CodeNames } from '../cff/encoding.ts';
import { type Glyph, sameGlyph, sameNumbers } from '../cff/glyph.ts';
import { readCff } from '../cff/read.ts';
import { refuse } from '../cff/refused-face.ts';
import { hintingOf, saidHinting } from './dict-entries.ts';
import type { Type1Font } from './read.ts';

export interface Face {
  readonly font: Type1Font;
  readonly glyphs: ReadonlyMap<string, Glyph>;
  /** The built-in encoding. */
  readonly codes: CodeNames;
}

const DEFAULT_MATRIX = [0.001, 0, 0, 0.001, 0, 0];

/** Reads the program back: every glyph, code, zone and hinting value must be the same. */
export function proveSameFace({ font, glyphs, codes }: Face, written: Uint8Array): void {
  const cff = readCff(written);
  const names = cff.named?.glyphNames ?? [];
  if (names.length !== glyphs.size) refuse('not-equal', 'number of glyphs');
  const reader = new CharStringReader(cff);
  for (const [index, name] of names.entries()) {
    const glyph = glyphs.get(name);
    if (glyph === undefined || !sameGlyph(glyph, reader.glyph(index))) refuse('not-equal', `glyph ${name}`);
  }
  const matrix = dictOperands(cff.top, TOP.fontMatrix) ?? DEFAULT_MATRIX;
  if (!sameNumbers(matrix, font.fontMatrix)) refuse('not-equal', 'FontMatrix');

  const writtenCodes = cff.named?.encoding.names ?? new Map<number, string>();
  const kept = [...codes].filter(([, name]) => glyphs.has(name));
  if (kept.length !== writtenCodes.size || kept.some(([code, name]) => writtenCodes.get(code) !== name)) {
    refuse('not-equal', 'encoding');
  }
  const said = saidHinting(font.hinting);
  const writtenHinting = hintingOf((operator) => dictOperands(cff.parts[0]!.private, operator));
  if (said.size !== writtenHinting.size) refuse('not-equal', 'hinting');
  for (const [key, values] of said) {
    if (!sameNumbers(values, writtenHinting.get(key) ?? [])) refuse('not-equal', key);
  }
}
