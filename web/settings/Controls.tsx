import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { format } from '../text/format.ts';
import { dimensionHint, outcomeHint } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { PresetCards } from './PresetCards.tsx';
import type { PresetEstimates } from './preset-estimates.ts';
import { SharpnessSliders } from './SharpnessSliders.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import {
  changesNoPixel,
  DPI_RANGE,
  presetOf,
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
  readonly children?: ReactNode;
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
        target={settings.targetSize}
        onChange={(targetSize) => change({ ...settings, targetSize })}
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
          <div className="switches">
            <ImageSwitches {...props} />
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

/** In Lossless they are off, which is said once, above. */
function ImageSwitches({ settings, change }: ControlsProps) {
  const set = (part: Partial<Settings>) => change({ ...settings, ...part });
  const disabled = changesNoPixel(settings);
  return (
    <>
      {disabled && <p className="hint">{text.lossless}</p>}
      <DpiSwitch
        label={text.dpiCap}
        hint={text.dpiCapHint}
        number={text.dpiCapNumber}
        dpi={settings.maxDpi}
        usual={USUAL_DPI_CAP}
        disabled={disabled}
        onChange={(maxDpi) => set({ maxDpi })}
      />
      <DpiSwitch
        label={text.readable}
        hint={text.readableHint}
        number={text.readableNumber}
        dpi={settings.minDpi}
        usual={READABLE_DPI}
        disabled={disabled}
        onChange={(minDpi) => set({ minDpi })}
      />
      <SwitchRow
        label={text.convert}
        hint={text.convertHint}
        checked={settings.convertToJpeg}
        disabled={disabled}
        onChange={(convertToJpeg) => set({ convertToJpeg })}
      />
      <SwitchRow
        label={text.grayscale}
        hint={text.grayscaleHint}
        checked={settings.grayscale}
        disabled={disabled}
        onChange={(grayscale) => set({ grayscale })}
      />
      <SwitchRow
        label={text.rounding}
        hint={text.roundingHint}
        checked={settings.roundCoordinates}
        disabled={disabled}
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
