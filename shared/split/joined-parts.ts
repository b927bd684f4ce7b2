import type { PartReport } from '../report.ts';

/** Parts one behind the other, for a way that takes one run of bytes. */
export function joinedParts(parts: readonly { readonly bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of parts) {
    joined.set(bytes, at);
    at += bytes.length;
  }
  return joined;
}

/** The parts of such a run, as views into it. */
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
