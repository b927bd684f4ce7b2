import { type Component, geometryOf } from '../jpeg/format/frame.ts';
import { MARKER, readDctHeader, segmentBody, startsWith } from '../jpeg/format/header.ts';
import { emptyFrame, indexFrame } from '../jpeg/kernel/kernel-frame.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { provedFile } from './proved-file.ts';

/** Pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the pixel grid at which a JPEG can be cropped; null if it cannot be read. */
export function cropUnit(jpeg: Uint8Array): { readonly width: number; readonly height: number } | null {
  const components = readDctHeader(jpeg)?.components ?? [];
  if (components.length === 0) return null;
  return {
    width: 8 * Math.max(...components.map(({ horizontal }) => horizontal)),
    height: 8 * Math.max(...components.map(({ vertical }) => vertical)),
  };
}

/**
 * Crops a JPEG coefficient by coefficient, from whole units to whole units or the image's edge. Keeps only
 * the application segments that define colors; others may contain a thumbnail of the whole. Null if the file
 * cannot be read completely.
 */
export function croppedJpeg(jpeg: Uint8Array, crop: Crop, maxPixels: number): Uint8Array | null {
  const image = readCoefficients(jpeg, { maxPixels });
  const unit = cropUnit(jpeg);
  if (image === null || unit === null) return null;
  const segments = image.appSegments.filter(saysColors);
  const [left, top] = [crop.left / unit.width, crop.top / unit.height];
  const shape = { ...image.frame, width: crop.width, height: crop.height };
  const geometry = geometryOf(shape);
  // Their memory is reused by the new frame.
  const blocks = image.frame.components.map((component, index) => {
    const { horizontal, vertical } = component;
    return cutBlocks(component, left * horizontal, top * vertical, geometry.components[index]!);
  });
  const cropped = emptyFrame(shape);
  for (const [index, { coefficients }] of cropped.components.entries()) coefficients.set(blocks[index]!);
  indexFrame(cropped);
  return provedFile(cropped, segments)?.bytes ?? null;
}

function cutBlocks(
  { coefficients, stride, rows }: Component,
  left: number,
  top: number,
  part: Pick<Component, 'stride' | 'rows'>,
): Int16Array {
  const cut = new Int16Array(part.stride * part.rows * 64);
  const across = Math.min(part.stride, stride - left);
  for (let row = 0; row < Math.min(part.rows, rows - top); row += 1) {
    const from = ((top + row) * stride + left) * 64;
    cut.set(coefficients.subarray(from, from + across * 64), row * part.stride * 64);
  }
  return cut;
}

/** Length of "JFIF", a version, density, and no thumbnail (T.871, 10.1). */
const JFIF_BYTES = 14;

/** Returns whether decoders read colors from the segment, and it contains nothing else. */
export function saysColors(segment: Uint8Array): boolean {
  const body = segmentBody(segment, { marker: segment[1]!, start: 0, end: segment.length });
  if (segment[1] === MARKER.APP14) return startsWith(body, 'Adobe');
  return segment[1] === MARKER.APP0 && body.length === JFIF_BYTES && startsWith(body, 'JFIF');
}
