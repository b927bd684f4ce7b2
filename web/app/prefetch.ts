import { isActive } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { type Device, isHandheld } from '../worker/device.ts';

/** A device whose browser reports that data should be saved. */
interface SaveDataDevice extends Device {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * Whether page comparison and the offline copy wait until the page is used: on a phone, or with data saving. Visitors
 * who only look download neither.
 */
export function waitsForUse(device: SaveDataDevice): boolean {
  return isHandheld(device) || device.connection?.saveData === true;
}

/**
 * Resolves at the first touch: what is fetched then is here by the time a file is chosen. Files that arrive without a
 * touch are compressed first, since the page sends no requests meanwhile.
 */
export async function whenUsed(store: JobStore): Promise<void> {
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
