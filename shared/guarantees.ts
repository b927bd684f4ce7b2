import type { CompressOptions } from './options.ts';
import type { DocumentFacts, Warning } from './report.ts';

/**
 * Guarantees that no option can change: which documents are returned unchanged. What a standard that a document claims
 * allows: `pdf/metadata/conformance-rules.ts`. `pdf/check/` proves that nothing was lost.
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
