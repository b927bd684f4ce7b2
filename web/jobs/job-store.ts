import { largestOf } from '../../shared/lists.ts';
import { type JobsEvent, type JobsState, jobsReducer, NO_JOBS } from './jobs-reducer.ts';

/**
 * The jobs of this tab, outside React: work continues whatever page is shown, and a component that shows one job
 * re-renders only when that job changes.
 */
export class JobStore {
  readonly #listeners = new Set<() => void>();
  #state = NO_JOBS;
  #lastId = 0;

  readonly state = (): JobsState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (event: JobsEvent): void => {
    const next = jobsReducer(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  };

  /** A folder in the browser's storage for large results, if available. */
  storage: () => Promise<FileSystemDirectoryHandle | null> = async () => null;

  /** An id that no job of this tab has had. */
  newId(): number {
    this.#lastId =
      largestOf(
        this.#state.jobs.map(({ id }) => id),
        this.#lastId,
      ) + 1;
    return this.#lastId;
  }
}
