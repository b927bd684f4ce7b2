import { areGrayPixels, turnedPixels } from './pixels-simd.ts';

/** One decoded image: 8-bit samples, rows top down, channels interleaved, no padding. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 gray (or palette indexes), 3 RGB-like, 4 CMYK-like. Never alpha: a PDF has it in a second image. */
  readonly channels: Channels;
  /** width * height * channels bytes. */
  readonly samples: Uint8Array;
}

export type Channels = 1 | 3 | 4;

/** A raster with rows on demand, since the whole is not in memory. */
export interface RasterRows extends Pick<Raster, 'width' | 'height' | 'channels'> {
  /** Samples from row `top` to `end`; valid until the next call. */
  readonly rows: (top: number, end: number) => Uint8Array;
}

export function rowsOf(raster: Raster | RasterRows): RasterRows {
  if ('rows' in raster) return raster;
  const { width, height, channels, samples } = raster;
  const stride = width * channels;
  return { width, height, channels, rows: (top, end) => samples.subarray(top * stride, end * stride) };
}

/** A raster whose rows come once, from the top: the whole is never in memory. */
export interface RasterStream extends Pick<Raster, 'width' | 'height' | 'channels'> {
  /** Samples of the next rows; valid until the next call. */
  readonly next: (rows: number) => Uint8Array;
}

export function streamOf(raster: Raster | RasterStream): RasterStream {
  if ('next' in raster) return raster;
  const { width, height, channels, samples } = raster;
  const stride = width * channels;
  let y = 0;
  return {
    width,
    height,
    channels,
    next(rows) {
      const top = y;
      y += rows;
      return samples.subarray(top * stride, y * stride);
    },
  };
}

/** Rows per call when all are needed. */
export const BAND_ROWS = 16;

/** Collects all rows. */
export function wholeRaster(raster: Raster | RasterStream): Raster {
  if (!('next' in raster)) return raster;
  const { width, height, channels } = raster;
  const samples = new Uint8Array(width * height * channels);
  for (let top = 0; top < height; top += BAND_ROWS)
    samples.set(raster.next(Math.min(BAND_ROWS, height - top)), top * width * channels);
  return { width, height, channels, samples };
}

/** Converts to opaque RGBA for the JPEG encoder. Gray is repeated in the three colors. */
export function toRgba({ channels, samples }: Raster): Uint8ClampedArray<ArrayBuffer> {
  if (channels === 4) throw new Error('four channels have no RGBA form');
  return new Uint8ClampedArray(turnedPixels(samples, channels === 1 ? 'grayToRgba' : 'rgbToRgba').buffer);
}

/** Extracts the first one or three channels of RGBA. */
export function fromRgba(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  channels: 1 | 3,
): Raster {
  const pixels = rgba.subarray(0, width * height * 4);
  return {
    width,
    height,
    channels,
    samples: turnedPixels(pixels, channels === 1 ? 'firstOfFour' : 'rgbaToRgb'),
  };
}

/** Returns whether every pixel has three equal channels. */
export function isExactlyGray({ channels, samples }: Raster): boolean {
  return channels === 3 ? areGrayPixels(samples) : channels === 1;
}

export function firstChannel({ width, height, channels, samples }: Raster): Raster {
  const gray =
    channels === 1 ? samples : turnedPixels(samples, channels === 3 ? 'firstOfThree' : 'firstOfFour');
  return { width, height, channels: 1, samples: gray };
}
