import { integerRange } from './options.ts';

/** What one image gets instead of what the options say for all of them. */
export type ImageOverride =
  /** No pixel of it changes; how it is packed, and metadata inside of it, still may. */
  | { readonly kind: 'keep' }
  /** Like the option of that name, for this image alone. */
  | { readonly kind: 'quality'; readonly quality: number };

/**
 * By object number in the input, as `ImageReport` names an image; a soft mask follows the image it belongs to, and what
 * is given for one of several equal images holds for all. Numbers that are no image are without effect.
 */
export type ImageOverrides = Readonly<Record<number, ImageOverride>>;

export const NO_OVERRIDES: ImageOverrides = Object.freeze({});

/** What a host was given, when it is overrides and nothing else; null when it is not. */
export function parseImageOverrides(given: unknown): ImageOverrides | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const overrides: Record<number, ImageOverride> = {};
  for (const [object, value] of Object.entries(given)) {
    const override = parseOverride(value);
    // A cross-reference has room for ten digits (ISO 32000-2, 7.5.4).
    if (!/^[1-9]\d{0,9}$/.test(object) || override === null) return null;
    overrides[Number(object)] = override;
  }
  return overrides;
}

function parseOverride(value: unknown): ImageOverride | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  const names = Object.keys(value).length;
  if (value.kind === 'keep') return names === 1 ? { kind: 'keep' } : null;
  if (value.kind !== 'quality' || names !== 2 || !('quality' in value)) return null;
  const { quality } = value;
  const { min, max } = integerRange('quality');
  if (typeof quality !== 'number' || !Number.isInteger(quality) || quality < min || quality > max)
    return null;
  return { kind: 'quality', quality };
}
