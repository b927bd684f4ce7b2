import { more } from '../text/i18n/more-words.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import { changesNoPixel, DEFAULT_DPI_CAP, DPI_RANGE, READABLE_DPI, type Settings } from './settings.ts';

const { switches: text } = more;

/** Whether settings are stored for the next visit. */
export interface Keeping {
  readonly isKept: boolean;
  readonly keep: (isKept: boolean) => void;
}

interface Props {
  readonly settings: Settings;
  readonly change: (settings: Settings) => void;
  readonly keeping?: Keeping | undefined;
}

/** All settings beside presets, limit and sliders. */
export default function MoreSettings(props: Props) {
  const { settings, change, keeping } = props;
  return (
    <div className="switches">
      <ImageSwitches {...props} />
      <SwitchRow
        label={text.cropHidden}
        hint={text.cropHiddenHint}
        checked={settings.cropHidden}
        onChange={(cropHidden) => change({ ...settings, cropHidden })}
      />
      <SwitchRow
        label={text.metadata}
        hint={text.metadataHint}
        checked={settings.stripMetadata}
        onChange={(stripMetadata) => change({ ...settings, stripMetadata })}
      />
      {keeping && <SwitchRow label={text.keep} checked={keeping.isKept} onChange={keeping.keep} />}
    </div>
  );
}

/** Disabled with Lossless, as explained above them. */
function ImageSwitches({ settings, change }: Props) {
  const set = (part: Partial<Settings>) => change({ ...settings, ...part });
  const disabled = changesNoPixel(settings);
  return (
    <>
      {disabled && <p className="hint">{words.settings.lossless}</p>}
      <DpiSwitch
        label={text.dpiCap}
        hint={text.dpiCapHint}
        number={text.dpiCapNumber}
        dpi={settings.maxDpi}
        usual={DEFAULT_DPI_CAP}
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
      <SwitchRow
        label={text.nearEdges}
        hint={text.nearEdgesHint}
        checked={settings.bilevel === 'near' && settings.jbig2Symbols}
        disabled={disabled || !settings.jbig2Symbols}
        onChange={(isNear) => set({ bilevel: isNear ? 'near' : 'exact' })}
      />
    </>
  );
}

/** A resolution bound: a switch, and its value. */
function DpiSwitch(props: {
  readonly label: string;
  readonly hint: string;
  /** Label of the number. */
  readonly number: string;
  /** 0: off. */
  readonly dpi: number;
  /** Initial value when switched on. */
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
          unit={words.settings.dpi}
          onChange={props.onChange}
        />
      )}
    </div>
  );
}
