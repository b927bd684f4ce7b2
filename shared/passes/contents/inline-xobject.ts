import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { type ColorSpaceLookup, expandInlineImage } from '../../pdf/content/inline-image.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { componentCount, readColorSpace } from '../../pdf/image/colorspace.ts';
import { key, PDFBool, type PDFContext, type PDFDict, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { InlineHost, InlineSpot } from './inline-spots.ts';

/** From here on the images pass has something to gain that pays for the object, also where nothing may be lost. */
export const WORTH_AN_OBJECT_BYTES = 4096;

export type InlineXObject =
  | { readonly kind: 'image'; readonly stream: PDFRawStream }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

/** The image XObject that draws the same as an inline image, its data deflated or in its image codec. */
export function inlineXObject(
  { content, stream }: InlineHost,
  { start, image }: InlineSpot,
  colorSpaceOf: ColorSpaceLookup,
  maxBytes: number,
): InlineXObject {
  const { context } = stream.dict;
  if (hasLineEndInString(content.subarray(start, image.dataStart))) return kept('unsupported-color-space');
  const expanded = expandInlineImage(image.entries, context, colorSpaceOf);
  if (expanded.kind === 'refused') return kept(expanded.reason);
  const { dict } = expanded;
  // A copy: the content that it is a view into would else stay in memory as long as the image.
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
  // Fast: it is recoded as an image, or packed for good with all that is not. What is left over behind the samples, such as the line end before EI, means nothing.
  return withData(dict, deflate(decoded.bytes.subarray(0, size), TRIAL_LEVEL), 'FlateDecode', null);
}

/** A line end of a literal string is LF by the standard (7.3.4.2), and what stands there to PDFium. */
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

/** From its start to its last end mark; null for what has not both. */
function wholeJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = bytes.length - 2; at > 1; at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return bytes.subarray(0, at + 2);
  }
  return null;
}

/** Bytes of all samples, rows padded to whole ones (8.9.5.2); null when the dictionary does not say it. */
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

/** What two spots must have in common to be one image: everything but the data in readable form. */
export function dictText(context: PDFContext, stream: PDFRawStream): string {
  const dict = stream.dict.clone(context);
  dict.delete(key('Length'));
  return dict.toString();
}
