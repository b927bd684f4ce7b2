/**
 * A bilevel image for the JBIG2 and CCITT codecs. Rows are packed most significant bit first and padded to
 * whole bytes; decoders set padding bits to 0, encoders ignore them.
 *
 * A 1 bit is a black pixel and corresponds to the PDF sample value 0, which is black in DeviceGray: this is
 * the output of JBIG2Decode (ISO 32000-1, 7.4.7), and of CCITTFaxDecode with `/BlackIs1 false` (7.4.6). So
 * the output of one codec can be encoded by the other, and color space and `/Decode` stay.
 */
export interface Bitmap {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** `height` rows of `bytesPerRow(width)` bytes. */
  readonly data: Uint8Array;
}

export function bytesPerRow(width: number): number {
  return (width + 7) >> 3;
}

/** Converts packed rows of 1-bit PDF samples, as of FlateDecode and other byte filters, to a bitmap. */
export function bitmapFromSamples(samples: Uint8Array, width: number, height: number): Bitmap {
  return { width, height, data: complementRows(samples, width, height) };
}

/** Returns the 1-bit PDF samples of the bitmap in packed rows. */
export function samplesFromBitmap({ data, width, height }: Bitmap): Uint8Array<ArrayBuffer> {
  return complementRows(data, width, height);
}

/** Inverts every pixel; padding bits are 0. */
export function complementRows(rows: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const stride = bytesPerRow(width);
  const out = new Uint8Array(stride * height);
  out.set(rows.subarray(0, out.length));
  // Four bytes at a time, then the rest.
  const words = new Uint32Array(out.buffer, 0, out.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = ~words[i]!;
  for (let i = words.length * 4; i < out.length; i++) out[i] = ~out[i]!;
  clearPadding(out, width, height);
  return out;
}

/** Sets the bits beyond `width` of every row to 0, in place. */
export function clearPadding(rows: Uint8Array, width: number, height: number): void {
  if ((width & 7) === 0) return;
  const stride = bytesPerRow(width);
  const keep = 0xff00 >> (width & 7);
  for (let last = stride - 1; last < stride * height; last += stride) rows[last]! &= keep;
}

/** Returns whether all padding bits are 0. */
export function hasClearPadding(rows: Uint8Array, width: number, height: number): boolean {
  if ((width & 7) === 0) return true;
  const stride = bytesPerRow(width);
  const padding = 0xff >> (width & 7);
  for (let last = stride - 1; last < stride * height; last += stride) {
    if ((rows[last]! & padding) !== 0) return false;
  }
  return true;
}

/** Returns whether size and bytes are equal, including padding. */
export function sameBitmap(one: Bitmap, other: Bitmap): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  if (one.data.length !== other.data.length) return false;
  for (let i = 0; i < one.data.length; i++) if (one.data[i] !== other.data[i]) return false;
  return true;
}
