import { cropUnit } from '../../codecs/dct/cropped.ts';
import { jpegLook } from '../../codecs/dct/joined.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import { filterSteps } from '../../pdf/filter/filters.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { dictEntries, key, nameText, type PDFDict, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';
import type { PixelForm, Strip } from './strip.ts';

/** Allowed entries of a strip; others give it an identity (tags, layers, metadata). */
const STRIP_ENTRIES: ReadonlySet<string> = new Set(
  (
    'Type Subtype Name Width Height ImageMask ColorSpace BitsPerComponent Decode Interpolate Intent Mask SMask ' +
    PACKING_KEYS.join(' ')
  ).split(' '),
);
/** Entries that may differ between the strips of one image. */
const OWN_ENTRIES: ReadonlySet<string> = new Set(['Width', 'Height', 'Name', 'SMask', ...PACKING_KEYS]);

/** An image with its way of joining, and its dictionary entries about appearance. */
export type StripImage = Pick<Strip, 'image' | 'form' | 'meaning' | 'unit'>;

/**
 * Returns the strips among the resources, by name; null if there are fewer than two.
 * @param shared streams with a second role
 */
export function stripImages(
  xObjects: PDFDict,
  shared: ReadonlySet<PDFRef>,
): ReadonlyMap<string, StripImage> | null {
  const images = new Map<string, StripImage>();
  for (const [name, ref] of dictEntries(xObjects)) {
    const stream = xObjects.context.lookup(ref);
    if (
      !(ref instanceof PDFRef) ||
      shared.has(ref) ||
      !isImageStream(stream) ||
      !PLAIN_NAME.test(nameText(name))
    )
      continue;
    const image = readImageXObject(ref, stream);
    const strip = image === null ? null : stripImage(image);
    if (strip !== null) images.set(nameText(name), strip);
  }
  return images.size > 1 ? images : null;
}

/** Null if it cannot be a strip. */
export function stripImage(image: ImageXObject): StripImage | null {
  const own = pixelsOf(image);
  if (own === null || !saysNothingElse(image)) return null;
  const mask = softMaskOf(image);
  if (mask === 'other') return null;
  if (mask === null) return { image, ...own, meaning: `${own.meaning} ${meaningOf(image)}` };
  const unit = {
    width: Math.max(own.unit.width, mask.unit.width),
    height: Math.max(own.unit.height, mask.unit.height),
  };
  return {
    image,
    form: own.form,
    unit,
    meaning: `${own.meaning} ${meaningOf(image)} masked ${mask.meaning}`,
  };
}

function saysNothingElse({ stream, mask, isExternal }: ImageXObject): boolean {
  // A stencil used as a mask is a separate image of any size.
  const isPlain = !isExternal && (mask.kind === 'none' || mask.kind === 'color-key');
  return isPlain && [...dictEntries(stream.dict).keys()].every((name) => STRIP_ENTRIES.has(nameText(name)));
}

/** Returns the soft mask of a strip if it is cut like the strip. */
export function softMaskImage({ stream, softMask }: ImageXObject): ImageXObject | null {
  const object = softMask === null ? undefined : stream.dict.context.lookup(softMask);
  return softMask !== null && object instanceof PDFRawStream ? readImageXObject(softMask, object) : null;
}

function softMaskOf(image: ImageXObject): StripImage | null | 'other' {
  if (!image.stream.dict.has(key('SMask'))) return null;
  const mask = softMaskImage(image);
  if (mask === null || mask.width !== image.width || mask.height !== image.height) return 'other';
  return mask.stream.dict.has(key('SMask')) ? 'other' : (stripImage(mask) ?? 'other');
}

const WHOLE_UNIT = { width: 1, height: 1 };
const SAMPLE_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);

function pixelsOf(image: ImageXObject): Omit<StripImage, 'image'> | null {
  const { bits, codec, color } = image;
  const components = color.kind === 'stencil' ? 1 : componentCount(color.space);
  if (codec === 'dct') return coefficientsOf(image);
  if (codec === 'jpx' || codec === 'other') return null;
  if (bits === 1 && (components === 1 || components === null))
    return { form: 'bits', meaning: 'bits', unit: WHOLE_UNIT };
  if (components === null || !SAMPLE_BITS.has(bits)) return null;
  const form: PixelForm = 'samples';
  return { form, meaning: form, unit: WHOLE_UNIT };
}

/** Only streams without further filters are examined. */
function coefficientsOf({ stream }: ImageXObject): Omit<StripImage, 'image'> | null {
  const [step, ...others] = filterSteps(stream.dict) ?? [];
  if (others.length > 0 || step?.name !== 'DCTDecode') return null;
  const unit = cropUnit(stream.contents);
  const look = jpegLook(stream.contents);
  return unit === null || look === null
    ? null
    : { form: 'dct', unit, meaning: `dct ${look} ${step.params ?? ''}` };
}

function meaningOf({ stream }: ImageXObject): string {
  return [...dictEntries(stream.dict)]
    .filter(([name]) => !OWN_ENTRIES.has(nameText(name)))
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join(' ');
}
