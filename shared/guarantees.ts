import type { CompressOptions } from './options.ts';
import type { DocumentFacts, Warning } from './report.ts';

/**
 * What is promised whatever the options say: which documents come back as they are, and what the standard that a
 * document claims allows its form to be. Whether anything was lost is another question: `pdf/check/` answers it.
 */

/** Why a document comes back byte for byte, before anything is tried; null for one to work on. */
export function unchangedReason(
  { signed }: DocumentFacts,
  { breakSignatures }: CompressOptions,
  { incomplete }: { readonly incomplete: boolean },
): Extract<Warning, 'signed' | 'damaged-kept'> | null {
  // Any change breaks a signature (ISO 32000-2, 12.8.1).
  if (signed && !breakSignatures) return 'signed';
  // What readers make of the parts that are lost is theirs to choose.
  if (incomplete) return 'damaged-kept';
  return null;
}

/** Never larger, and never other bytes for nothing. */
export function isSmaller(output: { readonly length: number }, input: { readonly length: number }): boolean {
  return output.length < input.length;
}

/** What the form of a file may be. */
export interface ConformanceRules {
  /** Objects may stand in object streams, which a cross-reference stream names. */
  readonly objectStreams: boolean;
  /** XMP metadata may be filtered. */
  readonly filteredMetadata: boolean;
  /** A subset font lists its glyphs, in `/CharSet` or `/CIDSet`. */
  readonly listsSubsetGlyphs: boolean;
}

/**
 * PDF/A-1 is PDF 1.4 (ISO 19005-1, 6.1.4: no cross-reference streams), wants metadata that tools find without
 * unpacking (6.7.2), and the glyphs of subsets listed (6.3.5). Later parts lift all three.
 */
export function conformanceRules({ pdfA }: Pick<DocumentFacts, 'pdfA'>): ConformanceRules {
  const isFirstPart = pdfA?.startsWith('1') ?? false;
  return {
    objectStreams: !isFirstPart,
    filteredMetadata: !isFirstPart,
    listsSubsetGlyphs: isFirstPart,
  };
}
