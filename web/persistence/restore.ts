import { largestOf } from '../../shared/lists.ts';
import type { Job } from '../jobs/job.ts';
import { FileStore } from './file-store.ts';
import { isStorageAvailable, orphanedSessions, removeSession, type SessionFolder } from './session-folder.ts';
import { fromStoredJob, keptJobs, noteName, type StoredJob } from './stored-job.ts';

/** Abandoned files are removed after this time. */
const KEPT_DAYS = 7;

/** The remains of a closed tab. */
export interface Restorable {
  readonly session: SessionFolder;
  readonly jobs: readonly StoredJob[];
}

/**
 * The latest session with something to resume. Removes older ones, and those without unsaved files.
 *
 * @param now milliseconds since 1970
 * @param own name of this tab's session before it was reloaded
 * @param withSaved include sessions whose files are all saved, for a tab that was reloaded
 */
export async function findRestorable(
  now: number,
  own: string | null,
  withSaved = false,
): Promise<Restorable | null> {
  if (!isStorageAvailable()) return null;
  let latest: (Restorable & { readonly writtenAt: number }) | null = null;
  for (const session of await orphanedSessions(own)) {
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

/** The jobs with their files, without those whose files are missing. */
export async function restoredJobs({ session, jobs }: Restorable): Promise<readonly Job[]> {
  const store = new FileStore(session.folder);
  const restored = await Promise.all(jobs.map((kept) => fromStoredJob(store, kept).catch(() => null)));
  return restored.filter((job) => job !== null);
}

/** Unfinished, or with an unsaved result. */
function isOpen({ outcome }: StoredJob): boolean {
  return outcome.kind === 'unfinished' || (outcome.kind === 'done' && !outcome.isSaved);
}

async function lastWritten(store: FileStore, jobs: readonly StoredJob[]): Promise<number> {
  const times = await Promise.all(jobs.map(async ({ id }) => (await store.read(noteName(id))).lastModified));
  return largestOf(times, 0);
}
