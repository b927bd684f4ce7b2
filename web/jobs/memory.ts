import type { Glance } from '../../shared/index.ts';

/** Bytes of memory that compressing a file takes, about. */
export interface MemoryNeed {
  /** With images side by side. */
  readonly usual: number;
  /** With one image at a time. */
  readonly least: number;
}

/** A worker with the core in it and WASM modules that have grown to a page's size. */
const WORKER_BYTES = 60_000_000;
/** The input and what of it is packed anew; the result is pieces of both. */
const COPIES_OF_FILE = 2;
/** The check opens both files side by side; an object takes 2 to 3 kB each time. */
const BYTES_PER_OBJECT = 5_000;
/** Samples as they were, as they become, and the codec's own planes. */
const BYTES_PER_PIXEL = 24;

/** An estimate from what is known before the work starts. It is meant to be on the safe side, not exact. */
export function memoryNeed(
  fileBytes: number,
  { objects, largestPixels }: Glance,
  imagesAtOnce: number,
): MemoryNeed {
  const document = WORKER_BYTES + COPIES_OF_FILE * fileBytes + BYTES_PER_OBJECT * objects;
  const sideBySide = largestPixels.slice(0, imagesAtOnce).reduce((sum, pixels) => sum + pixels, 0);
  return {
    usual: document + BYTES_PER_PIXEL * sideBySide,
    least: document + BYTES_PER_PIXEL * (largestPixels[0] ?? 0),
  };
}
