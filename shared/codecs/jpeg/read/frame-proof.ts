import { type FrameShape, frameShape } from '../format/frame.ts';
import { readDctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { readScans } from './read.ts';

/**
 * Returns whether the file just written, in its place after the frame, reads back with the same shape,
 * quantization tables and coefficients. Overwrites the frame's coefficients.
 */
export function readsAs(bytes: Uint8Array, frame: KernelFrame): boolean {
  const header = readDctHeader(bytes);
  const shape = header === null ? null : frameShape(header);
  if (header === null || shape === null || description(shape) !== description(frame)) return false;
  const hashes = planeHashes(frame);
  return readScans(bytes, header, frame) !== null && planeHashes(frame) === hashes;
}

function description({ width, height, components }: FrameShape): string {
  const parts = components.map(({ id, horizontal, vertical, quantTable }) => {
    return [id, horizontal, vertical, ...quantTable].join(' ');
  });
  return [width, height, ...parts].join('; ');
}

function planeHashes({ kernel, components }: KernelFrame): string {
  return components
    .map((_, index) => {
      const at = kernel.hashPlane(index);
      return heapOf(kernel)
        .slice(at, at + HASH_BYTES)
        .join(' ');
    })
    .join('; ');
}

const HASH_BYTES = 24;
