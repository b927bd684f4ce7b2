import { type DiffState, NOT_COMPARED } from './proof.ts';

/** What was found out about each result, by the blob that holds it; gone when the result is. */
export class DiffStore {
  readonly #states = new WeakMap<Blob, DiffState>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Another number after every change, for who looks at all results together. */
  readonly version = (): number => this.#version;

  of(result: Blob): DiffState {
    return this.#states.get(result) ?? NOT_COMPARED;
  }

  set(result: Blob, state: DiffState): void {
    this.#states.set(result, state);
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
