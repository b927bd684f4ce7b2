import type { CompressOptions } from './options.ts';
import type { PdfDocument } from './pdf/document.ts';
import { standardClaims } from './pdf/inventory/standard-claims.ts';
import { PDF_A } from './pdf/metadata/standards.ts';
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
  /** Highest version in the header, unless the input's is higher. */
  readonly maxVersion: string;
  readonly jbig2: boolean;
  /** XMP metadata may be filtered. */
  readonly filteredMetadata: boolean;
  /** A subset font lists its glyphs, in `/CharSet` or `/CIDSet`. */
  readonly listsSubsetGlyphs: boolean;
  /** Entries of the Info dictionary and XMP that stay although metadata is removed. */
  readonly metadata: 'identification' | 'of-print' | 'all';
}

export const NO_STANDARD: ConformanceRules = {
  objectStreams: true,
  maxVersion: '2.0',
  jbig2: true,
  filteredMetadata: true,
  listsSubsetGlyphs: false,
  metadata: 'identification',
};

/**
 * Returns the rules of all standards that the document claims. Object streams are of PDF 1.5, JBIG2 is of 1.4. PDF/A-1
 * requires unfiltered metadata (ISO 19005-1, 6.7.2) and lists of the glyphs of subsets (6.3.5).
 */
export function conformanceRules(doc: PdfDocument): ConformanceRules {
  const claims = standardClaims(doc);
  if (claims.length === 0) return NO_STANDARD;
  const isUnknown = claims.some(({ maxVersion }) => maxVersion === null);
  const maxVersion = claims.map((claim) => claim.maxVersion ?? '1.0').sort()[0];
  const isFirstPdfA = isUnknown || claims.some(({ uri, value }) => uri === PDF_A && value === '1');
  const isForPrint = claims.some((claim) => claim.isForPrint);
  return {
    objectStreams: maxVersion >= '1.5',
    maxVersion,
    jbig2: maxVersion >= '1.4' && !claims.some(({ withoutJbig2 }) => withoutJbig2),
    filteredMetadata: !isFirstPdfA,
    listsSubsetGlyphs: isFirstPdfA,
    metadata: isUnknown ? 'all' : isForPrint ? 'of-print' : 'identification',
  };
}
