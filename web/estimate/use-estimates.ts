import { useEffect, useRef } from 'react';
import type { CompressOptions, PresetName } from '../../shared/index.ts';
import { isActive, type Job, type Result } from '../jobs/job.ts';
import type { Insides } from '../proof/insides.ts';
import { useProofs } from '../proof/use-proofs.ts';
import { presetEstimates } from '../settings/preset-estimates.ts';
import { optionsOf, PRESET_NAMES, type Settings, withPreset } from '../settings/settings.ts';
import { format } from '../text/format.ts';
import { more } from '../text/spoken/more-words.ts';
import type { RunningTask } from '../worker/pool.ts';

/** Files that are looked into, heaviest first; the others are taken to be like them. */
const MOST_FILES = 30;

type Sizes = Readonly<Record<PresetName, number>>;

/** What is known of a result, by the options of all presets. */
const known = new WeakMap<Blob, { readonly asked: string; readonly sizes: Sizes }>();

interface Done {
  readonly job: Job;
  readonly result: Result;
}

/** Says beside each preset what it would make of all files. It works only while nothing else is to be done. */
export function useEstimates(jobs: readonly Job[], settings: Settings): void {
  const { insides } = useProofs();
  const isIdle = !jobs.some(isActive);
  const done = jobs.flatMap((job): Done[] =>
    job.state.kind === 'done' ? [{ job, result: job.state.result }] : [],
  );
  const { stripMetadata, jbig2Symbols } = settings;
  // The same results and the same switches ask for the same.
  const asked = `${stripMetadata} ${jbig2Symbols}`;
  const names = done.map(({ job }) => `${job.id}.${job.attempt}`).join(' ');
  const now = useRef({ done, settings });
  now.current = { done, settings };
  useEffect(() => {
    presetEstimates.set(null);
    if (!isIdle || names === '') return;
    const { done, settings } = now.current;
    const work = new Estimating(insides, asked);
    const presets = presetOptions({ ...settings, targetSize: 0 });
    void work.all(done, presets).then((sizes) => {
      if (sizes !== null) presetEstimates.set(inWords(sizes, done.length));
    });
    return () => work.stop();
  }, [isIdle, names, asked, insides]);
  useEffect(() => () => presetEstimates.set(null), []);
}

function presetOptions(settings: Settings): Readonly<Record<PresetName, CompressOptions>> {
  // One entry for each name of a preset.
  return Object.fromEntries(
    PRESET_NAMES.map((name) => [name, optionsOf(withPreset(settings, name))]),
  ) as Record<PresetName, CompressOptions>;
}

function inWords(sizes: Sizes, files: number): NonNullable<ReturnType<typeof presetEstimates.state>> {
  const texts = Object.fromEntries(PRESET_NAMES.map((name) => [name, `≈ ${format.bytes(sizes[name])}`]));
  return { texts: texts as Record<PresetName, string>, hint: more.estimate(files) };
}

class Estimating {
  readonly #insides: Insides;
  readonly #asked: string;
  #task: RunningTask<unknown> | null = null;
  #isStopped = false;

  constructor(insides: Insides, asked: string) {
    this.#insides = insides;
    this.#asked = asked;
  }

  stop(): void {
    this.#isStopped = true;
    this.#task?.cancel();
  }

  /** Null when it was stopped, or a file could not be looked into. */
  async all(
    done: readonly Done[],
    presets: Readonly<Record<PresetName, CompressOptions>>,
  ): Promise<Sizes | null> {
    const heaviest = [...done].sort((a, b) => b.result.blob.size - a.result.blob.size);
    const sums = zero();
    let looked = 0;
    let all = 0;
    for (const [index, each] of heaviest.entries()) {
      all += each.result.blob.size;
      if (index >= MOST_FILES) continue;
      const sizes = await this.#one(each, presets);
      if (sizes === null) return null;
      looked += each.result.blob.size;
      for (const name of PRESET_NAMES) sums[name] += sizes[name];
    }
    for (const name of PRESET_NAMES) sums[name] = Math.round((sums[name] * all) / Math.max(1, looked));
    return sums;
  }

  async #one({ job, result }: Done, presets: Readonly<Record<PresetName, CompressOptions>>) {
    const before = known.get(result.blob);
    if (before?.asked === this.#asked) return before.sizes;
    if (this.#isStopped) return null;
    const task = this.#insides.estimate({
      input: job.file,
      report: result.report,
      options: PRESET_NAMES.map((name) => presets[name]),
      ...(job.password === undefined ? {} : { password: job.password }),
    });
    this.#task = task;
    const end = await task.end;
    if (end.kind !== 'finished') return null;
    const sizes = zero();
    for (const [index, name] of PRESET_NAMES.entries()) sizes[name] = end.value[index];
    known.set(result.blob, { asked: this.#asked, sizes });
    return sizes;
  }
}

function zero(): Record<PresetName, number> {
  return { sharp: 0, balanced: 0, small: 0, lossless: 0 };
}
