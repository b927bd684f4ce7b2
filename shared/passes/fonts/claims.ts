import { SUBSET_TAG } from '../../pdf/font-name.ts';
import { nameAt } from '../../pdf/font-program.ts';
import { key, PDFArray, PDFNumber } from '../../pdf/objects.ts';
import type { EmbeddedFont, FontUse } from './embedded-fonts.ts';
import type { FontUsage, GlyphClaim } from './usage.ts';

/** Returns the allowed changes to this program. */
export function claimOn(font: EmbeddedFont, usage: FontUsage): GlyphClaim {
  const claim = usage.claim(font);
  const keepsName = font.uses.some((use) => takesWidthsByName(use, usage.codesOf(use.font.dict)));
  return claim.kind === 'shown' && keepsName ? { kind: 'all', reason: 'unsupported-font-structure' } : claim;
}

/** Readers know the widths of a standard font by its name, which a subset prefix would change. */
function takesWidthsByName({ kind, font: { dict } }: FontUse, codes: ReadonlySet<number>): boolean {
  if (kind !== 'simple' || SUBSET_TAG.test(nameAt(dict, 'BaseFont'))) return false;
  const widths = dict.lookup(key('Widths'));
  const first = dict.lookup(key('FirstChar'));
  if (!(widths instanceof PDFArray) || !(first instanceof PDFNumber)) return true;
  return [...codes].some((code) => code < first.asNumber() || code >= first.asNumber() + widths.size());
}
