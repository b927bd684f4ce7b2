import { type Job, type JobState, type ResultPart, resultOf } from '../jobs/job.ts';
import { FileStore, isStorageFull } from './file-store.ts';
import { inputName, noteName, partName, resultName, toStoredJob } from './stored-job.ts';

/** State of persistence. With full storage work continues, but a reload would lose it. */
export type PersisterState = 'keeping' | 'full' | 'off';

/**
 * Writes every change of the list into a folder, sequentially and beside the work, so that a closed or crashed tab can
 * resume. A failure stops only the persistence.
 */
export class JobPersister {
  readonly #open: () => Promise<FileSystemDirectoryHandle>;
  readonly #onState: (state: PersisterState) => void;
  /** Each job as stored; null until its first write is done. */
  readonly #kept = new Map<number, Job | null>();
  #store: FileStore | null = null;
  #state: PersisterState = 'keeping';
  #wanted: readonly Job[] = [];
  #isBusy = false;
  #caughtUp: Promise<void> = Promise.resolve();

  /** @param open opens the folder when there is something to store */
  constructor(open: () => Promise<FileSystemDirectoryHandle>, onState: (state: PersisterState) => void) {
    this.#open = open;
    this.#onState = onState;
  }

  /** Continues in this folder, which already contains these jobs. */
  moveTo(folder: FileSystemDirectoryHandle, jobs: readonly Job[]): void {
    this.#store = new FileStore(folder);
    for (const job of jobs) this.#kept.set(job.id, job);
  }

  sync(jobs: readonly Job[]): void {
    this.#wanted = jobs;
    if (this.#state !== 'off' && !this.#isBusy) this.#caughtUp = this.#catchUp();
  }

  /** Resolves when all changes so far are written. */
  settled(): Promise<void> {
    return this.#caughtUp;
  }

  async #catchUp(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let next = this.#nextStep(); next !== null; next = this.#nextStep()) {
        this.#store ??= new FileStore(await this.#open());
        await next(this.#store);
      }
    } catch (thrown) {
      this.#become(isStorageFull(thrown) ? 'full' : 'off');
    }
    this.#isBusy = false;
  }

  /** Removals first, to free space. */
  #nextStep(): ((store: FileStore) => Promise<void>) | null {
    const wanted = new Set(this.#wanted.map(({ id }) => id));
    for (const id of this.#kept.keys()) if (!wanted.has(id)) return (store) => this.#forget(store, id);
    if (this.#state !== 'keeping') return null;
    for (const job of this.#wanted) {
      const before = this.#kept.get(job.id) ?? null;
      if (before === null || !isKeptAlike(before, job)) return (store) => this.#keep(store, job, before);
    }
    return null;
  }

  async #keep(store: FileStore, job: Job, before: Job | null): Promise<void> {
    if (before === null) {
      this.#kept.set(job.id, null);
      await store.write(inputName(job.id), job.file);
    }
    const result = resultOf(job);
    const isNew = before === null || result?.blob !== resultOf(before)?.blob;
    if (isNew && result !== null && !result.report.unchanged)
      await store.write(resultName(job.id), result.blob);
    const [parts, oldParts] = [partsOf(job), partsOf(before)];
    if (parts !== oldParts)
      for (const [at, { blob }] of parts.entries()) await store.write(partName(job.id, at), blob);
    await store.write(noteName(job.id), JSON.stringify(toStoredJob(job)));
    this.#kept.set(job.id, job);
    // After the note, which no longer names them.
    for (let at = parts.length; at < oldParts.length; at += 1) await store.remove(partName(job.id, at));
  }

  async #forget(store: FileStore, id: number): Promise<void> {
    const parts = partsOf(this.#kept.get(id) ?? null);
    this.#kept.delete(id);
    // Removes the note first: files without it cannot be resumed.
    await store.remove(noteName(id));
    const names = [resultName(id), inputName(id), ...parts.map((_, at) => partName(id, at))];
    for (const name of names) await store.remove(name);
  }

  #become(state: PersisterState): void {
    this.#state = state;
    this.#onState(state);
  }
}

const NO_PARTS: readonly ResultPart[] = [];

function partsOf(job: Job | null): readonly ResultPart[] {
  return (job === null ? null : resultOf(job))?.parts?.files ?? NO_PARTS;
}

/**
 * Whether both would be stored the same way; progress is not stored. Compares by identity, since it is called often.
 */
function isKeptAlike(a: Job, b: Job): boolean {
  return (
    a === b || (KEPT_PARTS.every((part) => a[part] === b[part]) && lasting(a.state) === lasting(b.state))
  );
}

const KEPT_PARTS = [
  'options',
  'hasOwnOptions',
  'probe',
  'savesMemory',
  'ignoresMemoryLimit',
  'isLeftOut',
  'chosenName',
  'place',
] as const;

function lasting(state: JobState): unknown {
  switch (state.kind) {
    case 'done':
      return state.result;
    case 'failed':
      return state.kept ?? state.problem;
    case 'cancelled':
      return state.kind;
    case 'waiting':
    case 'running':
      return state.kept;
  }
}
