import { isActive } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { type Device, isHandheld } from '../worker/device.ts';

/** Where the browser tells that its person pays for each byte. */
interface SaveDataDevice extends Device {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * When to fetch what compressing does without: pages drawn side by side, and the copy that works offline. At once on a
 * computer. On a phone, or where data is to be saved, with the first touch: whoever only looks at the page pays for none
 * of it, and it is here when a file was chosen. Files that came without a touch are done first, since the page sends no
 * request beside the work.
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
