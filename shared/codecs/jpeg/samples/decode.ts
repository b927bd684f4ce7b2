import { type Raster, type RasterStream, wholeRaster } from '../../pixels/raster.ts';
import type { DctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { RowReader } from '../read/row-reader.ts';

/** Maximum pixels of a file. */
const MAX_PIXELS = 100_000_000;

/**
 * Decodes a gray, YCbCr or RGB JPEG to the same samples as libjpeg: 13-bit integers in the transform,
 * interpolated half-resolution chroma, JFIF colors.
 * @returns null for unsupported files (`RowReader`), unusual sampling, and missing coefficients
 */
export function decodeSamples(jpeg: Uint8Array, channels: 1 | 3): Raster | null {
  return decodeRows(jpeg, channels, wholeRaster);
}

/**
 * Like decodeSamples() for consumers that need each row once: a few rows are in memory, and the file. Returns
 * the result of `use`, or null as above: then `use` has seen invalid rows. `use` must not decode anything
 * else.
 */
export function decodeRows<Made>(
  jpeg: Uint8Array,
  channels: 1 | 3,
  use: (rows: RasterStream) => Made,
): Made | null {
  const reader = RowReader.open(jpeg, { maxPixels: MAX_PIXELS });
  if (reader === null) return null;
  const { frame } = reader;
  if (frame.components.length !== channels || !hasUsualSampling(frame)) return null;
  const made = use(pixelRows(reader, channels));
  return reader.finish() ? made : null;
}

/**
 * All components of one size, or some of half the largest width, and then possibly of half the height.
 * libjpeg copies chroma of two samples or less in width; its versions interpolate only half-high chroma
 * differently.
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

/** Rows of pixels; coefficients are read and transformed on demand. */
function pixelRows(reader: RowReader, channels: 1 | 3): RasterStream {
  const { header, frame, freeAt } = reader;
  const { width, height, components } = frame;
  const [horizontal, vertical] = mostFactors(components);
  tellSteps(frame);
  frame.kernel.setFactors(horizontal, vertical, height);
  const bandRows = vertical * 8;
  const pitch = ((Math.max(...components.map(({ stride }) => stride * 8)) * 2 + 127) >> 6) << 6;
  const out = freeAt + pitch * 5;
  const stride = width * channels;
  const isYcc = hasLuminance(header) ? 1 : 0;
  let y = 0;
  return {
    width,
    height,
    channels,
    next(rows) {
      const { kernel } = frame;
      const [top, bytes] = [y, rows * stride];
      kernel.reachTo(out + bytes + pitch);
      while (y < top + rows) {
        const end = Math.min(top + rows, (Math.floor(y / bandRows) + 1) * bandRows);
        // Including the next row: chroma of half the height is interpolated.
        while (reader.rowsRead * bandRows <= Math.min(end, height - 1)) transformNextRow(reader);
        kernel.pixelRows(y, end, width, channels, isYcc, freeAt, pitch, out + (y - top) * stride);
        y = end;
      }
      return heapOf(kernel).subarray(out, out + bytes);
    },
  };
}

function transformNextRow(reader: RowReader): void {
  const { kernel, components } = reader.frame;
  const row = reader.rowsRead;
  reader.readRow();
  for (const [index, { vertical }] of components.entries())
    kernel.transformRows(index, row * vertical, (row + 1) * vertical);
}

/** Passes the quantization steps to the kernel. */
function tellSteps({ kernel, components }: KernelFrame): void {
  const steps = new Int32Array(kernel.memory.buffer, kernel.stepsAt(), components.length * 64);
  for (const [index, { quantTable }] of components.entries()) steps.set(quantTable, index * 64);
}

/** Detects the colors of three components like libjpeg: by JFIF, by Adobe's segment, by their identifiers. */
function hasLuminance({ components, hasJfif, adobeTransform }: DctHeader): boolean {
  if (hasJfif) return true;
  if (adobeTransform !== null) return adobeTransform !== 0;
  return components.map(({ id }) => String.fromCharCode(id)).join('') !== 'RGB';
}
