import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { changesNoPixel, hasLimit, presetOf, type Settings, withPreset } from '../options/settings.ts';
import { format, pixelsOnA4 } from '../text/format.ts';
import { dimensionHint } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { FitChips } from './FitChips.tsx';
import { loadMoreSettings } from './load-more-settings.ts';
import type { Keeping } from './MoreSettings.tsx';
import { PresetCards } from './PresetCards.tsx';
import type { PresetEstimates } from './preset-estimates.ts';
import { SharpnessSliders } from './SharpnessSliders.tsx';
import { withoutLowerCap } from './typed-sizes.ts';

const text = words.settings;

/** Collapsed at first, so not part of the first load. */
const MoreSettings = lazy(loadMoreSettings);

interface ControlsProps {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
}

/** Range of the image settings that met a limit. */
export interface UsedSharpness {
  readonly quality: readonly [from: number, to: number];
  /** Resolutions of the images that became smaller; null if no image did. */
  readonly dpi: readonly [from: number, to: number] | null;
}

interface AllProps extends ControlsProps {
  /** The presets' estimates for all files; absent if the settings are for one file. */
  readonly estimates?: PresetEstimates | null;
  /** Taken from the results with this limit; null if there are none. */
  readonly used?: UsedSharpness | null;
  /** Whether settings are stored; absent if not offered. */
  readonly keeping?: Keeping;
  /** Settings of one file, without the total limit. */
  readonly isForOne?: boolean;
}

/** Remembered for this visit. */
let isMoreOpen = false;

/** Presets, the limit and the two sliders; all other settings are behind *More*. */
export function Controls(props: AllProps) {
  const { settings, change, estimates = null } = props;
  return (
    <div className="controls">
      <div className="presets">
        <PresetCards
          chosen={presetOf(settings)}
          estimates={estimates}
          onChoose={(name) => change(withPreset(settings, name))}
        />
        {estimates && <p className="hint">{estimates.hint}</p>}
      </div>
      {props.isForOne && (
        <FitChips limits={settings} isForOne onChange={(limits) => change({ ...settings, ...limits })} />
      )}
      <div className="sliders">
        <Sliders {...props} />
      </div>
      <Collapsible.Root
        className="fine"
        defaultOpen={isMoreOpen}
        onOpenChange={(isOpen) => {
          isMoreOpen = isOpen;
        }}
      >
        <Collapsible.Trigger className="fold-trigger">
          {text.fineTuning}
          <ChevronDown className="i" aria-hidden />
        </Collapsible.Trigger>
        <Collapsible.Panel className="fold-panel">
          <Suspense fallback={null}>
            <MoreSettings settings={settings} change={change} keeping={props.keeping} />
          </Suspense>
        </Collapsible.Panel>
      </Collapsible.Root>
      <p className="hint always">
        <b>{text.always}</b> {text.alwaysList}
      </p>
    </div>
  );
}

/** Quality and resolution: a limit chooses both per file; with Lossless neither has an effect. */
export function Sliders({ settings, change, used }: AllProps) {
  const quality = () => {
    if (hasLimit(settings)) return { off: { shown: used ? rangeText(used.quality) : '–' } };
    return changesNoPixel(settings) ? { off: { shown: format.count(settings.quality) } } : {};
  };
  const side = () => {
    if (hasLimit(settings)) {
      const shown = used?.dpi ? `${rangeText(used.dpi)} ${text.dpi}` : '–';
      return { off: { shown }, hint: text.forTarget };
    }
    if (changesNoPixel(settings)) return { off: { shown: text.noLimit }, hint: text.lossless };
    return { hint: dimensionHint(settings.maxDimension, settings.minDpi) };
  };
  return (
    <SharpnessSliders
      value={hasLimit(settings) && used ? highestOf(used, settings) : settings}
      quality={quality()}
      side={side()}
      onChange={(changed) => change(withoutLowerCap({ ...settings, ...changed }))}
    />
  );
}

/** Positions of the thumbs: the highest values used. */
function highestOf(
  { quality, dpi }: UsedSharpness,
  { maxDimension }: Settings,
): Pick<Settings, 'quality' | 'maxDimension'> {
  return { quality: quality[1], maxDimension: dpi === null ? maxDimension : pixelsOnA4(dpi[1]) };
}

/** `41–78` */
function rangeText([from, to]: readonly [number, number]): string {
  return from === to ? format.count(from) : `${format.count(from)}–${format.count(to)}`;
}
