import type { SplitPart } from '../../shared/index.ts';
import type { ResultPart, ResultParts } from '../jobs/job.ts';
import { type PendingParts, pendingParts } from '../jobs/pending-parts.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import type { TaskOutcome } from '../worker/pool.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { SplitRequest, WithoutPagesRequest } from '../worker/wire.ts';
import { type PartsWanted, underLimit } from './under-limit.ts';

/** State of splitting a result, until its parts are available. */
export type Split = { readonly kind: 'working' } | { readonly kind: 'refused'; readonly problem: JobProblem };

/** Results being split, and failures. Kept as long as the results, even if no row shows them. */
export class Splits {
  readonly #known = new WeakMap<Blob, Split>();
  readonly #listeners = new Set<() => void>();
  readonly #pending: PendingParts;

  constructor(pending: PendingParts) {
    this.#pending = pending;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(result: Blob): Split | undefined {
    return this.#known.get(result);
  }

  /** @param onDone called with the parts, unless it could not be split */
  async begin(
    coreQueries: Pick<CoreQueries, 'split' | 'splitPlan'>,
    request: SplitRequest,
    onDone: (parts: ResultParts) => void,
  ): Promise<void> {
    const { input, limit } = request;
    const make = (how: PartsWanted) => coreQueries.split({ ...request, ...how }).outcome;
    const planned = () => coreQueries.splitPlan(request).outcome;
    await this.#make(input, () => underLimit(limit, make, planned), limit, onDone);
  }

  /** Replaces a damaged file by its other pages. */
  async leaveOut(
    coreQueries: Pick<CoreQueries, 'withoutPages'>,
    result: Blob,
    request: WithoutPagesRequest,
    onDone: (parts: ResultParts) => void,
  ): Promise<void> {
    const { pages, options } = request;
    const make = async (): Promise<TaskOutcome<readonly SplitPart[]>> => {
      const end = await coreQueries.withoutPages(request).outcome;
      return end.kind === 'finished' ? { ...end, value: [end.value] } : end;
    };
    await this.#make(result, make, options.targetSize, (parts) => onDone({ ...parts, leftOut: pages }));
  }

  async #make(
    result: Blob,
    make: () => Promise<TaskOutcome<readonly SplitPart[]>>,
    limit: number,
    onDone: (parts: ResultParts) => void,
  ): Promise<void> {
    if (this.#known.get(result)?.kind === 'working') return;
    const running = this.#run(result, make, limit, onDone);
    this.#pending.add(running);
    await running;
  }

  async #run(
    result: Blob,
    make: () => Promise<TaskOutcome<readonly SplitPart[]>>,
    limit: number,
    onDone: (parts: ResultParts) => void,
  ): Promise<void> {
    this.#become(result, { kind: 'working' });
    const end = await make();
    if (end.kind === 'failed') return this.#become(result, { kind: 'refused', problem: end.problem });
    if (end.kind === 'finished') onDone({ files: end.value.map(toFile), limit });
    this.#become(result, undefined);
  }

  #become(result: Blob, split: Split | undefined): void {
    if (split === undefined) this.#known.delete(result);
    else this.#known.set(result, split);
    for (const listener of this.#listeners) listener();
  }
}

/** A worker's response has its own memory. */
export function toFile({ bytes, size: _, ...part }: SplitPart): ResultPart {
  return { ...part, blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }) };
}

/** Shared by this tab. */
export const splits = new Splits(pendingParts);
