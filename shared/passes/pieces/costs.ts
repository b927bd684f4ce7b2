/** `12 0 obj<</Length 123/Filter/FlateDecode>>stream … endstream endobj`, and its cross-reference entry. */
export const STREAM_BYTES = 80;
/** A reference in `/Contents`, deflated. */
export const REFERENCE_BYTES = 5;
/** Extra bytes at a start, where deflate knows nothing of the content around. */
const START_BYTES = 12;

/** Returns what a piece saves in each of `times` contents; `packedBytes` is its part of a deflated content. */
export function savedInEach(packedBytes: number, times: number): number {
  const once = packedBytes + START_BYTES + STREAM_BYTES;
  return packedBytes - START_BYTES - REFERENCE_BYTES - once / times;
}
