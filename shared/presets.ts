import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';

export type PresetName = 'sharp' | 'balanced' | 'small' | 'lossless';

/** Whole values, so that choosing one never leaves part of another behind. */
export const PRESETS: Readonly<Record<PresetName, CompressOptions>> = {
  sharp: { ...DEFAULT_OPTIONS, quality: 85, maxDimension: 2480, minDpi: 200 },
  balanced: { ...DEFAULT_OPTIONS, minDpi: 150 },
  small: { ...DEFAULT_OPTIONS, quality: 60, minDpi: 110, roundCoordinates: true },
  lossless: { ...DEFAULT_OPTIONS, quality: 100, maxDimension: 1_000_000, convertToJpeg: false },
};
