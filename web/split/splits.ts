import type { PartReport } from '../../shared/index.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { SplitRequest } from '../worker/wire.ts';

/** A part of a result, as a file to save. */
export interface SplitFile extends Omit<PartReport, 'size'> {
  readonly blob: Blob;
}

/** State of splitting a result. */
export type Split =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly parts: readonly SplitFile[]; readonly limit: number }
  | { readonly kind: 'refused'; readonly problem: JobProblem };

/** The parts of split results, kept as long as the results, even if no row shows them. */
export class Splits {
  readonly #known = new WeakMap<Blob, Split>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(result: Blob): Split | undefined {
    return this.#known.get(result);
  }

  async begin(coreQueries: CoreQueries, request: SplitRequest): Promise<void> {
    const { input, limit } = request;
    if (this.#known.get(input)?.kind === 'working') return;
    this.#become(input, { kind: 'working' });
    const end = await coreQueries.split(request).outcome;
    if (end.kind === 'cancelled') return;
    if (end.kind === 'failed') return this.#become(input, { kind: 'refused', problem: end.problem });
    const parts = end.value.map(({ bytes, size: _, ...part }) => ({
      ...part,
      // A worker's response has its own memory.
      blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }),
    }));
    this.#become(input, { kind: 'done', parts, limit });
  }

  #become(result: Blob, split: Split): void {
    this.#known.set(result, split);
    for (const listener of this.#listeners) listener();
  }
}

/** Shared by this tab. */
export const splits = new Splits();
