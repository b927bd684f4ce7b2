import { isActive } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { type Device, isHandheld } from '../worker/device.ts';

/** A device whose browser reports that data should be saved. */
interface SaveDataDevice extends Device {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * When to prefetch what compression does not need: page comparison and the offline copy. At once on a computer. On a
 * phone, or with data saving, after the first touch: visitors who only look download none of it, and it is loaded by
 * the time a file is chosen. Files that arrive without a touch are compressed first, since the page sends no requests
 * meanwhile.
 */
export async function whenPrefetchAllowed(device: SaveDataDevice, store: JobStore): Promise<void> {
  if (!isHandheld(device) && device.connection?.saveData !== true) return;
  const touched = new AbortController();
  await new Promise<void>((resolve) => {
    const isDone = () => {
      const { jobs } = store.state();
      if (jobs.length > 0 && !jobs.some(isActive)) resolve();
    };
    const { signal } = touched;
    for (const event of ['pointerdown', 'keydown', 'dragenter'])
      addEventListener(event, () => resolve(), { signal, passive: true });
    signal.addEventListener('abort', store.subscribe(isDone));
    isDone();
  });
  touched.abort();
}
