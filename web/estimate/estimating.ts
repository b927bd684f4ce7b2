import type { CompressOptions, PresetName } from '../../shared/index.ts';
import { keysOf } from '../../shared/lists.ts';
import type { Job } from '../jobs/job.ts';
import { memoryNeed } from '../jobs/memory-need.ts';
import { PRESET_NAMES } from '../options/settings.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import { MAX_ESTIMATE_MS } from '../worker/max-estimate-ms.ts';
import type { RunningTask } from '../worker/pool.ts';

/** Maximum files analyzed, largest first; the others are extrapolated. */
const MAX_FILES = 30;
/** A file of a larger share of the list may have set the peak of the work's memory. */
const PEAK_SHARE = 0.25;

export type Sizes = Readonly<Record<PresetName, number>>;
type SizesOf<Name extends string> = Readonly<Record<Name, number>>;
export type PresetOptions = Readonly<Record<PresetName, CompressOptions>>;

/** Cached estimates by file, with the options of all presets. */
const known = new WeakMap<File, { readonly asked: string; readonly sizes: SizesOf<string> }>();

/**
 * Whether an estimate is possible. Excludes failed files, locked files, and files for which the preset that keeps the
 * image sizes would run out of memory.
 *
 * @param memory bytes available to the tab's work
 */
export function isEstimable(
  { state, probe, file }: Job,
  { lossless }: PresetOptions,
  memory: number,
): boolean {
  if (state.kind === 'failed') return false;
  return probe === null || memoryNeed(file.size, probe, lossless, 1).least <= memory;
}

/** One cancelable analysis of files, largest first, with one or several named sets of options. */
export class PresetEstimator<Name extends string> {
  readonly #coreQueries: Pick<CoreQueries, 'estimate'>;
  readonly #presets: Readonly<Record<Name, CompressOptions>>;
  readonly #names: readonly Name[];
  readonly #asked: string;
  readonly #usesThreads: boolean;
  #task: RunningTask<unknown> | null = null;
  #isStopped = false;

  constructor(
    coreQueries: Pick<CoreQueries, 'estimate'>,
    presets: Readonly<Record<Name, CompressOptions>>,
    usesThreads = true,
  ) {
    this.#coreQueries = coreQueries;
    this.#presets = presets;
    // The cast: a record has the keys that its type says.
    this.#names = keysOf(presets);
    this.#asked = JSON.stringify(presets);
    this.#usesThreads = usesThreads;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
    this.#task?.cancel();
  }

  /**
   * Estimated total bytes with each preset. Null if stopped, or if no file could be analyzed.
   *
   * @param onPartial receives an estimate as soon as the files analyzed weigh half of all, and after each further one;
   *   once all are compressed, what they weigh now counts
   */
  async all(
    jobs: readonly Job[],
    onPartial: (sizes: SizesOf<Name>) => void = () => undefined,
  ): Promise<SizesOf<Name> | null> {
    const weightOf = jobs.every(({ state }) => state.kind === 'done') ? resultSize : inputSize;
    const heaviest = [...jobs].sort((a, b) => weightOf(b) - weightOf(a));
    const whole = heaviest.reduce((sum, job) => sum + weightOf(job), 0);
    const sums = this.#each(() => 0);
    const setsPeak = peakOf(jobs);
    let looked = 0;
    for (const [index, job] of heaviest.entries()) {
      const sizes = index < MAX_FILES ? await this.#one(job, setsPeak(job)) : null;
      if (this.#isStopped) return null;
      if (sizes === null) continue;
      looked += weightOf(job);
      for (const name of this.#names) sums[name] += sizes[name];
      if (2 * looked >= whole) onPartial(this.#each((name) => Math.round((sums[name] * whole) / looked)));
    }
    return looked === 0 ? null : this.#each((name) => Math.round((sums[name] * whole) / looked));
  }

  async #one(job: Job, setsPeak: boolean): Promise<SizesOf<Name> | null> {
    const { file, password } = job;
    const before = known.get(file);
    // The cast: the same options have the same names.
    if (before?.asked === this.#asked) return withResult(before.sizes as SizesOf<Name>, job, this.#presets);
    const done = job.state.kind === 'done' ? job.state.result.report : null;
    // Images that were made softer for a limit show nothing of other options.
    const report = done?.target?.applied === undefined ? done : null;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const task = this.#coreQueries.estimate(
      {
        input: file,
        report,
        options: this.#names.map((name) => this.#presets[name]),
        usesThreads: this.#usesThreads,
        ...(password === undefined ? {} : { password }),
      },
      {
        onStart: () => {
          limit = setTimeout(() => task.cancel(), MAX_ESTIMATE_MS);
        },
        mayGrow: !setsPeak,
      },
    );
    this.#task = task;
    const end = await task.outcome;
    clearTimeout(limit);
    if (end.kind !== 'finished') return null;
    const sizes = this.#each((_, index) => end.value[index]!);
    known.set(file, { asked: this.#asked, sizes });
    return withResult(sizes, job, this.#presets);
  }

  #each(sizeOf: (name: Name, index: number) => number): Record<Name, number> {
    const sizes = this.#names.map((name, index) => [name, sizeOf(name, index)]);
    // The cast: one entry for each name.
    return Object.fromEntries(sizes) as Record<Name, number>;
  }
}

/** Returns what says whether a file may need as much memory as all the work. */
function peakOf(jobs: readonly Job[]): (job: Job) => boolean {
  const whole = jobs.reduce((sum, job) => sum + inputSize(job), 0);
  return (job) => inputSize(job) > whole * PEAK_SHARE;
}

function inputSize({ file }: Job): number {
  return file.size;
}

function resultSize({ state, file }: Job): number {
  return state.kind === 'done' ? state.result.report.outputSize : file.size;
}

/** A result with exactly these options replaces the estimate. */
function withResult<Name extends string>(
  sizes: SizesOf<Name>,
  { state }: Job,
  presets: Readonly<Record<Name, CompressOptions>>,
): SizesOf<Name> {
  if (state.kind !== 'done') return sizes;
  const { options, outputSize } = state.result.report;
  const done = JSON.stringify(options);
  const known = Object.keys(presets).find((each) => JSON.stringify(presets[each as Name]) === done);
  return known === undefined ? sizes : { ...sizes, [known]: outputSize };
}

/** The exact size of all files with each preset they were compressed with; empty while a result is missing. */
export function exactSizes(jobs: readonly Job[], presets: PresetOptions): Partial<Sizes> {
  const exact: Partial<Record<PresetName, number>> = {};
  for (const name of PRESET_NAMES) {
    const asked = JSON.stringify(presets[name]);
    const sizes = jobs.flatMap(({ state }) =>
      state.kind === 'done' && JSON.stringify(state.result.report.options) === asked
        ? [state.result.report.outputSize]
        : [],
    );
    if (sizes.length === jobs.length) exact[name] = sizes.reduce((sum, size) => sum + size, 0);
  }
  return exact;
}
