import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { CompressOptions, PresetName } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { optionsOf, PRESET_NAMES, type Settings, withPreset } from '../options/settings.ts';
import { type PresetEstimates, presetEstimates } from '../settings/preset-estimates.ts';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { memoryBudget } from '../worker/memory-budget.ts';
import { spareCores } from '../worker/worker-count.ts';
import { exactSizes, isEstimable, PresetEstimator, type PresetOptions, type Sizes } from './estimating.ts';

/** A user who saves or changes settings at once causes no estimates. */
const SETTLE_MS = 1000;

/**
 * Shows each preset's estimate for all files: before work starts, during work if the device has a spare core, else as
 * soon as it is idle. Only where the cards are on the page, once the list has settled.
 *
 * @param isIdle whether no file is in work
 */
export function useEstimates(jobs: readonly Job[], settings: Settings, isIdle: boolean): void {
  const { coreQueries } = useDiffs();
  const presets = presetOptions({ ...settings, targetSize: 0 });
  const estimable = jobs.filter((job) => isEstimable(job, presets, memoryBudget(navigator)));
  const isShown = useSyncExternalStore(presetEstimates.subscribeToReaders, presetEstimates.hasReaders);
  // With a limit the presets' sizes would be those without it.
  const isUnlimited = settings.targetSize === 0;
  const mayWork = isShown && isUnlimited && (isIdle || spareCores(navigator) > 0);
  const { stripMetadata, jbig2Symbols } = settings;
  // Same files and switches, same estimate. Results that arrive meanwhile do not improve it before all are done.
  const asked = [
    stripMetadata,
    jbig2Symbols,
    ...estimable.map(({ id, attempt }) => (isIdle ? `${id}.${attempt}` : id)),
  ].join(' ');
  const now = useRef({ estimable, presets, isIdle });
  now.current = { estimable, presets, isIdle };
  useEffect(() => {
    presetEstimates.set(null);
    const { estimable, presets, isIdle } = now.current;
    if (!mayWork || estimable.length === 0 || asked === '') return;
    const exact = exactSizes(estimable, presets);
    const show = (sizes: Sizes | null, pending: string | null) =>
      presetEstimates.set(told({ exact, sizes, pending }, estimable.length));
    show(null, null);
    const work = new PresetEstimator(coreQueries, presets, isIdle);
    const release = estimatePriority.acquire();
    const settled = setTimeout(async () => {
      const sizes = await work.all(estimable, (partial) => show(partial, null)).finally(release);
      if (!work.isStopped) show(sizes, '–');
    }, SETTLE_MS);
    return () => {
      clearTimeout(settled);
      work.stop();
      release();
    };
  }, [mayWork, asked, coreQueries]);
  useEffect(() => () => presetEstimates.set(null), []);
}

function presetOptions(settings: Settings): PresetOptions {
  // One entry for each name of a preset.
  return Object.fromEntries(
    PRESET_NAMES.map((name) => [name, optionsOf(withPreset(settings, name))]),
  ) as Record<PresetName, CompressOptions>;
}

interface Known {
  readonly exact: Partial<Sizes>;
  readonly sizes: Sizes | null;
  /** Text of a size that is neither exact nor estimated. */
  readonly pending: string | null;
}

/** A result's own size stands there at once, an estimate with ≈ as soon as it is known. */
function told({ exact, sizes, pending }: Known, files: number): PresetEstimates {
  const textOf = (name: PresetName) => {
    const size = exact[name];
    if (size !== undefined) return format.bytes(size);
    return sizes === null ? pending : `≈ ${format.bytes(sizes[name])}`;
  };
  const texts = Object.fromEntries(PRESET_NAMES.map((name) => [name, textOf(name)]));
  return { texts: texts as Record<PresetName, string | null>, hint: more.estimate(files) };
}
