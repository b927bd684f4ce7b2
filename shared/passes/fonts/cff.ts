import { cffOfOpenType, openTypeWith } from '../../fonts/cff/open-type.ts';
import type { CffFont } from '../../fonts/cff/read.ts';
import { attempt } from '../../fonts/cff/refused-face.ts';
import { glyphsOfCids, subsetCff } from '../../fonts/cff/subset/subset.ts';
import { key } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import { refusalReason } from './face-refusals.ts';
import {
  type FontItem,
  type FontOptimizer,
  type RefusedFont,
  refused,
  type TreatedFont,
} from './font-optimizer.ts';
import { shownNames } from './shown-names.ts';

/** Below either, a font that came as a subset would be written anew for nothing. */
const MIN_GAIN_BYTES = 2048;
const MIN_GAIN_SHARE = 0.1;

/**
 * CFF programs: without the outlines of glyphs that nothing shows. Names and CIDs stay, and so do glyph ids but in bare CID-keyed
 * programs, where nothing asks for them. Inside an OpenType font they stay there, since readers treat its hints and ids in another
 * way than a bare program's, but tables for layout go.
 */
export const cff: FontOptimizer = {
  formats: new Set(['Type1C', 'CIDFontType0C', 'OpenType']),

  treat(item) {
    const { claim, font } = item;
    const inside = cffOfOpenType(item.bytes);
    if (inside === null && font.format === 'OpenType') return refused('unsupported-font');
    const bytes = inside ?? item.bytes;
    if (claim.kind !== 'shown') return withAllGlyphs(item, inside, claim.reason);
    let doubt: SkipReason | null = null;
    const chosen = (program: CffFont): Iterable<number> => {
      const glyphs = inside === null ? shownGlyphs(item, program) : shownInOpenType(item, program);
      if (typeof glyphs !== 'string') return glyphs;
      doubt = glyphs;
      return [];
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
      inside === null ? subset.value.bytes : openTypeWith(subset.value.bytes, item.bytes),
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
  const written = attempt(() => openTypeWith(inside, item.bytes));
  if (written.kind === 'refused') return refused(refusalReason(written.reason));
  if (written.value.length >= item.bytes.length) return refused(reason);
  return { ...inPlace(item, written.value), steps: ['tables-dropped'], isSubset: false, allGlyphs: reason };
}

function inPlace({ font: { format, programKey } }: FontItem, bytes: Uint8Array) {
  return { kind: 'treated', bytes, format, programKey, subtype: key(format) } as const;
}

/** Some readers take CIDs for glyph ids there, whatever the program says; simple fonts may be read by its `cmap`. */
function shownInOpenType(item: FontItem, program: CffFont): Iterable<number> | SkipReason {
  if (item.font.uses.some(({ kind }) => kind === 'simple')) return 'unsupported-font';
  const glyphs = shownGlyphs(item, program);
  if (typeof glyphs === 'string') return glyphs;
  return [...glyphs, ...item.font.uses.flatMap((use) => [...item.usage.codesOf(use.font.dict)])];
}

/** Glyph ids, over all fonts that use the program; or why they cannot be told. */
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
  return [...named.glyphNames.keys()].filter((glyph) => names.shown.has(named.glyphNames[glyph]));
}
