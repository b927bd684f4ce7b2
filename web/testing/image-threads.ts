import { ImagePool, type ImageThread } from '../../shared/image-pool.ts';

/** A pool of one thread, as given; none may be needed when it is left out. */
export function imagePoolOf(
  spawn: () => ImageThread = () => {
    throw new Error('no image was to be recoded in this test');
  },
): ImagePool {
  return new ImagePool({ threads: 1, pixels: 1_000_000, idleMs: 1000, spawn });
}
