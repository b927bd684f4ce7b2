import { type Component, createFrame, type Frame } from '../jpeg/format/frame.ts';
import { MARKER, segmentBody, startsWith } from '../jpeg/format/header.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { plannedFile } from './proved-file.ts';

/**
 * The luminance of a YCbCr JPEG as a JPEG of one component, coefficient for coefficient: gray without another loss.
 * Application segments stay, but for Adobe's, which speaks of three components. Null when the file cannot be read in
 * full, or when its first component has not the full resolution.
 */
export function withoutChroma(jpeg: Uint8Array, maxPixels: number): Uint8Array | null {
  const image = readCoefficients(jpeg, { maxPixels });
  if (image === null || image.frame.components.length !== 3) return null;
  const gray = firstComponent(image.frame);
  if (gray === null) return null;
  const segments = image.appSegments.filter((segment) => !isAdobe(segment));
  return plannedFile(gray, segments)?.finish()?.bytes ?? null;
}

function firstComponent({ width, height, components }: Frame): Frame | null {
  const [luma, ...chroma] = components;
  const isFull = chroma.every(
    ({ horizontal, vertical }) => horizontal <= luma.horizontal && vertical <= luma.vertical,
  );
  if (!isFull) return null;
  const frame = createFrame({
    width,
    height,
    components: [{ id: 1, horizontal: 1, vertical: 1, quantTable: luma.quantTable }],
  });
  copyBlocks(luma, frame.components[0]);
  return frame;
}

/** The blocks that hold samples; those that only complete an MCU of several components fall away. */
function copyBlocks(from: Component, to: Component): void {
  for (let row = 0; row < to.rows; row += 1) {
    const start = row * from.stride * 64;
    to.coefficients.set(from.coefficients.subarray(start, start + to.stride * 64), row * to.stride * 64);
  }
}

function isAdobe(segment: Uint8Array): boolean {
  const body = segmentBody(segment, { marker: segment[1], start: 0, end: segment.length });
  return segment[1] === MARKER.APP14 && startsWith(body, 'Adobe');
}
