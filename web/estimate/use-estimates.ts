import { useEffect, useRef } from 'react';
import type { CompressOptions, PresetName } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { presetEstimates } from '../settings/preset-estimates.ts';
import { optionsOf, PRESET_NAMES, type Settings, withPreset } from '../settings/settings.ts';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { memoryBudget } from '../worker/device.ts';
import { spareCores } from '../worker/worker-count.ts';
import { isEstimable, PresetEstimator, type PresetOptions, type Sizes } from './estimating.ts';

/**
 * Shows each preset's estimate for all files: before work starts, during work if the device has a spare core, else as
 * soon as it is idle.
 *
 * @param isIdle whether no file is in work
 */
export function useEstimates(jobs: readonly Job[], settings: Settings, isIdle: boolean): void {
  const { coreQueries } = useDiffs();
  const presets = presetOptions({ ...settings, targetSize: 0 });
  const estimable = jobs.filter((job) => isEstimable(job, presets, memoryBudget(navigator)));
  const mayWork = isIdle || spareCores(navigator) > 0;
  const { stripMetadata, jbig2Symbols } = settings;
  // Same files and switches, same estimate. Results that arrive meanwhile do not improve it before all are done.
  const asked = [
    stripMetadata,
    jbig2Symbols,
    ...estimable.map(({ id, attempt }) => (isIdle ? `${id}.${attempt}` : id)),
  ].join(' ');
  const now = useRef({ estimable, presets });
  now.current = { estimable, presets };
  useEffect(() => {
    presetEstimates.set(null);
    const { estimable, presets } = now.current;
    if (!mayWork || estimable.length === 0 || asked === '') return;
    presetEstimates.set(told(null, estimable.length));
    const work = new PresetEstimator(coreQueries, presets);
    void work.all(estimable).then((sizes) => {
      if (!work.isStopped) presetEstimates.set(sizes === null ? null : told(sizes, estimable.length));
    });
    return () => work.stop();
  }, [mayWork, asked, coreQueries]);
  useEffect(() => () => presetEstimates.set(null), []);
}

function presetOptions(settings: Settings): PresetOptions {
  // One entry for each name of a preset.
  return Object.fromEntries(
    PRESET_NAMES.map((name) => [name, optionsOf(withPreset(settings, name))]),
  ) as Record<PresetName, CompressOptions>;
}

/** No estimate is shown while nothing is known. */
function told(sizes: Sizes | null, files: number): NonNullable<ReturnType<typeof presetEstimates.state>> {
  const texts = Object.fromEntries(
    PRESET_NAMES.map((name) => [name, sizes === null ? '…' : `≈ ${format.bytes(sizes[name])}`]),
  );
  return { texts: texts as Record<PresetName, string>, hint: more.estimate(files) };
}
