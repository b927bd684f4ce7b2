import { imageData } from '../../pdf/image/image-data.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFRef } from '../../pdf/objects.ts';

/**
 * Returns images with samples pre-blended with a matte, and their soft masks: both must keep the same size
 * (ISO 32000-2, 11.6.5.2). A fully opaque mask has no effect, whatever its matte.
 * @param usersOf images by their soft mask
 */
export function mattedImages(
  images: ReadonlyMap<PDFRef, ImageXObject>,
  usersOf: ReadonlyMap<PDFRef, readonly PDFRef[]>,
  maxBytes: number,
): ReadonlySet<PDFRef> {
  const matted = new Set<PDFRef>();
  for (const [ref, users] of usersOf) {
    const mask = images.get(ref);
    if (mask === undefined || mask.matte === null) continue;
    // Next to another mask, it stays in the file.
    const mayGo = users.every((user) => isMaskedByItAlone(images.get(user)));
    if (mayGo && hidesNothing(mask, maxBytes)) continue;
    for (const each of [ref, ...users]) matted.add(each);
  }
  return matted;
}

function isMaskedByItAlone(image: ImageXObject | undefined): boolean {
  return image?.mask.kind === 'none' && image.softMaskInData === 0;
}

/** Checked for 8-bit masks only, since all writers of mattes use them. */
function hidesNothing({ stream, width, height, bits, decode }: ImageXObject, maxBytes: number): boolean {
  if (bits !== 8 || decode.kind === 'linear') return false;
  const data = imageData(stream, maxBytes);
  if (data?.kind !== 'samples' || data.bytes.length < width * height) return false;
  const shown = decode.kind === 'inverse' ? 0 : 255;
  return data.bytes.subarray(0, width * height).every((sample) => sample === shown);
}
