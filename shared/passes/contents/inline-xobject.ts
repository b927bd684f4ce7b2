import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { type ColorSpaceLookup, expandInlineImage } from '../../pdf/content/inline-image.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { componentCount, readColorSpace } from '../../pdf/image/colorspace.ts';
import { key, PDFBool, type PDFContext, type PDFDict, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { InlineHost, InlineSpot } from './inline-spots.ts';

/** From this size on, the images pass saves enough to pay for the object, even in lossless mode. */
export const WORTH_AN_OBJECT_BYTES = 4096;

export type InlineXObject =
  | { readonly kind: 'image'; readonly stream: PDFRawStream }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

/** Returns an image XObject equal to an inline image, its data deflated or in its image codec. */
export function inlineXObject(
  { content, stream }: Pick<InlineHost, 'content' | 'stream'>,
  { start, image }: InlineSpot,
  colorSpaceOf: ColorSpaceLookup,
  maxBytes: number,
): InlineXObject {
  const { context } = stream.dict;
  if (hasLineEndInString(content.subarray(start, image.dataStart))) return kept('unsupported-color-space');
  const expanded = expandInlineImage(image.entries, context, colorSpaceOf);
  if (expanded.kind === 'refused') return kept(expanded.reason);
  const { dict } = expanded;
  // A copy: a view would keep the whole content in memory as long as the image.
  const data = content.slice(image.dataStart, image.dataEnd);
  const decoded = decodeStream(PDFRawStream.of(dict, data), maxBytes);
  if (decoded.kind === 'undecodable') {
    return kept(decoded.reason === 'too-large' ? 'too-many-pixels' : 'unsupported-filter');
  }
  if (decoded.kind === 'codec') {
    if (decoded.damaged) return kept('damaged-data');
    const packed = decoded.filter.name === 'DCTDecode' ? wholeJpeg(decoded.bytes) : decoded.bytes;
    if (packed === null) return kept('damaged-data');
    return withData(dict, packed, decoded.filter.name, decoded.filter.params);
  }
  const size = sampleBytes(dict);
  if (size === null) return kept('unsupported-color-space');
  if (decoded.bytes.length < size) return kept('damaged-data');
  // At the trial level: the image is recoded later, or deflated at the final level with all other streams.
  // Bytes after the samples, such as the line end before EI, are ignored.
  return withData(dict, deflate(decoded.bytes.subarray(0, size), TRIAL_LEVEL), 'FlateDecode', null);
}

/** A line end in a literal string is LF by the standard (7.3.4.2), but the original bytes in PDFium. */
function hasLineEndInString(header: Uint8Array): boolean {
  return header.includes(0x28) && header.includes(0x0d);
}

function kept(reason: SkipReason): InlineXObject {
  return { kind: 'kept', reason };
}

function withData(dict: PDFDict, bytes: Uint8Array, filter: string, params: PDFDict | null): InlineXObject {
  dict.set(key('Filter'), key(filter));
  if (params === null) dict.delete(key('DecodeParms'));
  else dict.set(key('DecodeParms'), params);
  return { kind: 'image', stream: PDFRawStream.of(dict, bytes) };
}

/** Returns the JPEG up to its last end marker; null without start or end. */
function wholeJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = bytes.length - 2; at > 1; at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return bytes.subarray(0, at + 2);
  }
  return null;
}

/** Bytes of all samples, with rows padded to whole bytes (8.9.5.2); null if the dictionary does not tell. */
function sampleBytes(dict: PDFDict): number | null {
  const isMask = dict.get(key('ImageMask')) === PDFBool.True;
  if (isMask && dict.has(key('ColorSpace'))) return null;
  const components = isMask ? 1 : componentCount(readColorSpace(dict.lookup(key('ColorSpace'))));
  const bits = isMask ? 1 : integerAt(dict, 'BitsPerComponent');
  const width = integerAt(dict, 'Width');
  const height = integerAt(dict, 'Height');
  if (components === null || bits === null || width === null || height === null) return null;
  return Math.ceil((width * components * bits) / 8) * height;
}

function integerAt(dict: PDFDict, name: string): number | null {
  const value = dict.get(key(name));
  if (!(value instanceof PDFNumber)) return null;
  const number = value.asNumber();
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** Key that two spots must share to be one image: everything but the data. */
export function dictText(context: PDFContext, stream: PDFRawStream): string {
  const dict = stream.dict.clone(context);
  dict.delete(key('Length'));
  return dict.toString();
}
