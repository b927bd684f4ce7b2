import { JpegImage } from '../pdfjs-decoders.ts';
import type { Raster } from '../pixels/raster.ts';

/**
 * Decodes a JPEG of four components to the samples of DCTDecode: YCCK is converted to CMYK, nothing is
 * inverted, since a PDF does that with `/Decode` (ISO 32000-2, 8.9.5.2). libjpeg's WASM build does not
 * support these.
 * @param colorTransform of the filter's parameters, if given; Adobe's segment takes precedence
 * @returns null when the data is broken
 */
export function decodeJpeg4(jpeg: Uint8Array, colorTransform: number | null): Raster | null {
  const image = new JpegImage(colorTransform === null ? {} : { colorTransform });
  try {
    image.parse(jpeg);
    const { width, height, numComponents } = image;
    if (numComponents !== 4) return null;
    const samples = image.getData({ width, height, isSourcePDF: true });
    if (samples.length !== width * height * 4) return null;
    return {
      width,
      height,
      channels: 4,
      samples: new Uint8Array(samples.buffer, samples.byteOffset, samples.length),
    };
  } catch (thrown) {
    // Besides its own JpegError, broken data causes range and type errors inside the decoder.
    if (thrown instanceof Error) return null;
    throw thrown;
  }
}
