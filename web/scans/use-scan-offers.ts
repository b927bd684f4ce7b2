import { useEffect, useRef } from 'react';
import { isActive, type Job, type Result } from '../jobs/job.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import { mayBeScans, scanOffers } from './scan-offers.ts';

/** Tries one page of each scanned document to measure the possible saving. Works only while idle. */
export function useScanOffers(jobs: readonly Job[]): void {
  const { coreQueries } = useDiffs();
  const isIdle = !jobs.some(isActive);
  const untried = jobs.flatMap((job) => {
    const result = job.state.kind === 'done' ? job.state.result : null;
    const isOpen = result !== null && scanOffers.of(result.blob) === undefined && mayBeScans(result.report);
    return isOpen ? [{ job, result }] : [];
  });
  const names = untried.map(({ job }) => `${job.id}.${job.attempt}`).join(' ');
  const now = useRef(untried);
  now.current = untried;
  useEffect(() => {
    if (!isIdle || names === '') return;
    const trial = new Trial(coreQueries);
    void trial.all(now.current);
    return () => trial.stop();
  }, [isIdle, names, coreQueries]);
}

const NOTHING = { mrc: 1, ink: 1 } as const;

class Trial {
  readonly #coreQueries: CoreQueries;
  #task: RunningTask<unknown> | null = null;
  #isStopped = false;

  constructor(coreQueries: CoreQueries) {
    this.#coreQueries = coreQueries;
  }

  stop(): void {
    this.#isStopped = true;
    this.#task?.cancel();
  }

  async all(untried: readonly { readonly job: Job; readonly result: Result }[]): Promise<void> {
    for (const { job, result } of untried) {
      const endTurn = await this.#turn();
      const times = await this.#gains(job, result).finally(endTurn);
      if (this.#isStopped) return;
      scanOffers.note(result.blob, times);
    }
  }

  /** Whole pages are unpacked for a trial, in a new worker each: nothing else runs meanwhile. */
  async #turn(): Promise<() => void> {
    for (;;) {
      await estimatePriority.whenIdle();
      const endTurn = await this.#coreQueries.takeTurnAlone();
      if (estimatePriority.isIdle) return endTurn;
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
