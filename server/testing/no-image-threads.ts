import { ImagePool } from '../../shared/image-pool.ts';

/** For tests whose documents have no images to recode. */
export function noImageThreads(): ImagePool {
  return new ImagePool({
    threads: 1,
    pixels: 0,
    idleMs: 0,
    spawn: () => {
      throw new Error('no image was to be recoded in this test');
    },
  });
}
