import { t } from './i18n/catalog.ts';
import { direction, locale } from './i18n/language.ts';

const words = t.format;

/** Keeps a number and its unit in left-to-right order, even in a right-to-left line (Unicode LRI and PDI). */
export const isolated = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);

/** All numbers are formatted here. Anything that is not a number becomes a dash. */

const UNKNOWN = '–';
/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';
/** Inches of the longer side of A4 (297 mm). */
const A4_LONG_SIDE_INCHES = 11.69;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `MB`, `Mo`, `МБ`. From right to left a size stays in Latin letters, like the sizes that one types. */
function unitsOf(locale: string | undefined): readonly string[] {
  const tag = direction === 'rtl' ? 'en' : locale;
  return UNITS.map((unit) => {
    const parts = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).formatToParts(2);
    // 1 KB is 1000 bytes here, in capitals as everywhere in this product.
    return (parts.find(({ type }) => type === 'unit')?.value ?? '').replace('kB', 'KB');
  });
}

export interface Format {
  /** `812 bytes`, `3.0 MB`. 1 KB is 1000 bytes. */
  readonly bytes: (bytes: number) => string;
  /** `18,204` */
  readonly count: (count: number) => string;
  /** The saving, from bytes: `−77%`, `under 1%`, `0%`; at most 99%. */
  readonly saving: (before: number, after: number) => string;
  /** The same without a sign, for sentences: `77%`. */
  readonly savedShare: (before: number, after: number) => string;
  /** A similarity of 0 to 1 as a score of 100, truncated: `99.4`; `100` only for identical images. */
  readonly score: (similarity: number) => string;
  /** A factor as a whole percentage: `150%`. */
  readonly percent: (factor: number) => string;
  /** How many times as small, rounded down: `2.8`. */
  readonly times: (factor: number) => string;
  /** `1,754 × 1,240` */
  readonly pixels: (width: number, height: number) => string;
  /** A duration, from milliseconds: `0.4 seconds`, `12 seconds`, `3 minutes`. */
  readonly duration: (ms: number) => string;
  /** The time left, roughly: `less than 5 seconds`, `about 20 seconds`, `about 3 minutes`. */
  readonly timeLeft: (ms: number) => string;
  /** A limit, without decimals: `200 KB`, `25 MB`. */
  readonly limit: (bytes: number) => string;
  /** Progress, from a fraction: `62%`. Shows 100% only at the end. */
  readonly progress: (fraction: number) => string;
}

