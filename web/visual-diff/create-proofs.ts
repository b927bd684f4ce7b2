import type { JobStore } from '../jobs/job-store.ts';
import { BackgroundTurns } from '../worker/background-turns.ts';
import { isHandheld } from '../worker/device.ts';
import type { IdleWorkers } from '../worker/idle-workers.ts';
import { BackgroundComparer, backgroundLimits } from './background.ts';
import { CoreQueries } from './core-queries.ts';
import { PagePictures } from './page-pictures.ts';
import { RendererAssets } from './proof-source.ts';
import { DiffStore } from './proof-store.ts';
import type { Proofs } from './use-proofs.ts';

/** Compares results as the jobs of this tab end. */
export function createProofs(
  jobs: JobStore,
  idleWorkers: IdleWorkers,
  loadView: () => Promise<unknown>,
): Proofs {
  // With the view: once it is here, nothing is left to fetch.
  const source = new RendererAssets(() =>
    Promise.all([loadView(), import('./session.ts'), import('./prove.ts')]),
  );
  const turns = new BackgroundTurns(() => idleWorkers.terminateIdle());
  const store = new DiffStore();
  const pictures = hasRoomForPictures(navigator) ? new PagePictures() : null;
  const background = new BackgroundComparer({
    open: async (request, fetching, signal) =>
      (await import('./session.ts')).RenderSession.open(request, source, fetching, signal),
    isReady: source.isSettled,
    takeTurn: (isLarge) => turns.take(isLarge),
    store,
    pictures,
    limits: backgroundLimits(navigator),
  });
  const follow = () => background.follow(jobs.state().jobs);
  jobs.subscribe(follow);
  source.subscribe(follow);
  return { source, store, pictures, background, coreQueries: new CoreQueries(idleWorkers, turns) };
}

/** Phones show no pictures in their rows, and a device that says it is short of memory draws none. */
function hasRoomForPictures(device: Navigator & { readonly deviceMemory?: number }): boolean {
  return !isHandheld(device) && (device.deviceMemory ?? 8) > 2;
}
