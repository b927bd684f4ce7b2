import { indexOf } from './bytes.ts';

/** Readers search for the header this far into the file (ISO 32000-1, H.3.4.1 of older notes, and practice). */
const HEADER_WITHIN_BYTES = 1024;
/** Bytes that are enough to read the header. */
export const HEADER_BYTES = HEADER_WITHIN_BYTES + 16;
/** Assumed version of a file without one. */
const DEFAULT_VERSION = '1.4';

export interface FileHeader {
  /** Position of the header. */
  readonly offset: number;
  /** E.g. `1.7`. */
  readonly version: string;
  /** It is not `%PDF-`: pdf.js, PDFium and MuPDF open a file with `%PDF` alone, whatever follows. */
  readonly isMisspelt: boolean;
}

/**
 * Returns the header line (ISO 32000-2, 7.5.2), or null. Without `%PDF` (another spelling, no line at all)
 * pdf.js and MuPDF would continue if the cross-reference can be read, but PDFium refuses, so it does not
 * count as a PDF.
 */
export function readHeader(file: Uint8Array): FileHeader | null {
  const proper = indexOf(file, '%PDF-', 0, HEADER_WITHIN_BYTES + 5);
  const offset = proper >= 0 ? proper : indexOf(file, '%PDF', 0, HEADER_WITHIN_BYTES + 4);
  if (offset < 0) return null;
  const behind = String.fromCharCode(...file.subarray(offset + 4, offset + 8));
  // "-1.4", but also "1.4" and " 1.4".
  const [, version] = /^[^0-9]?([12]\.[0-9])/.exec(behind) ?? [];
  return { offset, version: version ?? DEFAULT_VERSION, isMisspelt: proper < 0 };
}
