import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { dictEntries, nameText, type PDFDict, PDFRef } from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';
import type { Strip } from './stack.ts';

/** What a strip may say; one that says more is somebody's own (tags, layers, metadata). */
const STRIP_ENTRIES: ReadonlySet<string> = new Set(
  (
    'Type Subtype Name Width Height ImageMask ColorSpace BitsPerComponent Decode Interpolate Intent ' +
    PACKING_KEYS.join(' ')
  ).split(' '),
);
/** That may differ between the strips of one picture. */
const OWN_ENTRIES: ReadonlySet<string> = new Set(['Height', 'Name', ...PACKING_KEYS]);
/** Names that are the same to all readers. */
const PLAIN_NAME = /^[\w.-]+$/;

/** A picture of one bit, and all that its dictionary says of how its bits are shown. */
export type StripImage = Pick<Strip, 'image' | 'meaning'>;

/**
 * Those among the resources of content, by name; null where there are not two, so that none can be joined.
 *
 * @param shared streams that are something else, too
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

/** Null of what can be no strip. */
export function stripImage(image: ImageXObject): StripImage | null {
  return isStrip(image) ? { image, meaning: meaningOf(image) } : null;
}

function isStrip({ bits, codec, stream }: ImageXObject): boolean {
  const isBilevel = bits === 1 && codec !== 'dct' && codec !== 'jpx' && codec !== 'other';
  return isBilevel && [...dictEntries(stream.dict).keys()].every((name) => STRIP_ENTRIES.has(nameText(name)));
}

function meaningOf({ stream }: ImageXObject): string {
  return [...dictEntries(stream.dict)]
    .filter(([name]) => !OWN_ENTRIES.has(nameText(name)))
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join(' ');
}
