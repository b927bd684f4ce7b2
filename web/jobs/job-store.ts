import { largestOf } from '../../shared/lists.ts';
import { type JobsEvent, type JobsState, jobsReducer, NO_JOBS } from './jobs-reducer.ts';

/**
 * The jobs of this tab, outside of React: work goes on whatever page is shown, and a component that looks at one job
 * draws again only when that job changed.
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

  /** A folder of the browser's storage for large results, where there is one. */
  storage: () => Promise<FileSystemDirectoryHandle | null> = async () => null;

  /** A number that no job of this tab has had. */
  newId(): number {
    this.#lastId =
      largestOf(
        this.#state.jobs.map(({ id }) => id),
        this.#lastId,
      ) + 1;
    return this.#lastId;
  }
}