/** @param locale a BCP 47 tag; default: the reader's own */
export function createFormat(locale?: string): Format {
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const upToTwo = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const percent = (fraction: number) => isolated(share.format(fraction));
  const units = unitsOf(locale);

  const bytes = (value: number) => {
    if (!isCount(value)) return UNKNOWN;
    const rounded = Math.round(value);
    if (rounded < 1000) return `${whole.format(rounded)}${NBSP}${words.bytes(rounded)}`;
    let scaled = rounded / 1000;
    let unit = 0;
    // 999,950 bytes would round to "1000.0 KB": the next unit begins where the rounding does.
    while (scaled >= 999.95 && unit < units.length - 1) {
      scaled /= 1000;
      unit += 1;
    }
    return `${oneDecimal.format(scaled)}${NBSP}${units[unit]}`;
  };

  /** Keeps a number and its unit on one line. */
  const kept = (text: string) => text.replace(' ', NBSP);

  const savedShare = (before: number, after: number) => {
    if (!isCount(before) || !isCount(after) || before === 0) return UNKNOWN;
    const saved = (before - after) / before;
    if (saved > 0 && saved < 0.01) return words.underOne(percent(0.01));
    return percent(Math.min(0.99, Math.max(0, saved)));
  };

  return {
    // A spelled-out unit follows the direction of the text.
    bytes: (value) => (value < 1000 ? bytes(value) : isolated(bytes(value))),
    count: (value) => (isCount(value) ? whole.format(value) : UNKNOWN),
    savedShare,
    saving: (before, after) => {
      const shown = savedShare(before, after);
      const isSaved = isCount(before) && isCount(after) && after <= before * 0.99 && before > 0;
      return isSaved ? shown.replace(/^(\u2066?)/, '$1−') : shown;
    },
    score: (similarity) => {
      if (!isCount(similarity)) return UNKNOWN;
      if (similarity >= 1) return whole.format(100);
      // 0.994 * 1000 may be slightly below 994.
      return oneDecimal.format(Math.floor(similarity * 1000 + 1e-6) / 10);
    },
    percent: (factor) => (isCount(factor) ? percent(factor) : UNKNOWN),
    times: (factor) => oneDecimal.format(Math.floor(factor * 10) / 10),
    pixels: (width, height) =>
      isCount(width) && isCount(height)
        ? isolated(`${whole.format(width)} × ${whole.format(height)}`)
        : UNKNOWN,
    duration: (ms) => {
      if (!isCount(ms)) return UNKNOWN;
      if (ms < 9_950)
        return words.seconds(ms / 1000).replace(whole.format(ms / 1000), oneDecimal.format(ms / 1000));
      if (ms < 90_000) return kept(words.seconds(Math.round(ms / 1000)));
      return kept(words.minutes(Math.round(ms / 60_000)));
    },
    timeLeft: (ms) => {
      if (!isCount(ms)) return UNKNOWN;
      if (ms < 5_000) return words.lessThan(kept(words.seconds(5)));
      // Coarse steps: five seconds, then ten, then minutes.
      const step = ms < 30_000 ? 5 : 10;
      if (ms < 90_000) return words.about(kept(words.seconds(Math.round(ms / 1000 / step) * step)));
      return words.about(kept(words.minutes(Math.round(ms / 60_000))));
    },
    limit: (value) => {
      if (!isCount(value)) return UNKNOWN;
      const unit = value >= 1_000_000_000 ? 2 : value >= 1_000_000 ? 1 : 0;
      return isolated(`${upToTwo.format(value / 1000 ** (unit + 1))}${NBSP}${units[unit]}`);
    },
    progress: (fraction) => {
      if (!Number.isFinite(fraction)) return UNKNOWN;
      return percent(Math.floor(Math.min(1, Math.max(0, fraction)) * 100) / 100);
    },
  };
}

/** In the language of the texts, with the reader's regional conventions. */
export const format = createFormat(locale);

/** Dots per inch of this many pixels along the longer side of an A4 page. */
export function dpiOnA4(pixels: number): number {
  return Math.round(pixels / A4_LONG_SIDE_INCHES);
}

/** Pixels along the longer side of an A4 page at this resolution. */
export function pixelsOnA4(dpi: number): number {
  return Math.round(dpi * A4_LONG_SIDE_INCHES);
}

type Noun = keyof typeof t.nouns;

/** `1 file`, `7 files` */
export function plural(count: number, noun: Noun): string {
  return t.nouns[noun](count);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sentence(words: string): string {
  return `${capital(words)}.`;
}

/** Splits a name in two parts: the second, with the extension, is never truncated. */
export function nameParts(name: string): { readonly start: string; readonly end: string } {
  const letters = [...name];
  const kept = Math.min(letters.length, END_LETTERS);
  return { start: letters.slice(0, letters.length - kept).join(''), end: letters.slice(-kept).join('') };
}

/** Letters of a name that always stay: the extension, and what distinguishes copies, such as `(2).pdf`. */
const END_LETTERS = 10;

/** Truncates a long name in the middle, so that its start and extension stay. */
export function cutMiddle(name: string, longest: number): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const tail = Math.min(Math.ceil(longest / 3), longest - 2);
  return `${letters.slice(0, longest - tail - 1).join('')}…${letters.slice(-tail).join('')}`;
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
