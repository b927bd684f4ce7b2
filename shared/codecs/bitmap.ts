/**
 * A bilevel image as the JBIG2 and CCITT codecs see it. Rows are packed most significant bit first and padded to
 * whole bytes; padding bits are 0 in what the decoders return and mean nothing to the encoders.
 *
 * A 1 bit is a black pixel and stands for the PDF sample value 0, which is black in DeviceGray: so JBIG2Decode hands
 * out its pixels (ISO 32000-1, 7.4.7), and so CCITTFaxDecode does with `/BlackIs1 false` (7.4.6). What one codec
 * decodes can therefore go into the other, and color space and `/Decode` stay as they are.
 */
export interface Bitmap {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** `height` rows of `bytesPerRow(width)` bytes. */
  readonly data: Uint8Array;
}

/** Bytes that one packed row of `width` pixels takes. */
export function bytesPerRow(width: number): number {
  return (width + 7) >> 3;
}

/** The bitmap of 1-bit PDF samples in packed rows, as FlateDecode and other byte filters give them. */
export function bitmapFromSamples(samples: Uint8Array, width: number, height: number): Bitmap {
  return { width, height, data: complementRows(samples, width, height) };
}

/** The 1-bit PDF samples, in packed rows, that the bitmap stands for. */
export function samplesFromBitmap({ data, width, height }: Bitmap): Uint8Array<ArrayBuffer> {
  return complementRows(data, width, height);
}

/** Every pixel inverted; padding bits 0. */
export function complementRows(rows: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const stride = bytesPerRow(width);
  const out = new Uint8Array(stride * height);
  out.set(rows.subarray(0, out.length));
  // Four bytes at a time, as far as there are four.
  const words = new Uint32Array(out.buffer, 0, out.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = ~words[i];
  for (let i = words.length * 4; i < out.length; i++) out[i] = ~out[i];
  clearPadding(out, width, height);
  return out;
}

/** Sets the bits beyond `width` of every row to 0, in place. */
export function clearPadding(rows: Uint8Array, width: number, height: number): void {
  if ((width & 7) === 0) return;
  const stride = bytesPerRow(width);
  const keep = 0xff00 >> (width & 7);
  for (let last = stride - 1; last < stride * height; last += stride) rows[last] &= keep;
}

/** Whether `clearPadding` would change nothing. */
export function hasClearPadding(rows: Uint8Array, width: number, height: number): boolean {
  if ((width & 7) === 0) return true;
  const stride = bytesPerRow(width);
  const padding = 0xff >> (width & 7);
  for (let last = stride - 1; last < stride * height; last += stride) {
    if ((rows[last] & padding) !== 0) return false;
  }
  return true;
}

/** True when they have the same size and the same bytes, padding among them. */
export function sameBitmap(one: Bitmap, other: Bitmap): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  if (one.data.length !== other.data.length) return false;
  for (let i = 0; i < one.data.length; i++) if (one.data[i] !== other.data[i]) return false;
  return true;
}
