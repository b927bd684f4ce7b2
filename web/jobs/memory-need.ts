import { type CompressOptions, mayBecomeLayers, type Probe, type ProbedImage } from '../../shared/index.ts';

/** Estimated memory for compressing a file, in bytes. */
export interface MemoryNeed {
  /** Need with several images at once. */
  readonly usual: number;
  /** Need with one image at a time. */
  readonly least: number;
}

/** The compiled core, and WASM memories grown to a page's size. */
const WORKER_BYTES = 40_000_000;
/** The input, and its recompressed parts; the result consists of pieces of both. */
const COPIES_OF_FILE = 2;
/** The check opens both files at once; an object takes 2 to 3 kB in each. */
const BYTES_PER_OBJECT = 5_000;
/**
 * Per stored pixel. Measured on photographs of 24 to 51 megapixels (`bench/README.md`): 0.6 for a JPEG in rows, 5 for
 * gray samples, 7 for RGB and palettes, 1 for bilevel; 21 for JPEG 2000, whose decoder keeps 32-bit wavelet
 * coefficients for each channel.
 */
const BYTES_PER_PIXEL: Readonly<Record<ProbedImage['unpacking'], number>> = {
  rows: 1,
  whole: 8,
  jpx: 24,
  bits: 1,
};
/** Per written pixel, 6 to 7 measured: its samples, and the coefficients they are coded from. */
const BYTES_PER_WRITTEN_PIXEL = 8;
/** Per written pixel of RGB that becomes JPEG 2000, 36 measured: its encoder holds each sample twice, in 32 bits. */
const BYTES_PER_JPX_PIXEL = 40;

/**
 * Estimates from what is known before work starts. Meant to be conservative rather than exact.
 *
 * @param imagesAtOnce includes the workers beside the document's own
 */
export function memoryNeed(
  fileBytes: number,
  probe: Probe,
  options: CompressOptions,
  imagesAtOnce: number,
): MemoryNeed {
  const document = WORKER_BYTES + COPIES_OF_FILE * fileBytes + BYTES_PER_OBJECT * probe.objects;
  const images = probe.largestImages
    .map((image) => imageBytes(image, probe, options))
    .sort((one, other) => other - one);
  const sideBySide = images.slice(0, imagesAtOnce).reduce((sum, bytes) => sum + bytes, 0);
  return {
    usual: document + imagesAtOnce * WORKER_BYTES + sideBySide,
    least: document + (images[0] ?? 0),
  };
}

function imageBytes({ pixels, unpacking }: ProbedImage, probe: Probe, options: CompressOptions): number {
  // Text detection needs the whole scan.
  const stored = unpacking === 'rows' && mayBecomeLayers(options) ? 'whole' : unpacking;
  const written = unpacking === 'bits' ? 0 : Math.min(pixels, mostPixels(probe, options));
  const perWritten =
    unpacking === 'whole' && options.jpx === 'lossless' ? BYTES_PER_JPX_PIXEL : BYTES_PER_WRITTEN_PIXEL;
  return BYTES_PER_PIXEL[stored] * pixels + perWritten * written;
}

/** Maximum pixels of an image in the result. Assumes that no image is drawn larger than the largest page. */
function mostPixels({ largestPageArea }: Probe, { maxDimension, maxDpi, minDpi }: CompressOptions): number {
  const pixelsAt = (dpi: number) => dpi ** 2 * largestPageArea;
  const capped = Math.min(maxDimension ** 2, maxDpi === 0 ? Number.POSITIVE_INFINITY : pixelsAt(maxDpi));
  return Math.max(capped, pixelsAt(minDpi));
}
