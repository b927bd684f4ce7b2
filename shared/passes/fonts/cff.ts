import type { CffFont } from '../../fonts/cff/read.ts';
import { attempt } from '../../fonts/cff/refused-face.ts';
import { glyphsOfCids, subsetCff } from '../../fonts/cff/subset.ts';
import { key } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import { refusalReason } from './face-refusals.ts';
import { shownNames } from './shown-names.ts';
import { type FontItem, type FontTreatment, refused } from './treatment.ts';

/** Below either, a font that came as a subset would be written anew for nothing. */
const LEAST_GAIN_BYTES = 2048;
const LEAST_GAIN_SHARE = 0.1;

/**
 * CFF programs: without the outlines of glyphs that nothing shows. Glyph ids, names and CIDs stay, and what is kept
 * is kept byte for byte.
 */
export const cff: FontTreatment = {
  formats: new Set(['Type1C', 'CIDFontType0C']),

  treat(item) {
    const { claim, bytes } = item;
    if (claim.kind !== 'shown') return refused(claim.reason);
    let doubt: SkipReason | null = null;
    const subset = attempt(() =>
      subsetCff(bytes, (program) => {
        const glyphs = shownGlyphs(item, program);
        if (typeof glyphs !== 'string') return glyphs;
        doubt = glyphs;
        return program.charStrings.keys();
      }),
    );
    if (subset.kind === 'refused') return refused(refusalReason(subset.reason));
    if (doubt !== null) return refused(doubt);
    const gain = bytes.length - subset.value.bytes.length;
    if (gain < LEAST_GAIN_BYTES || gain < bytes.length * LEAST_GAIN_SHARE) return refused('not-smaller');
    const { glyphNames } = subset.value;
    return {
      kind: 'treated',
      bytes: subset.value.bytes,
      format: item.font.format,
      programKey: 'FontFile3',
      subtype: key(item.font.format),
      steps: ['subset'],
      isSubset: true,
      ...(glyphNames === null ? {} : { glyphNames }),
    };
  },
};

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
  return [...named.glyphNames.keys()].filter((glyph) => names.has(named.glyphNames[glyph]));
}
