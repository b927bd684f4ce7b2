/** pdf.js' JPEG decoder: another reader of four-component files, and the one that many people's viewer is. */
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

/** Without types of its own at this path; the plain build needs a newer Node. */
const DECODERS: string = 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs';

/** The samples as an image's colour space gets them: YCCK made CMYK, nothing inverted. */
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
