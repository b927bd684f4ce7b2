import { PdfError } from '../../errors.ts';
import type { Decoded } from './filters.ts';

/** Maximum length; the longest filter name of ISO 32000-2 has 15 characters. */
const MAX_CHARACTERS = 40;

/** Returns the unknown filter that prevented decoding; null if that was not the cause. */
export function unknownFilterOf(decoded: Decoded): string | null {
  return decoded.kind === 'undecodable' && decoded.reason === 'unknown-filter' ? decoded.filter : null;
}

/** Creates the error for a file with an unknown filter; the name comes from the file and is sanitized. */
export function unsupportedFilter(name: string): PdfError {
  const filter = name.slice(0, MAX_CHARACTERS).replaceAll(/[^A-Za-z0-9.+-]/g, '?');
  return new PdfError({ code: 'unsupported_filter', filter: filter === '' ? '?' : filter });
}
