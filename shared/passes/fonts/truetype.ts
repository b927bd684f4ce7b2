import { cffOfOpenType } from '../../fonts/cff/open-type.ts';
import { isDrawnBy, isTrickyFace, subsetTrueType } from '../../fonts/truetype/subset.ts';
import { isNeverUsed, withoutTables } from '../../fonts/truetype/table-drop.ts';
import { readTrueType } from '../../fonts/truetype/truetype.ts';
import { key } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import {
  type FontItem,
  type FontOptimizer,
  type RefusedFont,
  refused,
  type TreatedFont,
} from './font-optimizer.ts';
import { glyphNeeds } from './glyph-needs.ts';

/**
 * Subsets TrueType programs: removes unused glyphs and tables that no reader uses (ISO 32000-2, 9.9.1). Glyph
 * ids stay, so codes, `/CIDToGIDMap` and widths keep their meaning. Hinting stays byte for byte, since PDFium
 * and others run it.
 */
export const trueType: FontOptimizer = {
  formats: new Set(['TrueType', 'OpenType']),

  treat(item) {
    const { bytes, claim } = item;
    const program = readTrueType(bytes);
    if (program === null)
      // `cff` reads it.
      return refused(cffOfOpenType(bytes) === null ? 'damaged-font' : 'unsupported-font');
    if (claim.kind === 'typed') return withFewerTables(item, claim.reason, isNeverUsed);
    const isTricky = isTrickyFace(program);
    const isUseless = (tag: string) => !isDrawnBy(tag) && !(isTricky && tag === 'name');
    if (claim.kind === 'all') return withFewerTables(item, claim.reason, isUseless);
    const needs = glyphNeeds(item, program);
    if (typeof needs === 'string') return withFewerTables(item, needs, isUseless);
    const subset = subsetTrueType(bytes, needs);
    if (subset.kind === 'refused') return refused(subset.problem);
    return { ...treated(item, subset.bytes), steps: ['subset', 'tables-dropped'], isSubset: true };
  },
};

/** Keeps all glyphs and every way to find them, except names for composite fonts, which do not use them. */
function withFewerTables(
  item: FontItem,
  reason: SkipReason,
  isUseless: (tag: string) => boolean,
): TreatedFont | RefusedFont {
  const isComposite = item.font.uses.every(({ subtype }) => subtype === 'CIDFontType2');
  const bytes = withoutTables(item.bytes, isUseless, isComposite ? 'dropped' : 'kept');
  if (bytes === null) return refused('verification-failed');
  if (bytes.length >= item.bytes.length) return refused(reason);
  return { ...treated(item, bytes), steps: ['tables-dropped'], isSubset: false, allGlyphs: reason };
}

function treated({ font }: FontItem, bytes: Uint8Array) {
  const subtype = font.programKey === 'FontFile3' ? { subtype: key('OpenType') } : {};
  return { kind: 'treated' as const, bytes, format: font.format, programKey: font.programKey, ...subtype };
}
