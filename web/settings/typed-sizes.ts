import { dpiOnA4, pixelsOnA4 } from '../text/format.ts';

const KB = 1000;
const MB = 1_000_000;
const UNITS: Readonly<Record<string, number>> = {
  '': MB,
  m: MB,
  mb: MB,
  k: KB,
  kb: KB,
  g: 1000 * MB,
  gb: 1000 * MB,
};

/** Units of other languages, as `format.bytes` writes them there. */
const LATIN: Readonly<Record<string, string>> = { к: 'k', м: 'm', г: 'g', б: 'b', o: 'b' };

/** Range of a typed limit in bytes. */
export const TYPED_LIMIT_RANGE = { min: KB, max: 2000 * MB } as const;

/**
 * Parses a typed limit into bytes: `20`, `20 MB`, `300 kb`, `1,5 MB`; a bare number is megabytes. Null for anything
 * else. The caller clamps it, and says so.
 */
export function typedLimit(text: string): number | null {
  const [, digits, unit] = /^\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*([kmgкмг]?[boб]?)\s*$/i.exec(text) ?? [];
  const factor = UNITS[unit?.toLowerCase().replace(/[кмгбo]/g, (letter) => LATIN[letter] ?? letter) ?? '?'];
  if (digits === undefined || factor === undefined) return null;
  const bytes = Math.round(Number(digits.replace(',', '.')) * factor);
  return bytes === 0 ? null : bytes;
}

/**
 * Parses a typed longest side into pixels: `150 dpi` over an A4 page, `1200 px`, or a bare number, which is pixels if
 * it is too large for dots per inch. Null for anything else.
 */
export function typedSide(text: string): number | null {
  const [, digits, unit] =
    /^\s*(\d{1,7})\s*(dpi|px)?\s*$/i.exec(text.replace(/[., {2}](?=\d{3}\b)/g, '')) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  const isPixels = unit === undefined ? value >= MIN_PIXELS : unit.toLowerCase() === 'px';
  return isPixels ? value : pixelsOnA4(value);
}

/** No sensible resolution is this high, and no sensible side this short. */
const MIN_PIXELS = 400;

/** Lifts a resolution limit below what the size allows on A4, as a preset may have one: the slider must have an effect. */
export function withoutLowerCap<Sizes extends { readonly maxDimension: number; readonly maxDpi: number }>(
  sizes: Sizes,
): Sizes {
  return sizes.maxDpi !== 0 && sizes.maxDpi < dpiOnA4(sizes.maxDimension) ? { ...sizes, maxDpi: 0 } : sizes;
}
