import { BAND_ROWS, type Raster, type RasterRows, wholeRaster } from '../../pixels/raster.ts';
import type { DctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { type CoefficientImage, readCoefficients } from '../read/read.ts';

/** Pixels that a file may have: its coefficients take up to seven bytes for each. */
const MOST_PIXELS = 100_000_000;

/**
 * A gray, YCbCr or RGB JPEG as its samples, the same that libjpeg makes of it: integers of 13 bits in the transform, colour
 * of half resolution interpolated, JFIF's colours. It takes as much memory as the coefficients and the result, a third of
 * what libjpeg in WebAssembly takes.
 *
 * @returns null for what is not read here (`readCoefficients`), for unusual sampling, and where not each coefficient came
 */
export function decodeSamples(jpeg: Uint8Array, channels: 1 | 3): Raster | null {
  const rows = decodeRows(jpeg, channels);
  return rows === null ? null : wholeRaster(rows);
}

/** The same, but a large picture in rows that are made when they are asked for, so that no more than its planes are in memory. */
export function decodeRows(jpeg: Uint8Array, channels: 1 | 3): Raster | RasterRows | null {
  const image = readCoefficients(jpeg, { maxPixels: MOST_PIXELS });
  if (image === null || image.frame.components.length !== channels || !hasUsualSampling(image.frame))
    return null;
  transform(image);
  const rows = pixelRows(image, channels);
  // Any other kernel is that of the next JPEG soon.
  return image.frame.lent.isOwn ? rows : wholeRaster(rows);
}

/**
 * All of one size, or a component at half of the largest in width, and then perhaps in height. libjpeg copies colour that is
 * two samples wide or less; what is only half as high its versions interpolate in different ways.
 */
function hasUsualSampling({ width, components }: KernelFrame): boolean {
  const [horizontal, vertical] = mostFactors(components);
  return components.every((component) => {
    const isHalfWide = component.horizontal * 2 === horizontal && width > 4;
    const isHalfHigh = component.vertical * 2 === vertical;
    const isFullHigh = component.vertical === vertical;
    return isHalfWide ? isHalfHigh || isFullHigh : isFullHigh && component.horizontal === horizontal;
  });
}

function mostFactors(components: KernelFrame['components']): readonly [number, number] {
  return [
    Math.max(...components.map(({ horizontal }) => horizontal)),
    Math.max(...components.map(({ vertical }) => vertical)),
  ];
}

function transform({ frame }: CoefficientImage): void {
  const { kernel, components } = frame;
  const steps = new Int32Array(kernel.memory.buffer, kernel.stepsAt(), components.length * 64);
  for (const [index, { quantTable }] of components.entries()) steps.set(quantTable, index * 64);
  for (const index of components.keys()) kernel.transformPlane(index);
}

/** The rows of planes that have been transformed. */
function pixelRows({ header, frame }: CoefficientImage, channels: 1 | 3): RasterRows {
  const { kernel, width, height, components, fileAt } = frame;
  const [horizontal, vertical] = mostFactors(components);
  kernel.setFactors(horizontal, vertical, height);
  // The file has been read: what is made of it lies in its place.
  const pitch = ((Math.max(...components.map(({ stride }) => stride * 8)) * 2 + 127) >> 6) << 6;
  const scratch = Math.ceil(fileAt / 16) * 16;
  const out = scratch + pitch * 5;
  const stride = width * channels;
  const isYcc = hasLuminance(header) ? 1 : 0;
  return {
    width,
    height,
    channels,
    rows(top, end) {
      const bytes = (end - top) * stride;
      kernel.reachTo(out + Math.max(bytes, BAND_ROWS * stride) + pitch);
      kernel.pixelRows(top, end, width, channels, isYcc, scratch, pitch, out);
      return heapOf(kernel).subarray(out, out + bytes);
    },
  };
}

/** As libjpeg tells the colours of three components: by JFIF, by Adobe's segment, by their names. */
function hasLuminance({ components, hasJfif, adobeTransform }: DctHeader): boolean {
  if (hasJfif) return true;
  if (adobeTransform !== null) return adobeTransform !== 0;
  return components.map(({ id }) => String.fromCharCode(id)).join('') !== 'RGB';
}
