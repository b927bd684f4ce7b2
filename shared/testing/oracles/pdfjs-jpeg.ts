/** pdf.js' JPEG decoder: another decoder of four-component files, used by a widespread viewer. */
interface PdfjsJpeg {
  readonly width: number;
  readonly height: number;
  readonly numComponents: number;
  parse(bytes: Uint8Array): void;
  getData(options: {
    readonly width: number;
    readonly height: number;
    readonly forceRGB: boolean;
    readonly isSourcePDF: boolean;
  }): Uint8Array | Uint8ClampedArray;
}

/** This path has no types; the plain build needs a newer Node. */
const DECODERS: string = 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs';

/** Samples in the image's color space: YCCK converted to CMYK, nothing inverted. */
export async function decodeWithPdfjs(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly samples: Uint8Array }> {
  const { JpegImage } = (await import(/* @vite-ignore */ DECODERS)) as {
    JpegImage: new (options: { decodeTransform: null }) => PdfjsJpeg;
  };
  const image = new JpegImage({ decodeTransform: null });
  image.parse(bytes);
  const { width, height } = image;
  const samples = image.getData({ width, height, forceRGB: false, isSourcePDF: true });
  return { width, height, samples: Uint8Array.from(samples) };
}
