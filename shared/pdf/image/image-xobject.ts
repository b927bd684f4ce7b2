import type { ImageCodec } from '../../report.ts';
import { type FilterStep, filterSteps } from '../filter/filters.ts';
import { key, PDFArray, PDFBool, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../objects.ts';
import { type ColorSpace, componentCount, readColorSpace } from './colorspace.ts';

/** An image XObject (ISO 32000-2, 8.9.5), read once into plain types. */
export interface ImageXObject {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly color: ImageColor;
  readonly decode: ImageDecode;
  /** Outermost first; null if the chain is invalid. */
  readonly filters: readonly FilterStep[] | null;
  readonly codec: ImageCodec | 'other';
  readonly mask: ImageMaskEntry;
  readonly softMask: PDFRef | null;
  /** `/Matte` of this image's own dictionary: it is a soft mask, and its base image is pre-blended. */
  readonly matte: readonly number[] | null;
  /** `/SMaskInData` of a JPXDecode image: 0 none, 1 alpha, 2 pre-blended alpha. */
  readonly softMaskInData: number;
  readonly intent: string | null;
  /** The data is in another file (`/F`). */
  readonly isExternal: boolean;
}

export type ImageColor =
  /** `/ImageMask true`: one bit per pixel that selects where to paint. */
  { readonly kind: 'stencil' } | { readonly kind: 'samples'; readonly space: ColorSpace };

/**
 * Mapping of sample values to components. `linear` is any other mapping than the two named ones: [min max]
 * for each component. All mappings are linear, so averaging samples averages colors.
 */
export type ImageDecode =
  | { readonly kind: 'default' }
  | { readonly kind: 'inverse' }
  | { readonly kind: 'linear'; readonly ranges: readonly number[] };

export type ImageMaskEntry =
  | { readonly kind: 'none' }
  | { readonly kind: 'stencil'; readonly ref: PDFRef }
  /** [min max] of the sample values, per component, that are not painted. */
  | { readonly kind: 'color-key'; readonly ranges: readonly number[] }
  | { readonly kind: 'unknown' };

export function isImage(stream: PDFRawStream): boolean {
  return stream.dict.lookup(key('Subtype')) === key('Image');
}

export function isImageStream(object: unknown): object is PDFRawStream {
  return object instanceof PDFRawStream && isImage(object);
}

/** Reads the image; null if its size is missing or invalid. */
export function readImageXObject(ref: PDFRef, stream: PDFRawStream): ImageXObject | null {
  const { dict } = stream;
  const get = (name: string) => dict.lookup(key(name));
  const width = integer(get('Width') ?? get('W'));
  const height = integer(get('Height') ?? get('H'));
  if (width === null || height === null || width < 1 || height < 1) return null;

  const filters = filterSteps(dict);
  const isStencil = (get('ImageMask') ?? get('IM')) === PDFBool.True;
  const bits = isStencil ? 1 : (integer(get('BitsPerComponent') ?? get('BPC')) ?? impliedBits(filters));
  const color: ImageColor = isStencil
    ? { kind: 'stencil' }
    : { kind: 'samples', space: readColorSpace(get('ColorSpace') ?? get('CS')) };
  const softMask = dict.get(key('SMask'));
  const intent = get('Intent');
  return {
    ref,
    stream,
    width,
    height,
    bits,
    color,
    decode: readDecode(get('Decode') ?? get('D'), color, bits),
    filters,
    codec: codecOf(filters),
    mask: readMask(dict.get(key('Mask')), get('Mask')),
    softMask: softMask instanceof PDFRef && isImageStream(dict.context.lookup(softMask)) ? softMask : null,
    matte: numbers(get('Matte')),
    softMaskInData: integer(get('SMaskInData')) ?? 0,
    intent: intent instanceof PDFName ? intent.decodeText() : null,
    isExternal: dict.has(key('F')) && get('F') !== undefined,
  };
}

/** Name of the color space family, for reports. */
export function colorSpaceName({ color }: ImageXObject): string {
  return color.kind === 'stencil' ? 'ImageMask' : color.space.kind;
}

const CODECS: ReadonlyMap<string, ImageCodec> = new Map([
  ['FlateDecode', 'flate'],
  ['BrotliDecode', 'brotli'],
  ['LZWDecode', 'lzw'],
  ['RunLengthDecode', 'runlength'],
  ['DCTDecode', 'dct'],
  ['JPXDecode', 'jpx'],
  ['JBIG2Decode', 'jbig2'],
  ['CCITTFaxDecode', 'ccitt'],
]);

/** The innermost filter determines the format; ASCII filters and Crypt only wrap it. */
function codecOf(filters: readonly FilterStep[] | null): ImageCodec | 'other' {
  if (filters === null) return 'other';
  for (const { name } of filters.toReversed()) {
    const codec = CODECS.get(name);
    if (codec !== undefined) return codec;
    if (name !== 'ASCII85Decode' && name !== 'ASCIIHexDecode' && name !== 'Crypt') return 'other';
  }
  return 'raw';
}

/** JPX and DCT data define their depth; CCITT and JBIG2 have one bit (ISO 32000-2, table 87). */
function impliedBits(filters: readonly FilterStep[] | null): number {
  const codec = codecOf(filters);
  if (codec === 'ccitt' || codec === 'jbig2') return 1;
  return codec === 'dct' || codec === 'jpx' ? 8 : 0;
}

function readDecode(object: unknown, color: ImageColor, bits: number): ImageDecode {
  const ranges = numbers(object);
  if (ranges === null) return { kind: 'default' };
  const usual = defaultDecode(color, bits);
  if (usual === null || usual.length !== ranges.length) return { kind: 'linear', ranges };
  if (ranges.every((value, index) => value === usual[index])) return { kind: 'default' };
  if (ranges.every((value, index) => value === usual[index ^ 1])) return { kind: 'inverse' };
  return { kind: 'linear', ranges };
}

/** ISO 32000-2, table 88. */
function defaultDecode(color: ImageColor, bits: number): readonly number[] | null {
  if (color.kind === 'stencil') return [0, 1];
  if (color.space.kind === 'Indexed') return [0, 2 ** bits - 1];
  if (color.space.kind === 'Lab') return [0, 100, ...color.space.range];
  const count = componentCount(color.space);
  return count === null ? null : Array.from({ length: count * 2 }, (_, index) => index % 2);
}

function readMask(entry: unknown, value: unknown): ImageMaskEntry {
  if (value === undefined) return { kind: 'none' };
  if (entry instanceof PDFRef && isImageStream(value)) return { kind: 'stencil', ref: entry };
  const ranges = numbers(value);
  return ranges === null ? { kind: 'unknown' } : { kind: 'color-key', ranges };
}

function numbers(object: unknown): readonly number[] | null {
  if (!(object instanceof PDFArray)) return null;
  const values: number[] = [];
  for (let index = 0; index < object.size(); index += 1) {
    const value = object.lookup(index);
    if (!(value instanceof PDFNumber)) return null;
    values.push(value.asNumber());
  }
  return values;
}

function integer(object: unknown): number | null {
  return object instanceof PDFNumber && Number.isInteger(object.asNumber()) ? object.asNumber() : null;
}
