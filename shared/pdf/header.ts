import { indexOf, lastIndexOf, startsWith } from './bytes.ts';

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

/** Readers that rebuild such a file skip this much before its objects; more is a file of its own. */
const JUNK_BYTES = 2048;
/** Beginnings of archives, by position. */
const ARCHIVES = [
  [0, 'PK'],
  [257, 'ustar'],
] as const;

/**
 * Returns whether a file without `%PDF` at its beginning may be rebuilt from its objects, as pdf.js and MuPDF do: they
 * begin soon, and it is no archive or mail with PDFs in it.
 */
export function mayLackHeader(file: Uint8Array): boolean {
  if (ARCHIVES.some(([at, word]) => startsWith(file, at, word))) return false;
  const header = indexOf(file, '%PDF-', 0);
  if (header >= 0 && indexOf(file, '%PDF-', header + 1) >= 0) return false;
  const first = indexOf(file, ' obj', 0, Math.min(file.length, JUNK_BYTES));
  return first >= 0 && lastIndexOf(file, '%%EOF', Math.max(0, file.length - HEADER_WITHIN_BYTES)) >= 0;
}

/** For a file without `%PDF` at its beginning, which pdf.js and MuPDF open. */
export const NO_HEADER: FileHeader = { offset: 0, version: DEFAULT_VERSION, isMisspelt: true };

/**
 * Returns the header line (ISO 32000-2, 7.5.2), or null. Without `%PDF` (another spelling, no line at all)
 * pdf.js and MuPDF continue if the cross-reference can be read; PDFium refuses.
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
