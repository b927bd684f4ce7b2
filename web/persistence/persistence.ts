import type { JobStore } from '../jobs/job-store.ts';
import { JobPersister, type PersisterState } from './job-persister.ts';
import { findRestorable, type Restorable, restoredJobs } from './restore.ts';
import { isStorageAvailable, newSessionFolder, removeSession, type SessionFolder } from './session-folder.ts';

export interface PersistenceState {
  readonly keep: PersisterState;
  /** What a tab that is gone has left; null when there is nothing, or it was decided about. */
  readonly restorable: Restorable | null;
}

/** Of this tab alone: others still ask. */
const CONTINUE_KEY = 'pagelight.continue';

/** Whether this tab was loaded anew in the middle of its work; asked once. */
function wantsToContinue(): boolean {
  const isWanted = sessionStorage.getItem(CONTINUE_KEY) !== null;
  sessionStorage.removeItem(CONTINUE_KEY);
  return isWanted;
}

/** Keeps the files of this tab on the device while it works on them, and finds those of a tab that is gone. */
export class Persistence {
  readonly #jobs: JobStore;
  readonly #keeper: JobPersister;
  readonly #listeners = new Set<() => void>();
  #session: Promise<SessionFolder> | null = null;
  #state: PersistenceState = { keep: 'keeping', restorable: null };

  constructor(jobs: JobStore) {
    this.#jobs = jobs;
    this.#keeper = new JobPersister(
      async () => (await this.#openSession()).folder,
      (keep) => this.#become({ keep }),
    );
    if (isStorageAvailable()) jobs.subscribe(() => this.#keeper.sync(jobs.state().jobs));
  }

  readonly state = (): PersistenceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Looks for what was left behind. Where that cannot be read, there is nothing. */
  async look(): Promise<void> {
    const continues = wantsToContinue();
    const restorable = await findRestorable(Date.now(), continues).catch(() => null);
    if (restorable !== null) this.#become({ restorable });
    if (continues) await this.resume();
  }

  /** All is written down, and this tab goes on with it by itself when it is loaded anew. */
  async continueNextTime(): Promise<void> {
    await this.#keeper.settled();
    sessionStorage.setItem(CONTINUE_KEY, 'true');
  }

  async resume(): Promise<void> {
    const { restorable } = this.#state;
    if (restorable === null) return;
    this.#become({ restorable: null });
    const jobs = await restoredJobs(restorable);
    this.#session = Promise.resolve(restorable.session);
    this.#keeper.moveTo(restorable.session.folder, jobs);
    this.#jobs.tell({ type: 'jobs-restored', jobs });
  }

  async discard(): Promise<void> {
    const { restorable } = this.#state;
    this.#become({ restorable: null });
    if (restorable !== null) await removeSession(restorable.session).catch(() => undefined);
  }

  /** A place for what is too large for the memory; null where there is none. */
  readonly folder = async (): Promise<FileSystemDirectoryHandle | null> => {
    if (!isStorageAvailable()) return null;
    return this.#openSession().then(
      ({ folder }) => folder,
      () => null,
    );
  };

  #openSession(): Promise<SessionFolder> {
    this.#session ??= newSessionFolder();
    return this.#session;
  }

  #become(part: Partial<PersistenceState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
