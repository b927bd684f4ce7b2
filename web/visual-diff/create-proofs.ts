import type { JobStore } from '../jobs/job-store.ts';
import { isHandheld } from '../worker/device.ts';
import type { IdleWorkers } from '../worker/idle-workers.ts';
import { BackgroundComparer, backgroundLimits } from './background.ts';
import { CoreQueries } from './core-queries.ts';
import { PagePictures } from './page-pictures.ts';
import { RendererAssets } from './proof-source.ts';
import { DiffStore } from './proof-store.ts';
import { RenderSession } from './session.ts';
import type { Proofs } from './use-proofs.ts';

/** Compares results as the jobs of this tab end. */
export function createProofs(
  jobs: JobStore,
  idleWorkers: IdleWorkers,
  loadView: () => Promise<unknown>,
): Proofs {
  const source = new RendererAssets(loadView);
  const store = new DiffStore();
  const pictures = hasRoomForPictures(navigator) ? new PagePictures() : null;
  const background = new BackgroundComparer({
    open: (request, fetching, signal) => RenderSession.open(request, source, fetching, signal),
    isReady: source.isSettled,
    makeRoom: () => idleWorkers.terminateIdle(),
    store,
    pictures,
    limits: backgroundLimits(navigator),
  });
  const follow = () => background.follow(jobs.state().jobs);
  jobs.subscribe(follow);
  source.subscribe(follow);
  return { source, store, pictures, background, coreQueries: new CoreQueries(idleWorkers) };
}

/** Phones show no pictures in their rows, and a device that says it is short of memory draws none. */
function hasRoomForPictures(device: Navigator & { readonly deviceMemory?: number }): boolean {
  return !isHandheld(device) && (device.deviceMemory ?? 8) > 2;
}
