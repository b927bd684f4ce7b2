import { attempt } from '../../fonts/cff/refused-face.ts';
import { type1ToCff } from '../../fonts/type1/to-cff.ts';
import { key } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import { refusalReason } from './face-refusal-codes.ts';
import { type FontOptimizer, refused } from './font-optimizer.ts';
import { shownNames } from './shown-names.ts';

/**
 * Converts Type 1 programs to CFF (`/FontFile3` of `/Subtype /Type1C`, PDF 1.2; ISO 32000-2, table 124), a
 * third of the size. Outlines, advances, stem hints, hinting zones and the built-in encoding stay the same.
 * The font keeps `/Subtype /Type1`.
 */
export const type1: FontOptimizer = {
  formats: new Set(['Type1']),

  treat(item) {
    const { claim, font } = item;
    // In a font of another kind the program is misplaced, and readers differ on its glyphs.
    if (font.uses.some(({ subtype }) => subtype !== 'Type1' && subtype !== 'MMType1'))
      return refused('unsupported-font');
    let allGlyphs: SkipReason | undefined = claim.kind === 'shown' ? undefined : claim.reason;
    const converted = attempt(() =>
      type1ToCff(item.bytes, (program) => {
        if (claim.kind !== 'shown') return null;
        const names = shownNames(item, program);
        if (typeof names !== 'string') return names.shown;
        allGlyphs = names;
        return null;
      }),
    );
    if (converted.kind === 'refused') return refused(refusalReason(converted.reason));
    const { bytes, names, isSubset } = converted.value;
    return {
      kind: 'treated',
      bytes,
      format: 'Type1C',
      programKey: 'FontFile3',
      subtype: key('Type1C'),
      steps: isSubset ? ['type1-to-cff', 'subset'] : ['type1-to-cff'],
      isSubset,
      ...(isSubset ? { glyphNames: names } : {}),
      ...(allGlyphs === undefined ? {} : { allGlyphs }),
    };
  },
};
