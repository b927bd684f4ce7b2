import {
  type CompressOptions,
  integerRange,
  OPTION_NAMES,
  type OptionName,
  PRESETS,
  type PresetName,
} from '../../shared/index.ts';

/** What is asked of single files, and is no setting. */
const OF_ONE_FILE = {
  breakSignatures: false,
  splitSize: 0,
  targetMode: 'fit',
  removeAttachments: false,
} as const;

export type SettingName = Exclude<OptionName, keyof typeof OF_ONE_FILE>;

/** What the panel can set. */
export interface Settings extends Pick<CompressOptions, SettingName> {
  /** `targetSize` is for all files together, and not for each of them. */
  readonly isTotalLimit: boolean;
}

export const SETTING_NAMES = OPTION_NAMES.filter((name): name is SettingName => !(name in OF_ONE_FILE));

/** What the switch that keeps scans readable asks for, where the preset does not ask for another. */
export const READABLE_DPI = PRESETS.balanced.minDpi;

/** Where a limit of the resolution begins when it is switched on: what screens and office printers show. */
export const DEFAULT_DPI_CAP = 150;

/** What a mail of 25 MB can carry: attachments are sent as text, which takes a third more. */
export const MAIL_TARGET = 18_000_000;

/** Sizes in bytes that mailboxes and forms ask for. */
export const DEFAULT_TARGETS = [MAIL_TARGET, 2e6, 5e5] as const;

export function isUsualTarget(bytes: number): boolean {
  return bytes === 0 || DEFAULT_TARGETS.some((usual) => usual === bytes);
}

/** The sliders of the resolutions; the API takes any number. */
export const DPI_RANGE = { min: 50, max: 600 } as const;

/** The sliders' ranges. The size slider covers what makes sense on a page; the API takes any number. */
export const QUALITY_RANGE = integerRange('quality');
export const DIMENSION_RANGE = { min: 400, max: 4000 } as const;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export const DEFAULT_SETTINGS: Settings = settingsOf(PRESETS.balanced);

/** A preset's whole values. What is not about how images look stays as chosen: metadata, symbols, text apart from paper, what is hidden, a size to fit under. */
export function withPreset(settings: Settings, name: PresetName): Settings {
  const { stripMetadata, jbig2Symbols, mrc, cropHidden, targetSize, isTotalLimit } = settings;
  return {
    ...settingsOf(PRESETS[name]),
    stripMetadata,
    jbig2Symbols,
    mrc,
    cropHidden,
    targetSize,
    isTotalLimit,
  };
}

/** The preset these settings are, or null when they are nobody's but the person's own. */
export function presetOf(settings: Settings): PresetName | null {
  const name = PRESET_NAMES.find((candidate) => sameSettings(withPreset(settings, candidate), settings));
  return name ?? null;
}

/** Whether no pixel may change: then the controls of quality and size have nothing to say. */
export function changesNoPixel(settings: Settings): boolean {
  return settings.targetSize === 0 && presetOf(settings) === 'lossless';
}

/** What each file is made with; one size for all of them is shared out only when all are done. */
export function optionsOf({ isTotalLimit, ...settings }: Settings): CompressOptions {
  return { ...settings, ...(isTotalLimit ? { targetSize: 0 } : {}), ...OF_ONE_FILE };
}

/** Bytes that all files may have together; 0: any. */
export function budgetOf({ isTotalLimit, targetSize }: Settings): number {
  return isTotalLimit ? targetSize : 0;
}

/** Brings numbers from outside, such as a link, into what the panel can show. */
export function intoRange(settings: Settings): Settings {
  if (changesNoPixel(settings)) return settings;
  return {
    ...settings,
    maxDimension: clamp(settings.maxDimension, DIMENSION_RANGE),
    maxDpi: settings.maxDpi === 0 ? 0 : clamp(settings.maxDpi, DPI_RANGE),
    minDpi: settings.minDpi === 0 ? 0 : clamp(settings.minDpi, DPI_RANGE),
  };
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return a.isTotalLimit === b.isTotalLimit && SETTING_NAMES.every((name) => a[name] === b[name]);
}

export function settingsOf(options: CompressOptions): Settings {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, options[name]]));
  // Every setting is an option by its name.
  return { ...(settings as Pick<CompressOptions, SettingName>), isTotalLimit: false };
}

/** Settings as texts by the API's names, for storage and for calls. */
export function settingTexts(settings: Settings): ReadonlyMap<string, string> {
  return new Map(SETTING_NAMES.map((name) => [name, String(settings[name])]));
}
