/** The used part of pdf.js' image decoders, which have no types. */
declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  export class Jbig2Image {
    /** Packed rows of the page, 1 = black; throws for invalid data. */
    parseChunks(
      chunks: readonly { readonly data: Uint8Array; readonly start: number; readonly end: number }[],
    ): Uint8ClampedArray;
  }

  export class JpegImage {
    constructor(options?: { decodeTransform?: Int32Array | null; colorTransform?: number });
    readonly width: number;
    readonly height: number;
    readonly numComponents: number;
    parse(data: Uint8Array, options?: { dnlScanLines?: number | null }): void;
    /** Interleaved samples; with `forceRGB` false and `isSourcePDF` true, for the PDF's color space. */
    getData(options: {
      width: number;
      height: number;
      forceRGBA?: boolean;
      forceRGB?: boolean;
      isSourcePDF: boolean;
    }): Uint8ClampedArray;
  }

  export const VerbosityLevel: { readonly ERRORS: 0; readonly WARNINGS: 1; readonly INFOS: 5 };
  export function setVerbosityLevel(level: number): void;
}
