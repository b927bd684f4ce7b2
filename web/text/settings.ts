import type { PresetName } from '../../shared/index.ts';
import { changesNoPixel, presetOf, type Settings } from '../settings/settings.ts';
import { dpiOnA4, format } from './format.ts';

/** Below this small print starts to look soft; the same threshold as the core's warning names. */
const SOFT_DPI = 120;

export const PRESET_WORDS: Readonly<Record<PresetName, { readonly name: string; readonly use: string }>> = {
  sharp: { name: 'Sharp', use: 'Print' },
  balanced: { name: 'Balanced', use: 'Screen and mail' },
  small: { name: 'Small', use: 'Upload limits' },
  lossless: { name: 'Lossless', use: 'Images untouched' },
};

/** `About 103 dpi on A4. Small print may look soft.`, or what a floor keeps. */
export function dimensionHint(pixels: number, minDpi: number): string {
  const dpi = dpiOnA4(pixels);
  const hint = `About ${format.count(dpi)} dpi on A4.`;
  if (minDpi > dpi) return `${hint} Scans keep ${format.count(minDpi)} dpi.`;
  return dpi < SOFT_DPI ? `${hint} Small print may look soft.` : hint;
}

/** What a screen reader says for the size slider. */
export function dimensionValueText(pixels: number): string {
  return `${format.count(pixels)} pixels, about ${format.count(dpiOnA4(pixels))} dpi on A4`;
}

/** One line for the folded panel: `Balanced · quality 75 · 1,200 px`. */
export function settingsSummary(settings: Settings): string {
  const preset = presetOf(settings);
  const name = preset === null ? 'Custom' : PRESET_WORDS[preset].name;
  if (settings.targetSize > 0) return `${name} · each file under ${format.limit(settings.targetSize)}`;
  if (changesNoPixel(settings)) return `${name} · images untouched`;
  return `${name} · quality ${format.count(settings.quality)} · ${format.count(settings.maxDimension)} px`;
}

export function clampedHint(limit: 'lowest' | 'highest', value: number): string {
  return `The ${limit} value is ${format.count(value)}.`;
}
