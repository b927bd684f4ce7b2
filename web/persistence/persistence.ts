import type { JobStore } from '../jobs/job-store.ts';
import { JobPersister, type PersisterState } from './job-persister.ts';
import { findRestorable, type Restorable, restoredJobs } from './restore.ts';
import { isStorageAvailable, newSessionFolder, removeSession, type SessionFolder } from './session-folder.ts';

export interface PersistenceState {
  readonly keep: PersisterState;
  /** Files of a closed tab; null if there are none, or the user has decided. */
  readonly restorable: Restorable | null;
}

/** Belongs to this tab alone: others still ask. */
const CONTINUE_KEY = 'pagelight.continue';

/**
 * The session of a page of this tab that has just gone, for which the next page waits. It is set no longer than that: a
 * duplicated tab gets a copy of all keys, and would take over the session of a tab that lives.
 */
const SESSION_KEY = 'pagelight.session';

/** Whether this tab was reloaded during work; true only once. */
function wantsToContinue(): boolean {
  const isWanted = sessionStorage.getItem(CONTINUE_KEY) !== null;
  sessionStorage.removeItem(CONTINUE_KEY);
  return isWanted;
}

/** The session of this tab's previous page; only once. */
function takePreviousSession(): string | null {
  const id = sessionStorage.getItem(SESSION_KEY);
  sessionStorage.removeItem(SESSION_KEY);
  return id;
}

/** Stores the files of this tab on the device while they are in work, and finds those of closed tabs. */
export class Persistence {
  readonly #jobs: JobStore;
  readonly #keeper: JobPersister;
  readonly #listeners = new Set<() => void>();
  #session: Promise<SessionFolder> | null = null;
  #sessionId: string | null = null;
  #state: PersistenceState = { keep: 'keeping', restorable: null };

  constructor(jobs: JobStore) {
    this.#jobs = jobs;
    this.#keeper = new JobPersister(
      async () => (await this.#openSession()).folder,
      (keep) => this.#become({ keep }),
    );
    if (!isStorageAvailable()) return;
    // A removed file that can be restored keeps its copies: its files may be these copies themselves.
    jobs.subscribe(() => {
      const { jobs: listed, removed } = jobs.state();
      this.#keeper.sync(removed === null ? listed : [...listed, ...removed.jobs]);
    });
    addEventListener('pagehide', () => {
      if (this.#sessionId !== null) sessionStorage.setItem(SESSION_KEY, this.#sessionId);
    });
    // The page that was hidden is shown again.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) takePreviousSession();
    });
  }

  readonly state = (): PersistenceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Looks for files of closed tabs. Unreadable storage counts as empty. */
  async look(): Promise<void> {
    const continues = wantsToContinue();
    const previous = takePreviousSession();
    const restorable = await findRestorable(Date.now(), previous, continues).catch(() => null);
    if (restorable !== null) this.#become({ restorable });
    if (continues) await this.resume();
  }

  /** Waits until everything is stored, and lets this tab resume by itself after a reload. */
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
    this.#sessionId = restorable.session.id;
    this.#keeper.moveTo(restorable.session.folder, jobs);
    this.#jobs.tell({ type: 'jobs-restored', jobs });
  }

  async discard(): Promise<void> {
    const { restorable } = this.#state;
    this.#become({ restorable: null });
    if (restorable !== null) await removeSession(restorable.session).catch(() => undefined);
  }

  /** A folder for what is too large for memory; null if there is none. */
  readonly folder = async (): Promise<FileSystemDirectoryHandle | null> => {
    if (!isStorageAvailable()) return null;
    return this.#openSession().then(
      ({ folder }) => folder,
      () => null,
    );
  };

  #openSession(): Promise<SessionFolder> {
    this.#session ??= newSessionFolder().then((session) => {
      this.#sessionId = session.id;
      return session;
    });
    return this.#session;
  }

  #become(part: Partial<PersistenceState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
