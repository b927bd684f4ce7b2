import type { OnlyOnce } from '../../pdf/content/only-once.ts';
import type { PictureRun } from '../../pdf/content/picture-runs.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { dictEntries, key, nameText, type PDFDict, PDFRef } from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';
import type { WorkContext } from '../work-context.ts';
import { type PlacedStack, placedStack } from './redrawn.ts';
import { type Stack, type Strip, stacksOf } from './stack.ts';

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

/** Those in a page's resources, by name; null where there are not two, so that none can be joined. */
export function stripImages(xObjects: PDFDict): ReadonlyMap<string, StripImage> | null {
  const images = new Map<string, StripImage>();
  for (const [name, ref] of dictEntries(xObjects)) {
    const stream = xObjects.context.lookup(ref);
    if (!(ref instanceof PDFRef) || !isImageStream(stream) || !PLAIN_NAME.test(nameText(name))) continue;
    const image = readImageXObject(ref, stream);
    if (image !== null && isStrip(image)) images.set(nameText(name), { image, meaning: meaningOf(image) });
  }
  return images.size > 1 ? images : null;
}

function isStrip({ bits, codec, filters, stream }: ImageXObject): boolean {
  const isBilevel = bits === 1 && codec !== 'dct' && codec !== 'jpx' && codec !== 'other';
  // Symbols that they share with others may be what makes them small.
  if (filters?.some(({ params }) => params?.has(key('JBIG2Globals')) === true)) return false;
  return isBilevel && [...dictEntries(stream.dict).keys()].every((name) => STRIP_ENTRIES.has(nameText(name)));
}

function meaningOf({ stream }: ImageXObject): string {
  return [...dictEntries(stream.dict)]
    .filter(([name]) => !OWN_ENTRIES.has(nameText(name)))
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join(' ');
}

/** The stacks that a page's content draws. */
export function pageStacks(
  runs: readonly PictureRun[],
  images: ReadonlyMap<string, StripImage>,
): readonly PlacedStack[] {
  const uses = new Map<string, number>();
  for (const { name } of runs.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  const once = new Map([...images].filter(([name]) => uses.get(name) === 1));
  return runs
    .flatMap((run) => stripsIn(run, once))
    .flatMap(stacksOf)
    .flatMap((stack) => placedStack(stack) ?? []);
}

/** Strips that follow each other, without another picture or form between. */
function stripsIn(run: PictureRun, images: ReadonlyMap<string, StripImage>): readonly (readonly Strip[])[] {
  const parts: Strip[][] = [[]];
  for (const draw of run) {
    const image = images.get(draw.name);
    if (image === undefined) parts.push([]);
    else parts[parts.length - 1].push({ draw, ...image });
  }
  return parts;
}

/** Nobody else has a use or a wish for any of its strips, and what it becomes is no larger than a picture may be. */
export function mayBeOne(
  { strips, height }: Stack,
  once: OnlyOnce,
  { limits, imageOverrides }: Pick<WorkContext, 'limits' | 'imageOverrides'>,
): boolean {
  const bytes = ((strips[0].image.width + 7) >> 3) * height;
  return (
    bytes <= Math.min(limits.imagePixels, limits.streamBytes) &&
    strips.every(({ image }) => once.isDrawn(image) && imageOverrides[image.ref.objectNumber] === undefined)
  );
}
