import type { CompressOptions } from '../../shared/index.ts';
import { changesNoPixel, settingsOf } from '../options/settings.ts';
import { dpiOnA4, format } from './format.ts';
import { more } from './i18n/more-words.ts';

const { live, receipt } = more;
const { compare } = more.file;

/** Texts of the file page. */
export const fileWords = {
  ...more.file,
  compare: {
    ...compare,
    handleAt: (percent: number) =>
      percent === 50
        ? compare.handleHalf
        : compare.handleAt(format.percent(percent / 100), format.percent(1 - percent / 100)),
    pageButton: (page: number, score: string | null, isLowest: boolean) => {
      if (score === null) return compare.pageUncompared(page);
      return isLowest ? compare.pageLowest(page, score) : compare.pageButton(page, score);
    },
  },
} as const;

/** The sharpness of these options as far as it differs from others, `quality 45 · 72 dpi`; null if it is equal. */
function sharpnessText(options: CompressOptions, others: CompressOptions): string | null {
  if (changesNoPixel(settingsOf(options))) return null;
  const [dpi, otherDpi] = [dpiOnA4(options.maxDimension), dpiOnA4(others.maxDimension)];
  return (
    [
      options.quality === others.quality ? '' : live.quality(options.quality),
      dpi === otherDpi ? '' : live.dpi(dpi),
    ]
      .filter(Boolean)
      .join(' · ') || null
  );
}

/** Names a page that was made with `tried` in place of the result's options. */
export function triedTag(tried: CompressOptions, result: CompressOptions): string {
  const sharpness = sharpnessText(tried, result);
  return sharpness === null ? `${compare.compressed} · ${live.tag}` : live.tried(sharpness);
}

/** Says that a receipt is not about the options that are being tried. */
export function receiptOf(result: CompressOptions, tried: CompressOptions): string {
  const sharpness = sharpnessText(result, tried);
  return sharpness === null ? receipt.ofResult : receipt.ofNamed(sharpness);
}

/** Names the way back from options that are being tried. */
export function backTo(result: CompressOptions, tried: CompressOptions): string {
  const sharpness = sharpnessText(result, tried);
  return sharpness === null ? live.leave : live.back(sharpness);
}
