import type { PresetName } from '../../shared/index.ts';
import { changesNoPixel, hasLimit, type Limits, presetOf, type Settings } from '../options/settings.ts';
import { dpiOnA4, format } from './format.ts';
import { t } from './i18n/catalog.ts';

const { hints } = t;
const { fit } = t.page;

/** Below this resolution small print starts to look soft; the core's warning uses the same threshold. */
const SOFT_DPI = 120;

export const PRESET_WORDS: Readonly<Record<PresetName, { readonly name: string; readonly use: string }>> =
  t.presets;

/** `About 103 dpi on A4. Scans keep 150 dpi.`, or the effect on small print. */
export function dimensionHint(pixels: number, minDpi: number): string {
  const dpi = dpiOnA4(pixels);
  if (minDpi > dpi) return hints.sideScans(dpi, minDpi);
  return dpi < SOFT_DPI ? hints.sideSoft(dpi) : hints.side(dpi);
}

/** A typed limit as it was understood. */
export function typedLimitHint(bytes: number): string {
  return hints.typed(format.limit(bytes), bytes);
}

/** The size slider's text for screen readers. */
export function dimensionValueText(pixels: number): string {
  return hints.sideSpoken(dpiOnA4(pixels), pixels);
}

/** One line for the collapsed panel: `Screen · quality 75 · 1200 px`. */
export function settingsSummary(settings: Settings): string {
  const preset = presetOf(settings);
  const name = preset === null ? t.page.settings.custom : PRESET_WORDS[preset].name;
  if (hasLimit(settings)) return `${name} · ${limitsText(settings)}`;
  if (changesNoPixel(settings)) return hints.summaryLossless(name);
  return hints.summary(name, settings.quality, settings.maxDimension);
}

/** `Under 10 MB each, 25 MB together` */
export function limitsText({ targetSize, totalSize }: Limits): string {
  const [each, all] = [format.limit(targetSize), format.limit(totalSize)];
  if (targetSize === 0) return totalSize === 0 ? fit.any : fit.all(all);
  return totalSize === 0 ? fit.each(each) : fit.both(each, all);
}

export function clampedHint(limit: 'lowest' | 'highest', value: string): string {
  return t.format.ends[limit](value);
}
