import { type Crop, croppedJpeg, cropUnit } from '../../codecs/dct/cropped.ts';
import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import type { Limits } from '../../limits.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, type PDFDict, PDFName, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';

/** An image that can be cropped losslessly. */
export interface Croppable {
  /** Pixel grid at which it can be cut. */
  readonly unit: { readonly width: number; readonly height: number };
  /** Returns the stream of a part; null if the data is invalid. */
  readonly cut: (crop: Crop) => PDFRawStream | null;
}

/**
 * Supports JPEGs (coefficient by coefficient) and plain samples; no other codecs, and no images with a mask,
 * which would have to be cut at the same place.
 */
export function croppable(image: ImageXObject, limits: Limits): Croppable | null {
  const { mask, softMask, isExternal, width, height } = image;
  const isMasked = mask.kind === 'stencil' || mask.kind === 'unknown' || softMask !== null;
  if (isMasked || isExternal || width * height > limits.imagePixels) return null;
  const decoded = decodeStream(image.stream, limits.streamBytes);
  if (decoded.kind === 'undecodable' || decoded.damaged) return null;
  if (decoded.kind === 'bytes') return croppableSamples(image, decoded.bytes);
  return decoded.filter.name === 'DCTDecode'
    ? croppableJpeg(image, decoded.bytes, decoded.filter.params, limits)
    : null;
}

function croppableJpeg(
  { stream }: ImageXObject,
  jpeg: Uint8Array,
  params: PDFDict | null,
  { imagePixels }: Limits,
): Croppable | null {
  const unit = cropUnit(jpeg);
  if (unit === null) return null;
  return {
    unit,
    cut: (crop) => {
      const part = croppedJpeg(jpeg, crop, imagePixels);
      return part === null ? null : partStream(stream, crop, 'DCTDecode', part, params);
    },
  };
}

function croppableSamples(image: ImageXObject, rows: Uint8Array): Croppable | null {
  const { stream, width, height, bits, color } = image;
  const components = color.kind === 'stencil' ? 1 : componentCount(color.space);
  if (components === null || ![1, 2, 4, 8, 16].includes(bits)) return null;
  const bitsPerPixel = bits * components;
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8);
  if (rows.length < rowBytes * height) return null;
  // Eight pixels are whole bytes, whatever their bits.
  const unit = { width: bitsPerPixel % 8 === 0 ? 1 : 8, height: 1 };
  return {
    unit,
    cut: (crop) => {
      const part = cutRows(rows, rowBytes, (crop.left * bitsPerPixel) / 8, crop, bitsPerPixel);
      return partStream(stream, crop, 'FlateDecode', deflate(part, TRIAL_LEVEL), null);
    },
  };
}

function cutRows(
  rows: Uint8Array,
  rowBytes: number,
  firstByte: number,
  { top, width, height }: Crop,
  bitsPerPixel: number,
): Uint8Array {
  const bytes = Math.ceil((width * bitsPerPixel) / 8);
  const part = new Uint8Array(bytes * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * rowBytes + firstByte;
    part.set(rows.subarray(from, from + bytes), row * bytes);
  }
  return part;
}

function partStream(
  whole: PDFRawStream,
  { width, height }: Crop,
  filter: string,
  data: Uint8Array,
  params: PDFDict | null,
): PDFRawStream {
  const dict = whole.dict.clone();
  for (const name of PACKING_KEYS) dict.delete(key(name));
  dict.set(key('Width'), PDFNumber.of(width));
  dict.set(key('Height'), PDFNumber.of(height));
  dict.set(key('Filter'), PDFName.of(filter));
  if (params !== null) dict.set(key('DecodeParms'), params);
  return PDFRawStream.of(dict, data);
}
