import type { ProgramKey } from '../../pdf/font-program.ts';
import type { PDFName } from '../../pdf/objects.ts';
import type { FontProgramFormat, FontStep, SkipReason } from '../../report.ts';
import type { PassContext } from '../pass.ts';
import type { EmbeddedFont } from './embedded-fonts.ts';
import type { FontUsage, GlyphClaim } from './usage.ts';

export interface FontItem {
  readonly font: EmbeddedFont;
  /** The decoded program. */
  readonly bytes: Uint8Array;
  readonly claim: Exclude<GlyphClaim, { readonly kind: 'untouchable' }>;
  readonly usage: FontUsage;
  readonly limits: PassContext['limits'];
}

/** An equivalent program, checked by its optimizer. */
export interface TreatedFont {
  readonly kind: 'treated';
  readonly bytes: Uint8Array;
  readonly format: FontProgramFormat;
  /** Descriptor key for the new program. */
  readonly programKey: ProgramKey;
  /** `/Subtype` of a program under `/FontFile3`. */
  readonly subtype?: PDFName;
  readonly steps: readonly FontStep[];
  /** Glyphs were removed, so the font must be named as a subset. */
  readonly isSubset: boolean;
  /** Glyph names of a subset of a simple font, for `/CharSet`. */
  readonly glyphNames?: readonly string[];
  /** Reason why all glyphs stayed; absent for a subset. */
  readonly allGlyphs?: SkipReason;
}

export interface RefusedFont {
  readonly kind: 'refused';
  readonly reason: SkipReason;
}

/**
 * Shrinks programs of some formats. A pure function: bytes in, bytes or a reason out. The pass applies
 * results that are smaller after deflate.
 */
export interface FontOptimizer {
  readonly formats: ReadonlySet<FontProgramFormat>;
  readonly treat: (item: FontItem) => TreatedFont | RefusedFont;
}

export function refused(reason: SkipReason): RefusedFont {
  return { kind: 'refused', reason };
}
