import type { Database } from '../../db/database.ts';
import type { FileRow, JobRow } from '../../db/schema.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { ProblemError } from '../../problem.ts';
import type { Store } from '../../store/folder-store.ts';
import { cancelDocuments } from '../job-ends.ts';
import type { JobWorker } from '../job-worker.ts';
import type { JobLimits } from '../limits.ts';
import type { RemotePlaces } from '../places/remote-places.ts';
import type { JobChanges } from '../queue/changes.ts';
import { retryDocuments } from '../retry.ts';
import type { Sealer } from '../sealer.ts';
import { removeUnusedFiles } from '../stored/expire.ts';
import { keepFile } from '../stored/files.ts';
import type { StoreUse } from '../stored/store-use.ts';
import { submitJob } from '../submit.ts';
import type { WantedDocument, WantedJob } from '../wanted-job.ts';

/** Changes jobs in the name of a key. */
export interface JobCommands {
  /** @param isOneJob the request makes a job of it, and has counted it against the key's day */
  keepFile(
    key: ApiKey,
    document: Uint8Array,
    isOneJob?: boolean,
  ): Promise<{ readonly file: FileRow; readonly isNew: boolean }>;
  submit(key: ApiKey, wanted: WantedJob): Promise<{ readonly job: JobRow; readonly isNew: boolean }>;
  cancel(job: JobRow): Promise<void>;
  /** Puts documents that failed for a passing reason back in line; returns how many. */
  retry(key: ApiKey, job: JobRow): Promise<number>;
  remove(job: JobRow): Promise<void>;
}

export interface JobCommandDeps {
  readonly db: Database;
  readonly store: Store;
  readonly use: StoreUse;
  /** Set with PostgreSQL: several processes remove files. */
  readonly isShared: boolean;
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
  const { db, use, changes, limits, now } = deps;

  const cancel = async (job: JobRow) => {
    await db.transaction().execute((transaction) => cancelDocuments(transaction, job.id, now()));
    deps.worker.abortJob(job.id);
    changes.tell(job.id);
  };

  return {
    keepFile: (key, document, isOneJob = false) => keepFile(deps, key, document, isOneJob, now()),
    async submit(key, wanted) {
      // Results of uploads take the room that their inputs leave.
      const isStored = ({ input, output }: WantedDocument) => !('upload' in input) && output === undefined;
      const full = wanted.documents.some(isStored) ? await use.refusal(key.id, 0, now()) : undefined;
      const submitted = await submitJob({ ...deps, maxOpen: limits.openPerKey, full }, key, wanted);
      changes.announceWork();
      return submitted;
    },
    cancel,
    async retry(key, job) {
      if (job.keep_until !== null && job.keep_until <= now()) throw new ProblemError({ code: 'result_gone' });
      const count = await db
        .transaction()
        .execute((transaction) => retryDocuments(transaction, key, job, now()));
      changes.announceWork();
      return count;
    },
    async remove(job) {
      await cancel(job);
      await removeJob(deps, job.id, now());
    },
  };
}

/** Removes a job's rows, then its results, then the inputs that no other job needs. */
async function removeJob(deps: JobCommandDeps, id: string, now: number): Promise<void> {
  const { db, store } = deps;
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
  for (let at = 0; at < files.length; at += IDS_PER_STATEMENT) {
    const ids = files.slice(at, at + IDS_PER_STATEMENT);
    await removeUnusedFiles(deps, now, (query) => query.where('id', 'in', ids));
  }
}
