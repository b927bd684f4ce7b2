import type { Sent } from './mails.ts';

/**
 * The smallest file whose exclusion makes the others fit, and their bytes; null if there is none, or nothing would be
 * left.
 */
export function leftOutOf(
  files: readonly Sent[],
  limit: number,
): { readonly file: Sent; readonly rest: number } | null {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const [file] = files
    .filter(({ bytes }) => total - bytes <= limit && bytes < total)
    .sort((a, b) => a.bytes - b.bytes);
  return file === undefined ? null : { file, rest: total - file.bytes };
}

/** Softer images have to close half of the gap at least: less would be a loss for nothing. */
export function isWorthClosest(usedBytes: number, leastBytes: number, limit: number): boolean {
  return usedBytes - leastBytes >= (usedBytes - limit) / 2;
}
