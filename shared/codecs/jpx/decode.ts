import { type JpxHeader, readJpxHeader } from './header.ts';
import { runOpenJpeg, type Samples } from './openjpeg.ts';

export interface JpxDecodeOptions {
  /** The compiled `openjpeg.wasm` of pdfjs-dist. */
  readonly module: WebAssembly.Module;
  /** Components of the color space, which come first; a following opacity component is omitted. */
  readonly components: 1 | 3 | 4;
  /** Maximum pixels of the whole image. OpenJPEG needs at least 8 bytes per sample. */
  readonly maxPixels: number;
  /** Number of times to halve width and height, at most the header's `levels`: far cheaper than resampling later. */
  readonly reducePower?: number;
}

export interface DecodedJpx {
  /** Pixels, rounded up when reduced. */
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Samples range from 0 to 2^bits - 1. */
  readonly bitsPerComponent: number;
  /** Interleaved, without padding; 16-bit elements if a component has more than 8 bits. */
  readonly samples: Uint8Array | Uint16Array;
  /** OpenJPEG continued after an error in the codestream, mostly its end: missing parts are blurred or gray. */
  readonly damaged: boolean;
}

/**
 * Decodes the data of JPXDecode (ITU-T T.800). The samples are those of the codestream, in the color space of
 * the PDF or the header; a palette inside of the data is not applied. Null if `header.obstacle` is any other, or
 * the data cannot be decoded.
 */
export function decodeJpx(
  data: Uint8Array,
  { module, components, maxPixels, reducePower = 0 }: JpxDecodeOptions,
): DecodedJpx | null {
  const header = readJpxHeader(data);
  if (header === null || (header.obstacle !== null && header.obstacle !== 'palette')) return null;
  if (header.components < components || header.width * header.height > maxPixels) return null;
  if (reducePower > header.levels) return null;

  const { bitsPerComponent } = header;
  const allocate = (count: number) => (bitsPerComponent > 8 ? new Uint16Array(count) : new Uint8Array(count));
  const result = runOpenJpeg(module, data, components, reducePower, allocate);
  const { width, height } = reducedSize(header, reducePower);
  if (result === null || result.samples.length !== width * height * components) return null;

  const { samples, warnings } = result;
  // Boxes of many writers deserve a warning, while the codestream is whole: then it gives the same samples alone.
  const isWhole = (): boolean => {
    const alone = runOpenJpeg(module, data.subarray(...header.codestream), components, reducePower, allocate);
    if (alone === null || !alone.warnings.every(isHarmless)) return false;
    return areEqual(alone.samples, samples);
  };
  const damaged = warnings.length > 0 && !isWhole();
  return { width, height, components, bitsPerComponent, samples, damaged };
}

/** A number of tile-parts that is one too low (A.4.2): OpenJPEG corrects it and loses nothing. */
function isHarmless(warning: string): boolean {
  return warning.startsWith('Non conformant codestream TPsot==TNsot.');
}

function areEqual(one: Samples, other: Samples): boolean {
  return one.length === other.length && one.every((sample, index) => sample === other[index]);
}

/** T.800, equation B-15: both edges are divided and rounded up. */
function reducedSize({ width, height, originX, originY }: JpxHeader, reducePower: number) {
  const reduce = (position: number) => Math.ceil(position / 2 ** reducePower);
  return {
    width: reduce(originX + width) - reduce(originX),
    height: reduce(originY + height) - reduce(originY),
  };
}
