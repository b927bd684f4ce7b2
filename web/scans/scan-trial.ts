import type { Job, Result } from '../jobs/job.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import { scanOffers } from './scan-offers.ts';

const NOTHING = { mrc: 1, ink: 1 } as const;

/** The queries needed for a trial. */
type Asked = Pick<CoreQueries, 'page' | 'compression' | 'takeTurnAlone'>;

/** Tries other forms of scans on one page of each result, one after the other, after all estimates. */
export class ScanTrial {
  readonly #coreQueries: Asked;
  #task: RunningTask<unknown> | null = null;
  #isStopped = false;

  constructor(coreQueries: Asked) {
    this.#coreQueries = coreQueries;
  }

  stop(): void {
    this.#isStopped = true;
    this.#task?.cancel();
  }

  async all(untried: readonly { readonly job: Job; readonly result: Result }[]): Promise<void> {
    for (const { job, result } of untried) {
      const endTurn = await this.#turn();
      if (endTurn === null) return;
      const times = await this.#gains(job, result).finally(endTurn);
      if (this.#isStopped) return;
      scanOffers.note(result.blob, times);
    }
  }

  /**
   * Whole pages are unpacked for a trial, in a new worker each: nothing else runs meanwhile. Null if it was stopped, so
   * that no worker ends for nothing.
   */
  async #turn(): Promise<(() => void) | null> {
    for (;;) {
      await estimatePriority.whenIdle();
      if (this.#isStopped) return null;
      const endTurn = await this.#coreQueries.takeTurnAlone();
      if (estimatePriority.isIdle && !this.#isStopped) return endTurn;
      endTurn();
    }
  }

  /** Uses the middle page, since the first is often a cover. 1 if nothing is gained, or it cannot be tried. */
  async #gains({ file, password, options }: Job, { report }: Result) {
    const middle = Math.floor(report.document.pages / 2);
    const page = await this.#end(this.#coreQueries.page(file, password, middle));
    if (page === null) return NOTHING;
    const blob = new Blob([page], { type: 'application/pdf' });
    const sizes: number[] = [];
    for (const form of [{}, { mrc: 'auto' }, { ink: 'auto' }] as const) {
      const tried = { ...options, mrc: 'off', ink: 'off', targetSize: 0, ...form } as const;
      const made = await this.#end(this.#coreQueries.compression(blob, tried, password));
      if (made === null) return NOTHING;
      sizes.push(made.report.outputSize);
    }
    const [whole, separated, ink] = sizes;
    return { mrc: whole / separated, ink: whole / ink };
  }

  async #end<Value>(task: RunningTask<Value>): Promise<Value | null> {
    if (this.#isStopped) task.cancel();
    this.#task = task;
    const end: TaskOutcome<Value> = await task.outcome;
    return end.kind === 'finished' ? end.value : null;
  }
}
