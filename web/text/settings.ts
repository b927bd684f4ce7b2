import type { PresetName } from '../../shared/index.ts';
import { changesNoPixel, presetOf, type Settings } from '../settings/settings.ts';
import { dpiOnA4, format } from './format.ts';

/** Below this small print starts to look soft; the same threshold as the core's warning names. */
const SOFT_DPI = 120;

export const PRESET_WORDS: Readonly<Record<PresetName, { readonly name: string; readonly use: string }>> = {
  sharp: { name: 'Sharp', use: 'For print' },
  balanced: { name: 'Balanced', use: 'Mail and screen' },
  small: { name: 'Small', use: 'Tight limits' },
  lossless: { name: 'Lossless', use: 'Every pixel kept' },
};

/** What comes of the settings, under the presets: `Photos about 103 dpi, scans 150 dpi.` */
export function outcomeHint(settings: Settings): string {
  if (changesNoPixel(settings)) return 'No pixel changes. What is saved is in how the file is packed.';
  const { maxDimension, maxDpi, minDpi, targetSize } = settings;
  const dpi = maxDpi > 0 ? Math.min(maxDpi, dpiOnA4(maxDimension)) : dpiOnA4(maxDimension);
  const scans = Math.max(dpi, minDpi);
  const text =
    scans === dpi
      ? `hotos and scans about ${format.count(dpi)} dpi`
      : `hotos about ${format.count(dpi)} dpi, scans ${format.count(scans)} dpi`;
  return targetSize > 0 ? `At most: p${text}.` : `P${text}.`;
}

/** `1,200 px over an A4 page. Scans keep 150 dpi.`, or what may become of small print. */
export function dimensionHint(pixels: number, minDpi: number): string {
  const dpi = dpiOnA4(pixels);
  const hint = `${format.count(pixels)} px over an A4 page.`;
  if (minDpi > dpi) return `${hint} Scans keep ${format.count(minDpi)} dpi.`;
  return dpi < SOFT_DPI ? `${hint} Small print may look soft.` : hint;
}

/** What was typed as a limit, as it was understood. */
export function typedLimitHint(bytes: number): string {
  return `As typed: ${format.limit(bytes)} is ${format.count(bytes)} bytes.`;
}

/** What a screen reader says for the size slider. */
export function dimensionValueText(pixels: number): string {
  return `About ${format.count(dpiOnA4(pixels))} dpi on A4, ${format.count(pixels)} pixels`;
}

/** One line for the folded panel: `Balanced · quality 75 · 103 dpi`. */
export function settingsSummary(settings: Settings): string {
  const preset = presetOf(settings);
  const name = preset === null ? 'Custom' : PRESET_WORDS[preset].name;
  if (settings.targetSize > 0) return `${name} · each file under ${format.limit(settings.targetSize)}`;
  if (changesNoPixel(settings)) return `${name} · images untouched`;
  return `${name} · quality ${format.count(settings.quality)} · ${format.count(dpiOnA4(settings.maxDimension))} dpi`;
}

export function clampedHint(limit: 'lowest' | 'highest', value: string): string {
  return `The ${limit} value is ${value}.`;
}
