import { type DiffState, NOT_COMPARED } from './proof.ts';

/** Comparison states by result blob, garbage-collected with the result. */
export class DiffStore {
  readonly #states = new WeakMap<Blob, DiffState>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Changes with every update, for components that show all results. */
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
