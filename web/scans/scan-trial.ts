import type { CompressReport, ImageOverrides } from '../../shared/index.ts';
import type { Job, Result } from '../jobs/job.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import type { ScanForm } from './mrc-requests.ts';
import { type ScanGains, type ScanSize, scanOffers } from './scan-offers.ts';

const NOTHING: ScanGains = { mrc: null, ink: null };
const FORMS = ['mrc', 'ink'] as const;

/** Longer documents are estimated from some of their pages: making them as a whole would take minutes. */
const MAX_WHOLE_PAGES = 12;
/** Pages of a long document that are tried, by position. */
const SAMPLED = [0.25, 0.5, 0.75] as const;

/** Whether the sizes of its forms are made, with all choices for single images, and not estimated. */
export function isTriedWhole({ document }: CompressReport): boolean {
  return document.pages <= MAX_WHOLE_PAGES;
}

/** The queries needed for a trial. */
type Asked = Pick<CoreQueries, 'page' | 'compression' | 'takeTurnAlone'>;

/**
 * Tries other forms of scans with the options that they would replace, the limit included, one result after the other,
 * after all estimates.
 */
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
      const gains = await this.#gains(job, result).finally(endTurn);
      if (this.#isStopped) return;
      scanOffers.note(result.blob, gains);
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

  async #gains(job: Job, { report, blob }: Result): Promise<ScanGains> {
    const { pages } = report.document;
    const isWhole = isTriedWhole(report);
    // The first page is often a cover.
    const sampled = isWhole ? [0.5] : SAMPLED;
    const sums = { before: 0, off: 0, mrc: 0, ink: 0 };
    for (const at of sampled) {
      const page = await this.#end(this.#coreQueries.page(job.file, job.password, Math.floor(pages * at)));
      if (page === null) return NOTHING;
      const input = new Blob([page], { type: 'application/pdf' });
      sums.before += input.size;
      for (const form of ['off', ...FORMS] as const) {
        const size = await this.#size(input, job, form, 0);
        if (size === null) return NOTHING;
        sums[form] += size;
      }
    }
    const limit = job.options.targetSize;
    const sizeOf = async (form: ScanForm): Promise<ScanSize | null> => {
      // Photographs stay what they are: the whole file would be made for nothing.
      if (sums[form] >= sums.off) return null;
      const estimate =
        limit === 0 ? (blob.size * sums[form]) / sums.off : (job.file.size * sums[form]) / sums.before;
      if (!isWhole) return { bytes: limit === 0 ? estimate : Math.min(limit, estimate), isExact: false };
      if (estimate > blob.size) return null;
      const bytes = await this.#size(job.file, job, form, limit, job.imageOverrides);
      return bytes === null ? null : { bytes, isExact: true };
    };
    return { mrc: await sizeOf('mrc'), ink: await sizeOf('ink') };
  }

  async #size(
    input: Blob,
    { options, password }: Job,
    form: ScanForm | 'off',
    targetSize: number,
    overrides?: ImageOverrides,
  ): Promise<number | null> {
    const tried = { ...options, mrc: 'off', ink: 'off', targetSize } as const;
    const asked = form === 'off' ? tried : { ...tried, [form]: 'auto' };
    return (
      (await this.#end(this.#coreQueries.compression(input, asked, password, overrides)))?.report
        .outputSize ?? null
    );
  }

  async #end<Value>(task: RunningTask<Value>): Promise<Value | null> {
    if (this.#isStopped) task.cancel();
    this.#task = task;
    const end: TaskOutcome<Value> = await task.outcome;
    return end.kind === 'finished' ? end.value : null;
  }
}
