import type { ProbedImage } from '../../inspection.ts';
import { indirectObjects, type PdfDocument } from '../document.ts';
import { componentCount } from '../image/colorspace.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../image/image-xobject.ts';

/** Returns every image XObject with a readable size, largest first. */
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
  // As in `runDctJob`: an image with a mask is decoded together with it, and CMYK by another decoder.
  return codec === 'dct' && !hasMask && matte === null && !isInk ? 'rows' : 'whole';
}
