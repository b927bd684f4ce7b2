import type { Raster } from '../../pixels/raster.ts';
import type { DctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { type CoefficientImage, readCoefficients } from '../read/read.ts';

/** Rows that are made before they are taken out of the kernel's memory. */
const ROWS_AT_ONCE = 16;

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
  const image = readCoefficients(jpeg, { maxPixels: MOST_PIXELS });
  if (image === null || image.frame.components.length !== channels || !hasUsualSampling(image.frame))
    return null;
  transform(image);
  const { width, height } = image.frame;
  return { width, height, channels, samples: pixelsOf(image, channels) };
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

function pixelsOf({ header, frame }: CoefficientImage, channels: 1 | 3): Uint8Array {
  const { kernel, width, height, components, fileAt } = frame;
  const [horizontal, vertical] = mostFactors(components);
  kernel.setFactors(horizontal, vertical, height);
  // The file has been read: what is made of it lies in its place.
  const pitch = ((Math.max(...components.map(({ stride }) => stride * 8)) * 2 + 127) >> 6) << 6;
  const scratch = Math.ceil(fileAt / 16) * 16;
  const out = scratch + pitch * 5;
  kernel.reachTo(out + ROWS_AT_ONCE * width * channels + pitch);
  const heap = heapOf(kernel);
  const samples = new Uint8Array(width * height * channels);
  const isYcc = hasLuminance(header) ? 1 : 0;
  for (let from = 0; from < height; from += ROWS_AT_ONCE) {
    const to = Math.min(height, from + ROWS_AT_ONCE);
    kernel.pixelRows(from, to, width, channels, isYcc, scratch, pitch, out);
    samples.set(heap.subarray(out, out + (to - from) * width * channels), from * width * channels);
  }
  return samples;
}

/** As libjpeg tells the colours of three components: by JFIF, by Adobe's segment, by their names. */
function hasLuminance({ components, hasJfif, adobeTransform }: DctHeader): boolean {
  if (hasJfif) return true;
  if (adobeTransform !== null) return adobeTransform !== 0;
  return components.map(({ id }) => String.fromCharCode(id)).join('') !== 'RGB';
}
