import type { InspectedImage, InspectedPlacement } from '../../inspection.ts';
import type { ImagePlacement } from '../content/placement.ts';
import { indirectObjects, type PdfDocument } from '../document.ts';
import type { FileLayout } from '../file-layout.ts';
import type { ColorSpace } from '../image/colorspace.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../image/image-xobject.ts';
import type { PDFRef } from '../objects.ts';
import { hundredths, POINTS_PER_INCH } from './points.ts';

/** Every image XObject with a readable size, in ascending object number. */
export function imageInventory(
  doc: PdfDocument,
  layout: FileLayout,
  placements: ReadonlyMap<string, ImagePlacement>,
): InspectedImage[] {
  const images = indirectObjects(doc).flatMap(([ref, object]) => {
    const image = isImageStream(object) ? readImageXObject(ref, object) : null;
    return image === null ? [] : [image];
  });
  const softMasks = new Set<PDFRef>();
  const stencilMasks = new Set<PDFRef>();
  for (const { softMask, mask } of images) {
    if (softMask !== null) softMasks.add(softMask);
    if (mask.kind === 'stencil') stencilMasks.add(mask.ref);
  }
  return images.map((image) => {
    const placement = placements.get(image.ref.tag);
    return {
      object: image.ref.objectNumber,
      width: image.width,
      height: image.height,
      bitsPerComponent: image.bits,
      colorSpace: colorWords(image),
      codec: image.codec,
      size: layout.dataBytes(image.ref),
      role: softMasks.has(image.ref) ? 'soft-mask' : stencilMasks.has(image.ref) ? 'stencil-mask' : 'image',
      masked: image.softMask !== null || image.softMaskInData > 0,
      softMask: image.softMask?.objectNumber ?? null,
      placed: placement === undefined ? null : placedSize(image, placement),
      pages: placement?.pages.map((index) => index + 1) ?? [],
    };
  });
}

/** Null for an image drawn with zero size. */
function placedSize(image: ImageXObject, { widthPt, heightPt }: ImagePlacement): InspectedPlacement | null {
  const perPoint = Math.min(image.width / widthPt, image.height / heightPt);
  if (!Number.isFinite(perPoint)) return null;
  return {
    widthPt: hundredths(widthPt),
    heightPt: hundredths(heightPt),
    dpi: Math.round(perPoint * POINTS_PER_INCH),
  };
}

function colorWords({ color, codec }: ImageXObject): string {
  if (color.kind === 'stencil') return 'ImageMask';
  // "ColorSpace shall be optional for JPXDecode" (table 87): the data then defines it.
  if (color.space.kind === 'unknown' && codec === 'jpx') return 'of the JPX data';
  return spaceWords(color.space);
}

function spaceWords(space: ColorSpace): string {
  switch (space.kind) {
    case 'ICCBased':
      return `ICCBased ${{ 1: 'Gray', 3: 'RGB', 4: 'CMYK' }[space.components]}`;
    case 'Indexed':
      return `Indexed (${spaceWords(space.base)})`;
    case 'DeviceN':
      return `DeviceN (${space.components})`;
    default:
      return space.kind;
  }
}
