import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { format } from '../text/format.ts';
import { dimensionHint, outcomeHint } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { loadMoreSettings } from './load-more-settings.ts';
import type { Keeping } from './MoreSettings.tsx';
import { PresetCards } from './PresetCards.tsx';
import type { PresetEstimates } from './preset-estimates.ts';
import { SharpnessSliders } from './SharpnessSliders.tsx';
import { changesNoPixel, presetOf, type Settings, withPreset } from './settings.ts';
import { TargetChips } from './TargetChips.tsx';

const text = words.settings;

/** Folded away at first, so it need not be in the first load. */
const MoreSettings = lazy(loadMoreSettings);

interface ControlsProps {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
}

/** What images got within a limit, from and to. */
export interface UsedSharpness {
  readonly quality: readonly [from: number, to: number];
  readonly dpi: readonly [from: number, to: number];
}

interface AllProps extends ControlsProps {
  /** What the presets would make of all files; absent where the settings are for one of them. */
  readonly estimates?: PresetEstimates | null;
  /** Of the results with this limit; null where there are none. */
  readonly used?: UsedSharpness | null;
  /** Whether what is set stays for next time; absent where that is not asked. */
  readonly keeping?: Keeping;
  /** The settings are of one file, which no limit for all of them is about. */
  readonly isForOne?: boolean;
}

/** As the person left it for this visit. */
let isMoreOpen = false;

/** Presets, the limit and the two sliders in sight; all else that can be set behind *More*. */
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
        <p className="hint">
          {estimates && `${estimates.hint} `}
          {outcomeHint(settings)}
        </p>
      </div>
      <TargetChips
        limit={settings}
        isForOne={props.isForOne ?? false}
        onChange={(limit) => change({ ...settings, ...limit })}
      />
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

/** With a limit both are found for each file; without loss neither does anything. */
function Sliders({ settings, change, used }: AllProps) {
  const quality = () => {
    if (settings.targetSize > 0) return { off: { shown: used ? rangeText(used.quality) : '–' } };
    return changesNoPixel(settings) ? { off: { shown: format.count(settings.quality) } } : {};
  };
  const side = () => {
    if (settings.targetSize > 0) {
      const shown = used ? `${rangeText(used.dpi)} ${text.dpi}` : '–';
      return { off: { shown }, hint: text.forTarget };
    }
    if (changesNoPixel(settings)) return { off: { shown: text.noLimit }, hint: text.lossless };
    return { hint: dimensionHint(settings.maxDimension, settings.minDpi) };
  };
  return (
    <SharpnessSliders
      value={settings}
      quality={quality()}
      side={side()}
      onChange={(changed) => change({ ...settings, ...changed })}
    />
  );
}

/** `41–78` */
function rangeText([from, to]: readonly [number, number]): string {
  return from === to ? format.count(from) : `${format.count(from)}–${format.count(to)}`;
}
