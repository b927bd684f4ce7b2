import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { sharpnessOf } from '../../jobs/sharpness.ts';
import { presetOf, settingsOf, withPreset } from '../../options/settings.ts';
import { Sliders, type UsedSharpness } from '../../settings/Controls.tsx';
import { FitChips } from '../../settings/FitChips.tsx';
import { loadMoreSettings } from '../../settings/load-more-settings.ts';
import { PresetCards } from '../../settings/PresetCards.tsx';
import { words } from '../../text/words.ts';

const MoreSettings = lazy(loadMoreSettings);

/** All settings of one file: the two sliders, and behind *More* its preset, limit and switches. */
export function FileControls(props: {
  readonly job: Job;
  readonly options: CompressOptions;
  readonly onChange: (options: CompressOptions) => void;
}) {
  const { options } = props;
  const settings = settingsOf(options);
  const change = ({ totalSize: _, ...changed }: typeof settings) =>
    props.onChange({ ...options, ...changed });
  return (
    <>
      <div className="sliders">
        <Sliders settings={settings} change={change} used={usedIn(props.job, options)} />
      </div>
      <Collapsible.Root className="fine">
        <Collapsible.Trigger className="fold-trigger">
          {words.settings.fineTuning}
          <ChevronDown className="i" aria-hidden />
        </Collapsible.Trigger>
        <Collapsible.Panel className="fold-panel live-more">
          <PresetCards
            chosen={presetOf(settings)}
            estimates={null}
            onChoose={(name) => change(withPreset(settings, name))}
          />
          <FitChips limits={settings} isForOne onChange={(limits) => change({ ...settings, ...limits })} />
          <Suspense fallback={null}>
            <MoreSettings settings={settings} change={change} />
          </Suspense>
        </Collapsible.Panel>
      </Collapsible.Root>
    </>
  );
}

/** The image settings that met this limit; null for another limit. */
function usedIn(job: Job, options: CompressOptions): UsedSharpness | null {
  if (resultOf(job)?.report.target?.applied === undefined || options.targetSize !== job.options.targetSize)
    return null;
  const { quality, dpis } = sharpnessOf(job);
  const dpi = dpis.length === 0 ? null : ([Math.min(...dpis), Math.max(...dpis)] as const);
  return { quality: [quality, quality], dpi };
}
