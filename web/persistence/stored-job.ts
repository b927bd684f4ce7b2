import type { CompressOptions, CompressReport, Probe } from '../../shared/index.ts';
import type { Job, JobState, Result, ResultPart, ResultParts } from '../jobs/job.ts';
import { inOrder } from '../jobs/order.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { FileStore } from './file-store.ts';

/** The stored data of a job beside its file and result. Never its password. */
export interface StoredJob {
  readonly id: number;
  readonly name: string;
  readonly lastModified: number;
  readonly folder: string;
  readonly chosenName?: string;
  readonly place?: number;
  readonly options: CompressOptions;
  readonly hasOwnOptions: boolean;
  readonly budget?: number;
  readonly hasAllocatedBudget?: boolean;
  readonly eachLimit?: number;
  readonly isLeftOut?: boolean;
  readonly probe: Probe | null;
  readonly savesMemory: boolean;
  readonly ignoresMemoryLimit: boolean;
  readonly outcome:
    | { readonly kind: 'unfinished' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'failed'; readonly problem: JobProblem }
    | {
        readonly kind: 'done';
        readonly report: CompressReport;
        readonly elapsedMs: number;
        readonly isSaved: boolean;
        readonly parts?: StoredParts;
      };
}

interface StoredParts extends Omit<ResultParts, 'files'> {
  readonly files: readonly Omit<ResultPart, 'blob'>[];
}

export const inputName = (id: number) => `${id}.input`;
export const resultName = (id: number) => `${id}.result`;
export const noteName = (id: number) => `${id}.json`;
export const partName = (id: number, at: number) => `${id}.part-${at + 1}`;

export function toStoredJob(job: Job): StoredJob {
  const {
    id,
    file,
    folder,
    options,
    hasOwnOptions,
    budget,
    hasAllocatedBudget = false,
    eachLimit,
    isLeftOut = false,
    chosenName,
    place,
    probe,
    savesMemory,
    ignoresMemoryLimit,
  } = job;
  const { name, lastModified } = file;
  const outcome = outcomeOf(job.state);
  const asked = {
    options,
    hasOwnOptions,
    ...(budget === undefined ? {} : { budget }),
    ...(hasAllocatedBudget ? { hasAllocatedBudget } : {}),
    ...(eachLimit === undefined ? {} : { eachLimit }),
    ...(isLeftOut ? { isLeftOut } : {}),
    ...(chosenName === undefined ? {} : { chosenName }),
    ...(place === undefined ? {} : { place }),
  };
  return { id, name, lastModified, folder, ...asked, probe, savesMemory, ignoresMemoryLimit, outcome };
}

/** The jobs stored in a folder, in order. Unreadable ones are left out. */
export async function keptJobs(store: FileStore): Promise<readonly StoredJob[]> {
  const found: StoredJob[] = [];
  for (const name of await store.names()) {
    if (!name.endsWith('.json')) continue;
    try {
      // Written by `toStoredJob`; other formats have another number in the folder's name.
      found.push(JSON.parse(await (await store.read(name)).text()) as StoredJob);
    } catch {
      // A partial or missing file counts as not stored.
    }
  }
  return inOrder(found);
}

/** Restores a job with its files. Unfinished jobs are queued again. */
export async function fromStoredJob(store: FileStore, kept: StoredJob): Promise<Job> {
  const { outcome, name, lastModified, ...same } = kept;
  const type = 'application/pdf';
  // Wraps the stored bytes without copying them.
  const file = new File([await store.read(inputName(kept.id))], name, { type, lastModified });
  const job = { ...same, file, attempt: 1, previous: null };
  switch (outcome.kind) {
    case 'unfinished':
      return { ...job, state: { kind: 'waiting', kept: null } };
    case 'cancelled':
      return { ...job, state: { kind: 'cancelled', kept: null } };
    case 'failed':
      return { ...job, state: { kind: 'failed', problem: outcome.problem, kept: null } };
    case 'done': {
      const { report, elapsedMs, isSaved, parts } = outcome;
      const blob = report.unchanged ? file : new Blob([await store.read(resultName(kept.id))], { type });
      const result: Result = { blob, report, elapsedMs, isSaved };
      const split = parts === undefined ? {} : { parts: await keptParts(store, kept.id, parts) };
      return { ...job, state: { kind: 'done', result: { ...result, ...split } } };
    }
  }
}

async function keptParts(
  store: FileStore,
  id: number,
  { files, ...about }: StoredParts,
): Promise<ResultParts> {
  const read = async (part: StoredParts['files'][number], at: number): Promise<ResultPart> => {
    const blob = new Blob([await store.read(partName(id, at))], { type: 'application/pdf' });
    return { ...part, blob };
  };
  return { ...about, files: await Promise.all(files.map(read)) };
}

function outcomeOf(state: JobState): StoredJob['outcome'] {
  switch (state.kind) {
    case 'waiting':
    case 'running':
      return state.kept === null ? { kind: 'unfinished' } : doneAs(state.kept);
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'failed':
      return state.kept === null ? { kind: 'failed', problem: state.problem } : doneAs(state.kept);
    case 'done':
      return doneAs(state.result);
  }
}

function doneAs({ report, elapsedMs, isSaved, parts }: Result): StoredJob['outcome'] {
  const done = { kind: 'done', report, elapsedMs, isSaved } as const;
  if (parts === undefined) return done;
  return { ...done, parts: { ...parts, files: parts.files.map(({ blob: _, ...part }) => part) } };
}
