import { cffOfOpenType, openTypeWith } from '../../fonts/cff/open-type.ts';
import type { CffFont } from '../../fonts/cff/read.ts';
import { attempt } from '../../fonts/cff/refused-face.ts';
import { glyphsOfCids, subsetCff } from '../../fonts/cff/subset.ts';
import { readSfnt } from '../../fonts/sfnt.ts';
import { key } from '../../pdf/objects.ts';
import type { FontProgramFormat, SkipReason } from '../../report.ts';
import type { FontUse } from './embedded-fonts.ts';
import { refusalReason } from './face-refusal-codes.ts';
import {
  type FontItem,
  type FontOptimizer,
  type RefusedFont,
  refused,
  type TreatedFont,
} from './font-optimizer.ts';
import { foundBySimple, glyphByCid } from './glyph-needs.ts';
import { shownNames } from './shown-names.ts';

/** Minimum savings; below, rewriting a font that is already a subset gains nothing. */
const MIN_GAIN_BYTES = 2048;
const MIN_GAIN_SHARE = 0.1;

/**
 * Subsets CFF programs: removes the outlines of unused glyphs. Names and CIDs stay, and so do glyph ids,
 * except in bare CID-keyed programs, where nothing uses them. A program inside an OpenType font stays there,
 * since readers treat its hints and ids differently from a bare program's, but layout tables are removed.
 */
export const cff: FontOptimizer = {
  formats: new Set(['Type1C', 'CIDFontType0C', 'OpenType', 'TrueType']),

  treat(item) {
    const { claim, font } = item;
    const inside = cffOfOpenType(item.bytes);
    if (inside === null && IN_SFNT.has(font.format)) return refused('unsupported-font');
    const bytes = inside ?? item.bytes;
    if (claim.kind !== 'shown') return withAllGlyphs(item, inside, claim.reason);
    let doubt: SkipReason | null = null;
    let shown: ReadonlySet<number> = new Set();
    const chosen = (program: CffFont): Iterable<number> => {
      const found = inside === null ? shownGlyphs(item, program) : shownInOpenType(item, program);
      if (typeof found === 'string') doubt = found;
      else shown = new Set(found);
      return shown;
    };
    const isFoundByCid = inside === null && font.uses.every(({ kind }) => kind === 'composite');
    const subset = attempt(() => subsetCff(bytes, chosen, isFoundByCid ? 'free' : 'kept'));
    if (doubt !== null) return withAllGlyphs(item, inside, doubt);
    if (subset.kind === 'refused') return refused(refusalReason(subset.reason));
    const { glyphNames } = subset.value;
    const gain = bytes.length - subset.value.bytes.length;
    if (gain < MIN_GAIN_BYTES || gain < bytes.length * MIN_GAIN_SHARE)
      return withAllGlyphs(item, inside, 'not-smaller');
    const written = attempt(() =>
      inside === null ? subset.value.bytes : openTypeWith(subset.value.bytes, item.bytes, shown),
    );
    if (written.kind === 'refused') return refused(refusalReason(written.reason));
    return {
      ...inPlace(item, written.value),
      steps: inside === null ? ['subset'] : ['subset', 'tables-dropped'],
      isSubset: true,
      ...(glyphNames === null ? {} : { glyphNames }),
    };
  },
};

function withAllGlyphs(
  item: FontItem,
  inside: Uint8Array | null,
  reason: SkipReason,
): TreatedFont | RefusedFont {
  if (inside === null || item.claim.kind === 'typed') return refused(reason);
  const written = attempt(() => openTypeWith(inside, item.bytes, null));
  if (written.kind === 'refused') return refused(refusalReason(written.reason));
  if (written.value.length >= item.bytes.length) return refused(reason);
  return { ...inPlace(item, written.value), steps: ['tables-dropped'], isSubset: false, allGlyphs: reason };
}

/** Formats of programs inside a container of tables; one with CFF outlines may be misplaced in `/FontFile2`. */
const IN_SFNT: ReadonlySet<FontProgramFormat> = new Set(['OpenType', 'TrueType']);

function inPlace({ font: { format, programKey } }: FontItem, bytes: Uint8Array) {
  return { kind: 'treated', bytes, format, programKey, subtype: key(format) } as const;
}

/**
 * Returns every glyph that some reader may show: they take CIDs as CIDs or as glyph ids, through the font's map or not,
 * and read simple fonts by the program's names or by the tables around it.
 */
function shownInOpenType(item: FontItem, program: CffFont): Iterable<number> | SkipReason {
  const { font, usage, limits } = item;
  const glyphs = new Set<number>();
  const add = (found: Iterable<number>) => {
    for (const glyph of found) glyphs.add(glyph);
  };
  const simple = font.uses.filter(({ kind }) => kind === 'simple');
  if (simple.length > 0) {
    const named = shownGlyphs({ ...item, font: { ...font, uses: simple } }, program);
    if (typeof named === 'string') return named;
    add(named);
  }
  const tables = readSfnt(item.bytes)?.tables ?? new Map<string, Uint8Array>();
  for (const use of font.uses) {
    const codes = usage.codesOf(use.font.dict);
    if (use.kind === 'simple') {
      const found = foundBySimple(use, codes, { tables, glyphCount: program.charStrings.length }, limits);
      if (typeof found === 'string') return found;
      add(found.glyphs);
      if (found.byId) add(codes);
      continue;
    }
    const mapped = use.subtype === 'CIDFontType0' ? [] : mappedCids(use, codes, limits);
    if (typeof mapped === 'string') return mapped;
    for (const ids of [codes, mapped]) {
      add(ids);
      add(glyphsOfCids(program, ids));
    }
  }
  return [...glyphs].filter((glyph) => glyph < program.charStrings.length);
}

function mappedCids(
  use: FontUse,
  cids: ReadonlySet<number>,
  limits: FontItem['limits'],
): readonly number[] | SkipReason {
  const glyphOf = glyphByCid(use, limits);
  return typeof glyphOf === 'string' ? glyphOf : [...cids].map(glyphOf);
}

/** Returns the shown glyph ids of all fonts that use the program, or the reason why they are unknown. */
function shownGlyphs(item: FontItem, program: CffFont): Iterable<number> | SkipReason {
  const { font, usage } = item;
  if (font.uses.every(({ kind }) => kind === 'composite')) {
    if (font.uses.some(({ subtype }) => subtype !== 'CIDFontType0')) return 'unsupported-font';
    return glyphsOfCids(program, new Set(font.uses.flatMap((use) => [...usage.codesOf(use.font.dict)])));
  }
  const { named } = program;
  if (named === null) return 'unsupported-font';
  const present = new Set(named.glyphNames);
  const names = shownNames(item, { codes: named.encoding.names, has: (name) => present.has(name) });
  if (typeof names === 'string') return names;
  return [...named.glyphNames.keys()].filter((glyph) => names.shown.has(named.glyphNames[glyph]!));
}
