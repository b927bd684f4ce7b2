import { keysOf } from './lists.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';

export type PresetName = 'sharp' | 'balanced' | 'small' | 'lossless';

/**
 * Options that presets with JPEG share: drawings are rounded below what is visible, and scans keep sharp text in small
 * sizes. An image of more than 225 dpi as drawn looks no better on paper, where offices print 150 lines per inch, nor
 * at 220 dpi on a screen.
 */
const LOSSY: CompressOptions = {
  ...DEFAULT_OPTIONS,
  maxDpi: 225,
  minDpi: 150,
  roundCoordinates: true,
  mrc: 'fit',
};

/** Complete sets of options, so that choosing a preset leaves nothing of the previous one. */
export const PRESETS: Readonly<Record<PresetName, CompressOptions>> = {
  sharp: { ...LOSSY, quality: 85, maxDimension: 2480, maxDpi: 300, minDpi: 200 },
  balanced: LOSSY,
  small: { ...LOSSY, quality: 60, maxDpi: 150, minDpi: 110, cropHidden: true, mrc: 'auto' },
  lossless: { ...DEFAULT_OPTIONS, quality: 100, maxDimension: 1_000_000, convertToJpeg: false },
};

/** The source of options that are not given: a preset, or `api`, the defaults of the HTTP API. */
export type OptionSetName = PresetName | 'api';

export const OPTION_SETS: Readonly<Record<OptionSetName, CompressOptions>> = {
  ...PRESETS,
  api: DEFAULT_OPTIONS,
};

// The cast: a record has the keys that its type says.
export const OPTION_SET_NAMES = keysOf(OPTION_SETS);

/** Preset for users who choose none: scans stay readable. The API has the defaults of its contract. */
export const DEFAULT_PRESET = 'balanced' satisfies PresetName;

export function isOptionSetName(name: string): name is OptionSetName {
  return Object.hasOwn(OPTION_SETS, name);
}
