import { type CompressOptions, integerRange, PRESETS, type PresetName } from '../../shared/index.ts';

/** What the panel can set. Breaking a signature is asked per file and is no setting. */
export type Settings = Omit<CompressOptions, 'breakSignatures' | 'maxDpi'>;

export const SETTING_NAMES = [
  'quality',
  'maxDimension',
  'minDpi',
  'convertToJpeg',
  'grayscale',
  'stripMetadata',
] as const satisfies readonly (keyof Settings)[];

/** What the switch that keeps scans readable asks for, where the preset does not ask for another. */
export const READABLE_DPI = 150;

/** The sliders' ranges. The size slider covers what makes sense on a page; the API takes any number. */
export const QUALITY_RANGE = integerRange('quality');
export const DIMENSION_RANGE = { min: 400, max: 4000 } as const;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export const DEFAULT_SETTINGS: Settings = settingsOf(PRESETS.balanced);

/** A preset's whole values. Only metadata stays as chosen: presets are about images. */
export function withPreset(settings: Settings, name: PresetName): Settings {
  return { ...settingsOf(PRESETS[name]), stripMetadata: settings.stripMetadata };
}

/** The preset these settings are, or null when they are nobody's but the person's own. */
export function presetOf(settings: Settings): PresetName | null {
  const name = PRESET_NAMES.find((candidate) => sameSettings(withPreset(settings, candidate), settings));
  return name ?? null;
}

/** Whether no pixel may change: then the controls of quality and size have nothing to say. */
export function changesNoPixel(settings: Settings): boolean {
  return presetOf(settings) === 'lossless';
}

export function optionsOf(settings: Settings): CompressOptions {
  return { ...settings, maxDpi: 0, breakSignatures: false };
}

/** Brings numbers from outside, such as a link, into what the panel can show. */
export function intoRange(settings: Settings): Settings {
  if (changesNoPixel(settings)) return settings;
  const { min, max } = DIMENSION_RANGE;
  return { ...settings, maxDimension: Math.min(max, Math.max(min, settings.maxDimension)) };
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return SETTING_NAMES.every((name) => a[name] === b[name]);
}

export function settingsOf(options: CompressOptions): Settings {
  const { breakSignatures: _, maxDpi: __, ...settings } = options;
  return settings;
}

/** Settings as texts by the API's names, for storage and for calls. */
export function settingTexts(settings: Settings): ReadonlyMap<string, string> {
  return new Map(SETTING_NAMES.map((name) => [name, String(settings[name])]));
}
