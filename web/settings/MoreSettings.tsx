import { keysOf } from '../../shared/lists.ts';
import type { SettingWith } from '../options/option-records.ts';
import {
  changesNoPixel,
  DEFAULT_DPI_CAP,
  DPI_RANGE,
  READABLE_DPI,
  type Settings,
} from '../options/settings.ts';
import { more } from '../text/i18n/more-words.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { SwitchRow } from './SwitchRow.tsx';

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

/** The row of a setting that is on or off. */
interface SwitchRecord {
  readonly label: string;
  readonly hint: string;
  /** The values for off and on, if they are words. */
  readonly words?: readonly [off: string, on: string];
  /** True if the setting has no effect with Lossless. */
  readonly isMootIfLossless?: true;
  /** Without that setting, this one is off. */
  readonly needs?: 'jbig2Symbols';
}

const DPI_ROWS: Readonly<Record<SettingWith<'dpi'>, DpiRecord>> = {
  maxDpi: {
    label: text.dpiCap,
    hint: text.dpiCapHint,
    number: text.dpiCapNumber,
    initial: DEFAULT_DPI_CAP,
  },
  minDpi: {
    label: text.readable,
    hint: text.readableHint,
    number: text.readableNumber,
    initial: READABLE_DPI,
  },
};

/** In the order of the rows. */
const SWITCH_ROWS: Readonly<Record<SettingWith<'switch'>, SwitchRecord>> = {
  convertToJpeg: { label: text.convert, hint: text.convertHint, isMootIfLossless: true },
  jpx: { label: text.jpx, hint: text.jpxHint, words: ['off', 'lossless'] },
  grayscale: { label: text.grayscale, hint: text.grayscaleHint, isMootIfLossless: true },
  roundCoordinates: { label: text.rounding, hint: text.roundingHint, isMootIfLossless: true },
  jbig2Symbols: { label: text.symbols, hint: text.symbolsHint },
  bilevel: {
    label: text.nearEdges,
    hint: text.nearEdgesHint,
    words: ['exact', 'near'],
    isMootIfLossless: true,
    needs: 'jbig2Symbols',
  },
  cropHidden: { label: text.cropHidden, hint: text.cropHiddenHint },
  linearize: { label: text.linearize, hint: text.linearizeHint },
  stripMetadata: { label: text.metadata, hint: text.metadataHint },
};

// The casts: a record has the keys that its type says.
const DPI_NAMES = keysOf(DPI_ROWS);
const SWITCH_NAMES = keysOf(SWITCH_ROWS);

/** All settings beside presets, limit and sliders. Those of images are disabled with Lossless, as the hint says. */
export default function MoreSettings({ settings, change, keeping }: Props) {
  const isLossless = changesNoPixel(settings);
  return (
    <div className="switches">
      {isLossless && <p className="hint">{words.settings.lossless}</p>}
      {DPI_NAMES.map((name) => (
        <DpiSwitch
          key={name}
          {...DPI_ROWS[name]}
          dpi={settings[name]}
          disabled={isLossless}
          onChange={(dpi) => change({ ...settings, [name]: dpi })}
        />
      ))}
      {SWITCH_NAMES.map((name) => {
        const { label, hint, words: values = [false, true], isMootIfLossless, needs } = SWITCH_ROWS[name];
        const isPossible = needs === undefined || settings[needs];
        return (
          <SwitchRow
            key={name}
            label={label}
            hint={hint}
            checked={isPossible && settings[name] === values[1]}
            disabled={!isPossible || (isMootIfLossless === true && isLossless)}
            onChange={(isOn) => change({ ...settings, [name]: values[isOn ? 1 : 0] })}
          />
        );
      })}
      {keeping && <SwitchRow label={text.keep} checked={keeping.isKept} onChange={keeping.keep} />}
    </div>
  );
}

/** The row of a resolution bound. */
interface DpiRecord {
  readonly label: string;
  readonly hint: string;
  /** Label of the number. */
  readonly number: string;
  /** Value when switched on. */
  readonly initial: number;
}

/** A resolution bound: a switch, and its value. */
function DpiSwitch(
  props: DpiRecord & {
    /** 0: off. */
    readonly dpi: number;
    readonly disabled: boolean;
    readonly onChange: (dpi: number) => void;
  },
) {
  const { dpi } = props;
  return (
    <div className="switch-and-number">
      <SwitchRow
        label={props.label}
        hint={props.hint}
        checked={dpi > 0}
        disabled={props.disabled}
        onChange={(isOn) => props.onChange(isOn ? props.initial : 0)}
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
