import { type ImageDraw, type InlineDraw, imageRuns } from '../../pdf/content/image-runs.ts';
import { expandInlineImage } from '../../pdf/content/inline-image.ts';
import { readImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, type PDFContext, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import type { InlineHost, InlineSpot } from '../contents/inline-spots.ts';
import { WORTH_AN_OBJECT_BYTES } from '../contents/inline-xobject.ts';
import { mosaicsOfRuns } from './find-mosaics.ts';
import { type StripImage, stripImage } from './strip-images.ts';

/** Placeholder: it has no object yet. */
const NO_OBJECT = PDFRef.of(0);
const NO_DATA = new Uint8Array(0);

/** Returns the inline images of this content that are strips of a larger image. */
export function inlineStrips(host: InlineHost): readonly InlineSpot[] {
  const runs = mayHaveStrips(host) ? imageRuns(host.content) : null;
  const { context } = host.stream.dict;
  const mosaics = mosaicsOfRuns(runs ?? [], (draw) => inlineStrip(draw, context)).filter(
    ({ strips }) => strips.reduce((sum, { draw }) => sum + draw.end - draw.start, 0) >= WORTH_AN_OBJECT_BYTES,
  );
  const starts = new Set(mosaics.flatMap(({ strips }) => strips.map(({ draw }) => draw.start)));
  return [...host.spots, ...host.smallSpots].filter(({ start }) => starts.has(start));
}

/** Strips are joined in unshared content of a page, and in forms with their own resources. */
function mayHaveStrips({ pages, stream, isClear, spots, smallSpots }: InlineHost): boolean {
  const isForm = pages.length === 0 && stream.dict.lookup(key('Subtype')) === key('Form');
  const isOwn = pages.length === 1 || (isForm && stream.dict.has(key('Resources')));
  return isOwn && isClear && spots.length + smallSpots.length > 1;
}

function inlineStrip(draw: ImageDraw | InlineDraw, context: PDFContext): StripImage | undefined {
  // Names of color spaces are not resolved: one-bit images usually have a device space.
  const expanded = 'inline' in draw ? expandInlineImage(draw.inline.entries, context, () => null) : null;
  if (expanded?.kind !== 'image') return undefined;
  const image = readImageXObject(NO_OBJECT, PDFRawStream.of(expanded.dict, NO_DATA));
  return (image === null ? null : stripImage(image)) ?? undefined;
}
