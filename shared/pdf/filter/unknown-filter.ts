import { PdfError } from '../../errors.ts';
import type { Decoded } from './filters.ts';

/** Names of filters are short; the longest of ISO 32000-2 has 15 characters. */
const MAX_CHARACTERS = 40;

/** The filter for want of which this was not decoded; null where that was not the cause. */
export function unknownFilterOf(decoded: Decoded): string | null {
  return decoded.kind === 'undecodable' && decoded.reason === 'unknown-filter' ? decoded.filter : null;
}

/** The error of a file that cannot be read for want of a filter; its name comes from the file and is made harmless. */
export function unsupportedFilter(name: string): PdfError {
  const filter = name.slice(0, MAX_CHARACTERS).replaceAll(/[^A-Za-z0-9.+-]/g, '?');
  return new PdfError({ code: 'unsupported_filter', filter: filter === '' ? '?' : filter });
}
