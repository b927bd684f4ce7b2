import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { format } from '../text/format.ts';
import { dimensionHint, dimensionValueText } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { PresetCards } from './PresetCards.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import {
  changesNoPixel,
  DIMENSION_RANGE,
  DPI_RANGE,
  presetOf,
  QUALITY_RANGE,
  READABLE_DPI,
  type Settings,
  USUAL_DPI_CAP,
  withPreset,
} from './settings.ts';
import { TargetChips } from './TargetChips.tsx';

const text = words.settings;

interface ControlsProps {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
}

/** Everything that can be set: presets in plain words, and the exact options behind them. */
export function Controls(props: ControlsProps & { readonly children?: ReactNode }) {
  const { settings, change } = props;
  return (
    <div className="controls">
      <PresetCards chosen={presetOf(settings)} onChoose={(name) => change(withPreset(settings, name))} />
      <TargetChips
        target={settings.targetSize}
        onChange={(targetSize) => change({ ...settings, targetSize })}
      />
      <Collapsible.Root className="fine" defaultOpen>
        <Collapsible.Trigger className="fold-trigger">
          {text.fineTuning}
          <ChevronDown className="i" aria-hidden />
        </Collapsible.Trigger>
        <Collapsible.Panel className="fold-panel">
          <div className="controls">
            <ImageControls {...props} />
            <SwitchRow
              label={text.metadata}
              hint={text.metadataHint}
              checked={settings.stripMetadata}
              onChange={(stripMetadata) => change({ ...settings, stripMetadata })}
            />
            {props.children}
          </div>
        </Collapsible.Panel>
      </Collapsible.Root>
      <p className="hint always">
        <b>{text.always}</b> {text.alwaysList}
      </p>
    </div>
  );
}

function ImageControls({ settings, change }: ControlsProps) {
  const set = (part: Partial<Settings>) => change({ ...settings, ...part });
  const isLossless = changesNoPixel(settings);
  const isChosen = settings.targetSize > 0;
  return (
    <>
      <NumberSlider
        label={text.quality}
        value={settings.quality}
        range={QUALITY_RANGE}
        step={1}
        largeStep={10}
        {...(isLossless ? { off: { shown: format.count(settings.quality) }, hint: text.lossless } : {})}
        {...(isChosen ? { off: { shown: '–' }, hint: text.forTarget } : {})}
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
        {...(isChosen ? { off: { shown: '–' }, hint: text.forTarget } : {})}
        onChange={(maxDimension) => set({ maxDimension })}
      />
      <DpiSwitch
        label={text.dpiCap}
        hint={isLossless ? text.lossless : text.dpiCapHint}
        number={text.dpiCapNumber}
        dpi={settings.maxDpi}
        usual={USUAL_DPI_CAP}
        disabled={isLossless}
        onChange={(maxDpi) => set({ maxDpi })}
      />
      <DpiSwitch
        label={text.readable}
        hint={isLossless ? text.lossless : text.readableHint}
        number={text.readableNumber}
        dpi={settings.minDpi}
        usual={READABLE_DPI}
        disabled={isLossless}
        onChange={(minDpi) => set({ minDpi })}
      />
      <SwitchRow
        label={text.convert}
        hint={isLossless ? text.lossless : text.convertHint}
        checked={settings.convertToJpeg}
        disabled={isLossless}
        onChange={(convertToJpeg) => set({ convertToJpeg })}
      />
      <SwitchRow
        label={text.grayscale}
        hint={isLossless ? text.lossless : text.grayscaleHint}
        checked={settings.grayscale}
        disabled={isLossless}
        onChange={(grayscale) => set({ grayscale })}
      />
      <SwitchRow
        label={text.rounding}
        hint={isLossless ? text.lossless : text.roundingHint}
        checked={settings.roundCoordinates}
        disabled={isLossless}
        onChange={(roundCoordinates) => set({ roundCoordinates })}
      />
      <SwitchRow
        label={text.symbols}
        hint={text.symbolsHint}
        checked={settings.jbig2Symbols}
        onChange={(jbig2Symbols) => set({ jbig2Symbols })}
      />
    </>
  );
}

/** A bound of the resolution that can be switched on, and then set. */
function DpiSwitch(props: {
  readonly label: string;
  readonly hint: string;
  /** What the number is called. */
  readonly number: string;
  /** 0: switched off. */
  readonly dpi: number;
  /** Where it begins when it is switched on. */
  readonly usual: number;
  readonly disabled: boolean;
  readonly onChange: (dpi: number) => void;
}) {
  const { dpi } = props;
  return (
    <div className="switch-and-number">
      <SwitchRow
        label={props.label}
        hint={props.hint}
        checked={dpi > 0}
        disabled={props.disabled}
        onChange={(isOn) => props.onChange(isOn ? props.usual : 0)}
      />
      {dpi > 0 && !props.disabled && (
        <NumberSlider
          label={props.number}
          value={dpi}
          range={DPI_RANGE}
          step={1}
          largeStep={10}
          unit={text.dpi}
          onChange={props.onChange}
        />
      )}
    </div>
  );
}
