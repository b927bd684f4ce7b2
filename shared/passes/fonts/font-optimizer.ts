import type { ProgramKey } from '../../pdf/font-program.ts';
import type { PDFName } from '../../pdf/objects.ts';
import type { FontProgramFormat, FontStep, SkipReason } from '../../report.ts';
import type { PassContext } from '../pass.ts';
import type { EmbeddedFont } from './embedded-fonts.ts';
import type { FontUsage, GlyphClaim } from './usage.ts';

/** A font program in the hand of a treatment. */
export interface FontItem {
  readonly font: EmbeddedFont;
  /** The program, unpacked. */
  readonly bytes: Uint8Array;
  readonly claim: Exclude<GlyphClaim, { readonly kind: 'untouchable' }>;
  readonly usage: FontUsage;
  readonly limits: PassContext['limits'];
}

/** A program that draws the same, proved by whoever made it. */
export interface TreatedFont {
  readonly kind: 'treated';
  readonly bytes: Uint8Array;
  readonly format: FontProgramFormat;
  /** Where descriptors name it from now on. */
  readonly programKey: ProgramKey;
  /** `/Subtype` of a program under `/FontFile3`. */
  readonly subtype?: PDFName;
  readonly steps: readonly FontStep[];
  /** Glyphs went, so the font is a subset now and is to be named as one. */
  readonly isSubset: boolean;
  /** Names of the glyphs of a subset of a simple font, for `/CharSet`. */
  readonly glyphNames?: readonly string[];
  /** Why all glyphs stayed, where they did. */
  readonly allGlyphs?: SkipReason;
}

export interface RefusedFont {
  readonly kind: 'refused';
  readonly reason: SkipReason;
}

/**
 * One way to make programs of some formats smaller. It changes nothing: bytes in, bytes out, or a reason. The pass
 * applies what is smaller after deflate.
 */
export interface FontOptimizer {
  readonly formats: ReadonlySet<FontProgramFormat>;
  readonly treat: (item: FontItem) => TreatedFont | RefusedFont;
}

export function refused(reason: SkipReason): RefusedFont {
  return { kind: 'refused', reason };
}
