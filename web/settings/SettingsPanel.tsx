import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { format } from '../text/format.ts';
import { dimensionHint, dimensionValueText, settingsSummary } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { useMedia, WIDE } from '../ui/use-media.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { PresetCards } from './PresetCards.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import {
  changesNoPixel,
  DIMENSION_RANGE,
  presetOf,
  QUALITY_RANGE,
  READABLE_DPI,
  type Settings,
  withPreset,
} from './settings.ts';
import type { SettingsControl } from './use-settings.ts';

const text = words.settings;

interface PanelProps {
  readonly control: SettingsControl;
  readonly moment: 'start' | 'working' | 'results';
  readonly onCompressAgain: () => void;
}

/** The same panel in all three moments; folded under the files where there is no room beside them. */
export function SettingsPanel(props: PanelProps) {
  const { control, moment } = props;
  const titleId = useId();
  const isWide = useMedia(WIDE);
  const title = moment === 'results' ? text.again : text.title;
  const isCustom = presetOf(control.settings) === null;

  if (isWide) {
    return (
      <aside className="panel settings" aria-labelledby={titleId}>
        <div className="pad">
          <div className="settings-title">
            <h2 id={titleId}>{title}</h2>
            {isCustom && <span className="badge plain">{text.custom}</span>}
          </div>
          <MomentHint moment={moment} />
          <Controls {...control} />
        </div>
        <Again {...props} />
      </aside>
    );
  }
  return (
    <Collapsible.Root className="panel settings fold" render={<aside aria-labelledby={titleId} />}>
      <Collapsible.Trigger className="fold-trigger">
        <span>
          <span id={titleId}>{title}</span>
          <span className="fold-summary">{settingsSummary(control.settings)}</span>
        </span>
        <ChevronDown className="i" aria-hidden />
      </Collapsible.Trigger>
      <Collapsible.Panel className="fold-panel">
        <div className="pad">
          <MomentHint moment={moment} />
          <Controls {...control} />
        </div>
        <Again {...props} />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

function MomentHint({ moment }: { readonly moment: PanelProps['moment'] }): ReactNode {
  if (moment === 'start') return null;
  return <p className="hint moment-hint">{moment === 'working' ? text.duringRun : text.againHint}</p>;
}

function Controls({ settings, change, isKept, keep }: SettingsControl) {
  const set = (part: Partial<Settings>) => change({ ...settings, ...part });
  const isLossless = changesNoPixel(settings);
  return (
    <div className="controls">
      <PresetCards chosen={presetOf(settings)} onChoose={(name) => change(withPreset(settings, name))} />
      <NumberSlider
        label={text.quality}
        value={settings.quality}
        range={QUALITY_RANGE}
        step={1}
        largeStep={10}
        {...(isLossless ? { off: { shown: format.count(settings.quality) }, hint: text.lossless } : {})}
        onChange={(quality) => set({ quality })}
      />
      <NumberSlider
        label={text.dimension}
        value={settings.maxDimension}
        range={DIMENSION_RANGE}
        step={10}
        largeStep={100}
        unit={text.pixels}
        valueText={dimensionValueText}
        {...(isLossless
          ? { off: { shown: text.noLimit }, hint: text.lossless }
          : { hint: dimensionHint(settings.maxDimension, settings.minDpi) })}
        onChange={(maxDimension) => set({ maxDimension })}
      />
      <SwitchRow
        label={text.convert}
        hint={isLossless ? text.lossless : text.convertHint}
        checked={settings.convertToJpeg}
        disabled={isLossless}
        onChange={(convertToJpeg) => set({ convertToJpeg })}
      />
      <SwitchRow
        label={text.readable}
        hint={isLossless ? text.lossless : text.readableHint}
        checked={settings.minDpi > 0}
        disabled={isLossless}
        onChange={(isKept) => set({ minDpi: isKept ? READABLE_DPI : 0 })}
      />
      <SwitchRow
        label={text.metadata}
        hint={text.metadataHint}
        checked={settings.stripMetadata}
        onChange={(stripMetadata) => set({ stripMetadata })}
      />
      <SwitchRow label={text.keep} checked={isKept} onChange={keep} />
      <p className="hint always">
        <b>{text.always}</b> {text.alwaysList}
      </p>
    </div>
  );
}

function Again({ moment, onCompressAgain }: PanelProps): ReactNode {
  if (moment !== 'results') return null;
  return (
    <div className="pad again">
      <button type="button" className="btn main wide" onClick={onCompressAgain}>
        {text.compressAgain}
      </button>
      <p className="hint">{text.untilReady}</p>
    </div>
  );
}
