import { stripMetadata } from '../../codecs/jpeg/format/segments.ts';
import { sameBytes } from '../bytes.ts';
import { decodeStream } from '../filter/filters.ts';
import { key, PDFNumber, type PDFRawStream } from '../objects.ts';

/** Content of an image stream, independent of its encoding. */
export type ImageData =
  | { readonly kind: 'samples'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'jpeg';
      readonly bytes: Uint8Array;
      /** `/ColorTransform`, if given. */
      readonly colorTransform: number | null;
    };

/** Null if it is damaged, too large, or uses an image codec other than DCT. */
export function imageData(stream: PDFRawStream, maxBytes: number): ImageData | null {
  const decoded = decodeStream(stream, maxBytes);
  if (decoded.kind === 'undecodable' || decoded.damaged) return null;
  if (decoded.kind === 'bytes') return { kind: 'samples', bytes: decoded.bytes };
  if (decoded.filter.name !== 'DCTDecode') return null;
  const transform = decoded.filter.params?.lookup(key('ColorTransform'));
  return {
    kind: 'jpeg',
    bytes: decoded.bytes,
    colorTransform: transform instanceof PDFNumber ? transform.asNumber() : null,
  };
}

/** Returns whether both have the same samples, or the same JPEG without metadata. */
export function sameImageData(one: PDFRawStream, other: PDFRawStream, maxBytes: number): boolean {
  const a = imageData(one, maxBytes);
  const b = imageData(other, maxBytes);
  if (a === null || b === null || a.kind !== b.kind) return false;
  if (a.kind === 'samples' || b.kind === 'samples') return sameBytes(a.bytes, b.bytes);
  return a.colorTransform === b.colorTransform && sameBytes(stripMetadata(a.bytes), stripMetadata(b.bytes));
}
