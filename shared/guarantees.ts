import type { CompressOptions } from './options.ts';
import type { DocumentFacts, Warning } from './report.ts';

/**
 * Guarantees that no option can change: which documents are returned unchanged, and what form the standard
 * that a document claims allows. `pdf/check/` proves that nothing was lost.
 */

/**
 * Returns why a document is not rewritten; null if it can be. A signed one is returned byte for byte; one that lacks parts
 * becomes smaller in place at most (`run/around-damage.ts`).
 */
export function unchangedReason(
  { signed }: DocumentFacts,
  { breakSignatures }: CompressOptions,
  { incomplete }: { readonly incomplete: boolean },
): Extract<Warning, 'signed' | 'damaged-kept'> | null {
  // Any change breaks a signature (ISO 32000-2, 12.8.1).
  if (signed && !breakSignatures) return 'signed';
  // Readers differ in what they make of damaged parts.
  if (incomplete) return 'damaged-kept';
  return null;
}

/** True if the output is smaller; an output of equal size is not worth other bytes. */
export function isSmaller(output: { readonly length: number }, input: { readonly length: number }): boolean {
  return output.length < input.length;
}

/** Forms that the file may use. */
export interface ConformanceRules {
  /** Objects may be in object streams, which need a cross-reference stream. */
  readonly objectStreams: boolean;
  /** XMP metadata may be filtered. */
  readonly filteredMetadata: boolean;
  /** A subset font lists its glyphs, in `/CharSet` or `/CIDSet`. */
  readonly listsSubsetGlyphs: boolean;
}

/**
 * Returns the rules. PDF/A-1 is PDF 1.4 (ISO 19005-1, 6.1.4: no cross-reference streams), requires unfiltered
 * metadata (6.7.2) and lists of the glyphs of subsets (6.3.5). Later parts lift all three.
 */
export function conformanceRules({ pdfA }: Pick<DocumentFacts, 'pdfA'>): ConformanceRules {
  const isFirstPart = pdfA?.startsWith('1') ?? false;
  return {
    objectStreams: !isFirstPart,
    filteredMetadata: !isFirstPart,
    listsSubsetGlyphs: isFirstPart,
  };
}
