import type { CompressOptions, PresetName } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { memoryNeed } from '../jobs/memory-need.ts';
import { PRESET_NAMES } from '../options/settings.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import type { RunningTask } from '../worker/pool.ts';

/** Maximum files analyzed, largest first; the others are extrapolated. */
const MAX_FILES = 30;
/** A longer analysis is not worth the battery: the user may have stopped the file for that. */
const MAX_MS_A_FILE = 20_000;

export type Sizes = Readonly<Record<PresetName, number>>;
export type PresetOptions = Readonly<Record<PresetName, CompressOptions>>;

/** Cached estimates by file, with the options of all presets. */
const known = new WeakMap<File, { readonly asked: string; readonly sizes: Sizes }>();

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

/** One cancelable analysis of files, largest first. */
export class PresetEstimator {
  readonly #coreQueries: Pick<CoreQueries, 'estimate'>;
  readonly #presets: PresetOptions;
  readonly #asked: string;
  #task: RunningTask<unknown> | null = null;
  #isStopped = false;

  constructor(coreQueries: Pick<CoreQueries, 'estimate'>, presets: PresetOptions) {
    this.#coreQueries = coreQueries;
    this.#presets = presets;
    this.#asked = JSON.stringify(presets);
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
    onPartial: (sizes: Sizes) => void = () => undefined,
  ): Promise<Sizes | null> {
    const weightOf = jobs.every(({ state }) => state.kind === 'done') ? resultSize : inputSize;
    const heaviest = [...jobs].sort((a, b) => weightOf(b) - weightOf(a));
    const whole = heaviest.reduce((sum, job) => sum + weightOf(job), 0);
    const sums = zero();
    let looked = 0;
    for (const [index, job] of heaviest.entries()) {
      const sizes = index < MAX_FILES ? await this.#one(job) : null;
      if (this.#isStopped) return null;
      if (sizes === null) continue;
      looked += weightOf(job);
      for (const name of PRESET_NAMES) sums[name] += sizes[name];
      if (2 * looked >= whole) onPartial(extrapolated(sums, whole / looked));
    }
    return looked === 0 ? null : extrapolated(sums, whole / looked);
  }

  async #one(job: Job): Promise<Sizes | null> {
    const { file, password } = job;
    const before = known.get(file);
    if (before?.asked === this.#asked) return withResult(before.sizes, job, this.#presets);
    const report = job.state.kind === 'done' ? job.state.result.report : null;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const task = this.#coreQueries.estimate(
      {
        input: file,
        report,
        options: PRESET_NAMES.map((name) => this.#presets[name]),
        ...(password === undefined ? {} : { password }),
      },
      () => {
        limit = setTimeout(() => task.cancel(), MAX_MS_A_FILE);
      },
    );
    this.#task = task;
    const end = await task.outcome;
    clearTimeout(limit);
    if (end.kind !== 'finished') return null;
    const sizes = zero();
    for (const [index, name] of PRESET_NAMES.entries()) sizes[name] = end.value[index];
    known.set(file, { asked: this.#asked, sizes });
    return withResult(sizes, job, this.#presets);
  }
}

function inputSize({ file }: Job): number {
  return file.size;
}

function resultSize({ state, file }: Job): number {
  return state.kind === 'done' ? state.result.report.outputSize : file.size;
}

/** A result with exactly these options replaces the estimate. */
function withResult(sizes: Sizes, { state }: Job, presets: PresetOptions): Sizes {
  if (state.kind !== 'done') return sizes;
  const { options, outputSize } = state.result.report;
  const done = JSON.stringify(options);
  const name = PRESET_NAMES.find((each) => JSON.stringify(presets[each]) === done);
  return name === undefined ? sizes : { ...sizes, [name]: outputSize };
}

function extrapolated(sums: Sizes, factor: number): Sizes {
  const sizes = zero();
  for (const name of PRESET_NAMES) sizes[name] = Math.round(sums[name] * factor);
  return sizes;
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

function zero(): Record<PresetName, number> {
  return { sharp: 0, balanced: 0, small: 0, lossless: 0 };
}
