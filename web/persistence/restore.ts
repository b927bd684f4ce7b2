import { largestOf } from '../../shared/lists.ts';
import type { Job } from '../jobs/job.ts';
import { FileStore } from './file-store.ts';
import { isStorageAvailable, orphanedSessions, removeSession, type SessionFolder } from './session-folder.ts';
import { fromStoredJob, keptJobs, noteName, type StoredJob } from './stored-job.ts';

/** Files nobody came back for are not kept for ever. */
const KEPT_DAYS = 7;

/** What a tab that is gone has left behind. */
export interface Restorable {
  readonly session: SessionFolder;
  readonly jobs: readonly StoredJob[];
}

/**
 * The latest session that has something to go on with; older ones are removed, and so are those with nothing in them
 * that was not saved.
 *
 * @param now milliseconds since 1970
 * @param withSaved also what is all saved: somebody is in the middle of looking at it
 */
export async function findRestorable(now: number, withSaved = false): Promise<Restorable | null> {
  if (!isStorageAvailable()) return null;
  let latest: (Restorable & { readonly writtenAt: number }) | null = null;
  for (const session of await orphanedSessions()) {
    const store = new FileStore(session.folder);
    const jobs = await keptJobs(store);
    const writtenAt = await lastWritten(store, jobs);
    const isOld = writtenAt < now - KEPT_DAYS * 24 * 60 * 60 * 1000;
    if (
      isOld ||
      !jobs.some((job) => withSaved || isOpen(job)) ||
      (latest !== null && latest.writtenAt > writtenAt)
    ) {
      await removeSession(session);
      continue;
    }
    if (latest !== null) await removeSession(latest.session);
    latest = { session, jobs, writtenAt };
  }
  return latest;
}

/** The jobs with their files. One whose files are gone is left out. */
export async function restoredJobs({ session, jobs }: Restorable): Promise<readonly Job[]> {
  const store = new FileStore(session.folder);
  const restored = await Promise.all(jobs.map((kept) => fromStoredJob(store, kept).catch(() => null)));
  return restored.filter((job) => job !== null);
}

/** Something to wait for, or a result that is not saved yet. */
function isOpen({ outcome }: StoredJob): boolean {
  return outcome.kind === 'unfinished' || (outcome.kind === 'done' && !outcome.isSaved);
}

async function lastWritten(store: FileStore, jobs: readonly StoredJob[]): Promise<number> {
  const times = await Promise.all(jobs.map(async ({ id }) => (await store.read(noteName(id))).lastModified));
  return largestOf(times, 0);
}
