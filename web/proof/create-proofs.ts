import type { JobStore } from '../jobs/job-store.ts';
import type { Crew } from '../worker/crew.ts';
import { BackgroundProver, backgroundLimits } from './background.ts';
import { Insides } from './insides.ts';
import { ProofSource } from './proof-source.ts';
import { ProofStore } from './proof-store.ts';
import { ProofSession } from './session.ts';
import type { Proofs } from './use-proofs.ts';

/** What compares results as the jobs of this tab come to their ends. */
export function createProofs(jobs: JobStore, crew: Crew, loadView: () => Promise<unknown>): Proofs {
  const source = new ProofSource(loadView);
  const store = new ProofStore();
  const background = new BackgroundProver({
    open: (request, fetching, signal) => ProofSession.open(request, source, fetching, signal),
    isReady: source.isHere,
    makeRoom: () => crew.letGo(),
    store,
    limits: backgroundLimits(navigator),
  });
  const follow = () => background.follow(jobs.state().jobs);
  jobs.subscribe(follow);
  source.subscribe(follow);
  return { source, store, background, insides: new Insides(crew) };
}
