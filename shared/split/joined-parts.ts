import { joinedBytes } from '../lists.ts';
import type { PartReport } from '../report.ts';

/** Concatenates parts, for interfaces that take a single byte array. */
export function joinedParts(parts: readonly { readonly bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  return joinedBytes(parts.map(({ bytes }) => bytes));
}

/** Returns the parts of such an array as views. */
export function separatedParts(
  joined: Uint8Array<ArrayBuffer>,
  parts: readonly PartReport[],
): Uint8Array<ArrayBuffer>[] {
  let at = 0;
  return parts.map(({ size }) => {
    at += size;
    return joined.subarray(at - size, at);
  });
}
