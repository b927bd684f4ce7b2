import type { ProbedImage } from '../../inspection.ts';
import { indirectObjects, type PdfDocument } from '../document.ts';
import { componentCount } from '../image/colorspace.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../image/image-xobject.ts';

/** Every image XObject with a readable size, the largest first. */
export function probedImages(doc: PdfDocument): ProbedImage[] {
  const images = indirectObjects(doc).flatMap(([ref, object]) => {
    const image = isImageStream(object) ? readImageXObject(ref, object) : null;
    return image === null ? [] : [{ pixels: image.width * image.height, unpacking: unpackingOf(image) }];
  });
  return images.sort((a, b) => b.pixels - a.pixels);
}

function unpackingOf(image: ImageXObject): ProbedImage['unpacking'] {
  const { bits, codec, color, mask, matte, softMask } = image;
  if (codec === 'jpx') return 'jpx';
  if (bits === 1) return 'bits';
  const hasMask = softMask !== null || mask.kind === 'stencil';
  const isInk = color.kind === 'samples' && componentCount(color.space) === 4;
  // As `runDctJob` has it: what lies under a mask is looked at together with that, and CMYK is unpacked by another decoder.
  return codec === 'dct' && !hasMask && matte === null && !isInk ? 'rows' : 'whole';
}
