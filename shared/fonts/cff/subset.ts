/**
 * Subsets a CFF program. Glyph ids, names, CIDs, codes and subroutine numbers stay: unused charstrings become
 * empty glyphs, unused subroutines become empty. Nothing that is kept is rewritten. If ids are free,
 * `renumbered.ts` removes the gaps.
 */
import { CharStringReader, subrBias } from './charstring-read.ts';
import { renumberedCff, type SubrLists } from './cid/renumbered.ts';
import { type Glyph, sameGlyph } from './glyph.ts';
import { type CffFont, readCff } from './read.ts';
import { refuse } from './refused-face.ts';
import { proveSameFrame } from './same-frame.ts';
import { STANDARD_ENCODING } from './standard-strings.ts';
import { writeCff } from './write.ts';

const ENDCHAR = Uint8Array.of(14);
const RETURN = Uint8Array.of(11);

export interface SubsetFace {
  readonly bytes: Uint8Array;
  /** Names of the kept glyphs; null for CID-keyed fonts. */
  readonly glyphNames: readonly string[] | null;
}

/**
 * Treatment of glyph ids. Readers find the glyphs of a bare CID-keyed program by CID (ISO 32000-2, 9.7.4.2),
 * so its ids may be `free`: unused glyphs leave no gap.
 */
export type GlyphIds = 'kept' | 'free';

/** `shown` selects glyphs of the font; .notdef and parts of accented characters are added. */
export function subsetCff(
  bytes: Uint8Array,
  shown: (font: CffFont) => Iterable<number>,
  ids: GlyphIds = 'kept',
): SubsetFace {
  const font = readCff(bytes);
  const closure = new Closure(font);
  closure.add(0);
  for (const glyph of shown(font)) closure.add(glyph);
  if (ids === 'free' && font.named === null)
    return { bytes: renumberedCff(font, closure.glyphs, (part) => closure.subrsOf(part)), glyphNames: null };

  const written = writeCff({
    name: font.name,
    top: font.top,
    strings: font.strings,
    globalSubrs: neededSubrs(font.globalSubrs, closure.globalSubrs),
    charStrings: font.charStrings.map((code, glyph) => (closure.glyphs.has(glyph) ? code : ENDCHAR)),
    charset: font.charset.data,
    encoding: font.named?.encoding.data ?? null,
    parts: font.parts.map((part, index) => ({
      ...part,
      subrs: neededSubrs(part.subrs, closure.localSubrs[index]!),
    })),
    fdSelect: font.fdSelect?.data ?? null,
  });
  prove(font, closure.glyphs, written);
  const glyphNames = font.named?.glyphNames.filter((_, glyph) => closure.glyphs.has(glyph)) ?? null;
  return { bytes: written, glyphNames };
}

/** The kept glyphs, with the subroutines that they call. */
class Closure {
  readonly glyphs = new Map<number, Glyph>();
  readonly globalSubrs = new Set<number>();
  readonly localSubrs: readonly Set<number>[];
  readonly #font: CffFont;
  readonly #reader: CharStringReader;

  constructor(font: CffFont) {
    this.#font = font;
    this.#reader = new CharStringReader(font);
    this.localSubrs = font.parts.map(() => new Set<number>());
  }

  add(glyph: number): void {
    if (this.glyphs.has(glyph) || glyph >= this.#font.charStrings.length) return;
    const local = this.localSubrs[this.#font.fdSelect?.parts[glyph] ?? 0]!;
    const read = this.#reader.glyph(glyph, { global: this.globalSubrs, local });
    this.glyphs.set(glyph, read);
    if (read.accent === null) return;
    for (const code of [read.accent.base, read.accent.accent]) this.add(this.#standardGlyph(code));
  }

  /** Returns the needed subroutines at their original numbers: those of a part, and the global ones. */
  subrsOf(part: number): SubrLists {
    return {
      local: neededSubrs(this.#font.parts[part]!.subrs, this.localSubrs[part]!),
      global: neededSubrs(this.#font.globalSubrs, this.globalSubrs),
    };
  }

  #standardGlyph(code: number): number {
    const name = STANDARD_ENCODING[code];
    const glyph = name === undefined ? -1 : (this.#font.named?.glyphNames.indexOf(name) ?? -1);
    return glyph < 0 ? refuse('odd-charstring', `no glyph for ${code} of StandardEncoding`) : glyph;
  }
}

/** Keeps the numbers: the list stays long enough for the same bias. */
function neededSubrs(subrs: readonly Uint8Array[], needed: ReadonlySet<number>): readonly Uint8Array[] {
  if (needed.size === 0) return [];
  const bias = subrBias(subrs.length);
  const last = [...needed].reduce((most, each) => Math.max(most, each));
  const fewest = bias === 107 ? 0 : bias === 1131 ? 1240 : 33900;
  return subrs.slice(0, Math.max(last + 1, fewest)).map((code, index) => (needed.has(index) ? code : RETURN));
}

function prove(font: CffFont, glyphs: ReadonlyMap<number, Glyph>, written: Uint8Array): void {
  const after = readCff(written);
  proveSameFrame(font, after);
  const reader = new CharStringReader(after);
  for (const [glyph, before] of glyphs) {
    if (!sameGlyph(before, reader.glyph(glyph))) refuse('not-equal', `glyph ${glyph}`);
  }
}

/** Maps CIDs to glyphs of a CID-keyed font. In other fonts, CIDs are glyph ids (ISO 32000-2, 9.7.4.2). */
export function glyphsOfCids(font: CffFont, cids: Iterable<number>): readonly number[] {
  if (font.named !== null) return [...cids];
  const glyphs = new Map(font.charset.ids.map((cid, glyph) => [cid, glyph]));
  return [...cids].flatMap((cid) => glyphs.get(cid) ?? []);
}
