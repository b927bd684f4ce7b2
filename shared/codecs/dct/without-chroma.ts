import type { Component } from '../jpeg/format/frame.ts';
import { MARKER, segmentBody, startsWith } from '../jpeg/format/header.ts';
import { firstComponent } from '../jpeg/kernel/kernel-frame.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { provedFile } from './proved-file.ts';

/**
 * Returns the luminance of a YCbCr JPEG as a JPEG of one component, coefficient by coefficient: gray without
 * another loss. Keeps application segments except Adobe's, which is for three components. Null if the file
 * cannot be read completely, or its first component is subsampled.
 */
export function withoutChroma(jpeg: Uint8Array, maxPixels: number): Uint8Array | null {
  const image = readCoefficients(jpeg, { maxPixels });
  if (image === null) return null;
  const { frame } = image;
  if (frame.components.length !== 3 || !isFull(frame.components)) return null;
  const segments = image.appSegments.filter((segment) => !isAdobe(segment));
  return provedFile(firstComponent(frame), segments)?.bytes ?? null;
}

function isFull([luma, ...chroma]: readonly Component[]): boolean {
  return chroma.every(
    ({ horizontal, vertical }) => horizontal <= luma!.horizontal && vertical <= luma!.vertical,
  );
}

function isAdobe(segment: Uint8Array): boolean {
  const body = segmentBody(segment, { marker: segment[1]!, start: 0, end: segment.length });
  return segment[1] === MARKER.APP14 && startsWith(body, 'Adobe');
}
