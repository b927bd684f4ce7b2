import {
  type CompressOptions,
  integerRange,
  OPTION_NAMES,
  type OptionName,
  PRESETS,
  type PresetName,
} from '../../shared/index.ts';
import { OPTION_RECORDS, type SettingName, settingRecord } from './option-records.ts';

/** The settings in the panel. */
export interface Settings extends Pick<CompressOptions, SettingName> {
  /** Maximum bytes of all files together, beside `targetSize` of each; 0: none. */
  readonly totalSize: number;
}

export const SETTING_NAMES = OPTION_NAMES.filter(isSettingName);

/** Options of single files, with the values that they have for all. */
const FILE_OPTIONS = Object.fromEntries(
  Object.entries(OPTION_RECORDS).flatMap(([name, record]) =>
    record.scope === 'file' ? [[name, record.value]] : [],
  ),
) as Omit<CompressOptions, SettingName>;

function isSettingName(name: OptionName): name is SettingName {
  return OPTION_RECORDS[name].scope !== 'file';
}

/** Resolution of the switch that keeps scans readable, unless the preset has another. */
export const READABLE_DPI = PRESETS.balanced.minDpi;

/** Initial value of the resolution cap: what screens and office printers show. */
export const DEFAULT_DPI_CAP = 150;

/** Capacity of a mail of 25 MB: attachments are sent as text, which takes a third more. */
export const MAIL_TARGET = 18_000_000;

/** Limits of one file and of all together, in bytes; 0: none. */
export type Limits = Pick<Settings, 'targetSize' | 'totalSize'>;

/** Places where files commonly have to fit. Rules of courts differ; these are usual ones. */
export const FIT_PLACES = {
  any: { targetSize: 0, totalSize: 0 },
  visa: { targetSize: 5e5, totalSize: 0 },
  forms: { targetSize: 2e6, totalSize: 0 },
  mail: { targetSize: 0, totalSize: MAIL_TARGET },
  court: { targetSize: 10e6, totalSize: 25e6 },
} as const satisfies Readonly<Record<string, Limits>>;

export type FitPlace = keyof typeof FIT_PLACES;

export function hasLimit({ targetSize, totalSize }: Limits): boolean {
  return targetSize > 0 || totalSize > 0;
}

/** Range of the resolution sliders; the API accepts any number. */
export const DPI_RANGE = { min: 50, max: 600 } as const;

/** Ranges of the sliders. The size slider covers what is useful on a page; the API accepts any number. */
export const QUALITY_RANGE = integerRange('quality');
export const DIMENSION_RANGE = { min: 400, max: 4000 } as const;

/** From nothing lost to most. */
export const PRESET_NAMES = [
  'lossless',
  'sharp',
  'balanced',
  'small',
] as const satisfies readonly PresetName[];

export const DEFAULT_SETTINGS: Settings = settingsOf(PRESETS.balanced);

/** Applies a preset, to the settings that presets set (`option-records.ts`). */
export function withPreset(settings: Settings, name: PresetName): Settings {
  const preset = settingsOf(PRESETS[name]);
  const kept = SETTING_NAMES.flatMap((setting) => {
    const { presets } = settingRecord(setting);
    if (presets === 'preset') return [];
    return [[setting, presets === 'either' ? settings[setting] || preset[setting] : settings[setting]]];
  });
  return { ...preset, ...Object.fromEntries(kept), totalSize: settings.totalSize };
}

/** The preset that equals these settings, or null for custom ones. */
export function presetOf(settings: Settings): PresetName | null {
  const name = PRESET_NAMES.find((candidate) => sameSettings(withPreset(settings, candidate), settings));
  return name ?? null;
}

/** Whether no pixel may change: then quality and size have no effect. */
export function changesNoPixel(settings: Settings): boolean {
  return !hasLimit(settings) && presetOf(settings) === 'lossless';
}

/** Options for each file; a total limit is allocated only when all are done. */
export function optionsOf({ totalSize: _, ...settings }: Settings): CompressOptions {
  return { ...settings, ...FILE_OPTIONS };
}

/** Clamps numbers from outside, such as a link, to what the panel can show. */
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
  return a.totalSize === b.totalSize && SETTING_NAMES.every((name) => a[name] === b[name]);
}

export function settingsOf(options: CompressOptions): Settings {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, options[name]]));
  // Every setting is an option with the same name.
  return { ...(settings as Pick<CompressOptions, SettingName>), totalSize: 0 };
}

/** Settings as texts by the API's names, for storage and for calls. */
export function settingTexts(settings: Settings): ReadonlyMap<string, string> {
  return new Map(SETTING_NAMES.map((name) => [name, String(settings[name])]));
}

/** Whether no preset that makes images smaller would leave them sharper. */
export function isSharpest({ quality, convertToJpeg }: Settings): boolean {
  return !convertToJpeg || quality >= PRESETS.sharp.quality;
}
