/** A part of a file, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The single range that a request asks for (RFC 9110, 14.2). Undefined for the whole file: without `Range`, with several ranges, with one
 * that the file does not have, or with an `If-Range` of another version.
 */
export function byteRange(
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): ByteRange | undefined {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? '') ?? [];
  if (start === '' && end === '') return undefined;
  if (ifRange !== undefined && ifRange.trim() !== etag) return undefined;
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
  return first > last ? undefined : { first, last };
}

/** Whether `If-None-Match` names this version (RFC 9110, 13.1.2). */
export function namesVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes('*') || names.includes(etag);
}
