import { WorkPool } from '../../shared/work/pool.ts';

/** For tests whose documents have no images to recode. */
export function noWorkThreads(): WorkPool {
  return new WorkPool({
    threads: 1,
    pixels: 0,
    idleMs: 0,
    spawn: () => {
      throw new Error('no image was to be recoded in this test');
    },
  });
}
