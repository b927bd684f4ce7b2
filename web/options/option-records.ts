import type { OptionName } from '../../shared/index.ts';

/** The change that makes images softer, or the document less exact, and nothing else. */
type Softer = 'lower' | 'lower, 0 highest' | 'true';

/** How the tab treats a setting. */
export interface SettingRecord {
  /** Part of the result that it changes. `limit`: only the size to reach. */
  readonly scope: 'images' | 'document' | 'limit';
  /** Name in the page's address. Links are kept for years: never change one. */
  readonly key: string;
  /** Choosing a preset: `preset` sets it, `kept` leaves it, `either` turns it on if one of both has it on. */
  readonly presets: 'preset' | 'kept' | 'either';
  /** Undefined: no direction is known. */
  readonly softer?: Softer;
  /** Its control. `switch`, `dpi`: a row of `MoreSettings.tsx`. */
  readonly control: 'slider' | 'switch' | 'dpi' | 'limit' | 'offer';
}

/** An option of one file: no setting, and the same for all files until a person chooses it for one. */
export interface FileOptionRecord {
  readonly scope: 'file';
  readonly value: boolean | number | string;
}

/** How the tab treats each option. The types of settings, presets, addresses and reruns follow from it. */
export const OPTION_RECORDS = {
  quality: { scope: 'images', key: 'q', presets: 'preset', softer: 'lower', control: 'slider' },
  maxDimension: { scope: 'images', key: 'd', presets: 'preset', softer: 'lower', control: 'slider' },
  maxDpi: { scope: 'images', key: 'maxdpi', presets: 'preset', softer: 'lower, 0 highest', control: 'dpi' },
  minDpi: { scope: 'images', key: 'dpi', presets: 'preset', softer: 'lower', control: 'dpi' },
  stripMetadata: { scope: 'document', key: 'strip', presets: 'kept', control: 'switch' },
  convertToJpeg: { scope: 'images', key: 'jpeg', presets: 'preset', control: 'switch' },
  jpx: { scope: 'images', key: 'jpx', presets: 'kept', control: 'switch' },
  grayscale: { scope: 'images', key: 'gray', presets: 'preset', control: 'switch' },
  roundCoordinates: {
    scope: 'document',
    key: 'round',
    presets: 'preset',
    softer: 'true',
    control: 'switch',
  },
  jbig2Symbols: { scope: 'images', key: 'symbols', presets: 'kept', control: 'switch' },
  bilevel: { scope: 'images', key: 'bits', presets: 'preset', control: 'switch' },
  mrc: { scope: 'images', key: 'mrc', presets: 'preset', control: 'offer' },
  ink: { scope: 'images', key: 'ink', presets: 'kept', control: 'offer' },
  targetSize: { scope: 'limit', key: 'each', presets: 'kept', control: 'limit' },
  targetMode: { scope: 'file', value: 'fit' },
  splitSize: { scope: 'file', value: 0 },
  cropHidden: { scope: 'document', key: 'crop', presets: 'either', control: 'switch' },
  linearize: { scope: 'document', key: 'web', presets: 'kept', control: 'switch' },
  removeAttachments: { scope: 'file', value: false },
  breakSignatures: { scope: 'file', value: false },
} as const satisfies Readonly<Record<OptionName, SettingRecord | FileOptionRecord>>;

type Records = typeof OPTION_RECORDS;

/** The options that are settings of all files. */
export type SettingName = {
  [Name in OptionName]: Records[Name]['scope'] extends 'file' ? never : Name;
}[OptionName];

/** The settings with a control of this kind. */
export type SettingWith<Control extends SettingRecord['control']> = {
  [Name in SettingName]: Records[Name]['control'] extends Control ? Name : never;
}[SettingName];

export function settingRecord(name: SettingName): SettingRecord {
  return OPTION_RECORDS[name];
}
