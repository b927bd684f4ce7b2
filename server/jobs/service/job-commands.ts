import type { Database } from '../../db/database.ts';
import type { FileRow, JobRow } from '../../db/schema.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { ProblemError } from '../../problem.ts';
import type { Store } from '../../store/folder-store.ts';
import { removeUnusedFiles } from '../expire.ts';
import { createStoreUse, keepFile } from '../files.ts';
import { cancelDocuments } from '../job-ends.ts';
import type { JobWorker } from '../job-worker.ts';
import type { JobLimits } from '../limits.ts';
import type { RemotePlaces } from '../places/remote-places.ts';
import type { JobChanges } from '../queue/changes.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { retryDocuments } from '../retry.ts';
import type { Sealer } from '../sealer.ts';
import { submitJob } from '../submit.ts';
import type { WantedJob } from '../wanted-job.ts';

/** Changes jobs in the name of a key. */
export interface JobCommands {
  keepFile(key: ApiKey, document: Uint8Array): Promise<{ readonly file: FileRow; readonly isNew: boolean }>;
  submit(key: ApiKey, wanted: WantedJob): Promise<{ readonly job: JobRow; readonly isNew: boolean }>;
  cancel(job: JobRow): Promise<void>;
  /** Puts documents that failed for a passing reason back in line; returns how many. */
  retry(key: ApiKey, job: JobRow): Promise<number>;
  remove(job: JobRow): Promise<void>;
}

export interface JobCommandDeps {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly remote: RemotePlaces;
  readonly changes: JobChanges;
  readonly worker: Pick<JobWorker, 'abortJob'>;
  readonly limits: JobLimits;
  readonly now: () => number;
}

/** Limits the parameters of one SQL statement. */
const IDS_PER_STATEMENT = 500;

export function createJobCommands(deps: JobCommandDeps): JobCommands {
  const { db, queue, store, changes, limits, now } = deps;
  const use = createStoreUse(db);

  const cancel = async (job: JobRow) => {
    await db.transaction().execute((transaction) => cancelDocuments(transaction, queue, job.id, now()));
    deps.worker.abortJob(job.id);
    changes.tell(job.id);
  };

  return {
    keepFile: (key, document) =>
      keepFile({ db, store, use, maxBytes: limits.storeBytes }, key.id, document, now()),
    async submit(key, wanted) {
      const submitted = await submitJob({ ...deps, maxOpen: limits.openPerKey }, key, wanted);
      changes.announceWork();
      return submitted;
    },
    cancel,
    async retry(key, job) {
      if (job.keep_until !== null && job.keep_until <= now()) throw new ProblemError({ code: 'result_gone' });
      const count = await db
        .transaction()
        .execute((transaction) => retryDocuments(transaction, queue, key, job, now()));
      changes.announceWork();
      return count;
    },
    async remove(job) {
      await cancel(job);
      await removeJob(db, store, job.id, now());
    },
  };
}

/** Removes a job's rows, then its results, then the inputs that no other job needs. */
async function removeJob(db: Database, store: Store, id: string, now: number): Promise<void> {
  const documents = await db
    .selectFrom('job_documents')
    .select(['output', 'file_id'])
    .where('job_id', '=', id)
    .execute();
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('job_documents').where('job_id', '=', id).execute();
    await transaction.deleteFrom('jobs').where('id', '=', id).execute();
  });
  for (const { output } of documents) if (output !== null) await store.remove(output);
  const files = [...new Set(documents.map(({ file_id }) => file_id))];
  for (let at = 0; at < files.length; at += IDS_PER_STATEMENT)
    await removeUnusedFiles(db, store, now, { ids: files.slice(at, at + IDS_PER_STATEMENT) });
}
