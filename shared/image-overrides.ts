import { isOptionValue } from './options.ts';

/** Settings for one image that replace the options. */
export type ImageOverride =
  /** No pixel changes; encoding and embedded metadata may. */
  | { readonly kind: 'keep' }
  /** Like the option `quality`, for this image alone. */
  | { readonly kind: 'quality'; readonly quality: number };

/**
 * Keyed by object number in the input, as in `ImageReport`. A soft mask follows its image. An override for
 * one of several equal images applies to all. Numbers that are no image have no effect.
 */
export type ImageOverrides = Readonly<Record<number, ImageOverride>>;

export const NO_OVERRIDES: ImageOverrides = Object.freeze({});

/** Returns whether the value is an object of JSON: no array, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses overrides from a host; null if the value is anything else. */
export function parseImageOverrides(given: unknown): ImageOverrides | null {
  if (!isRecord(given)) return null;
  const overrides: Record<number, ImageOverride> = {};
  for (const [object, value] of Object.entries(given)) {
    const override = parseOverride(value);
    // The cross-reference has ten digits (ISO 32000-2, 7.5.4).
    if (!/^[1-9]\d{0,9}$/.test(object) || override === null) return null;
    overrides[Number(object)] = override;
  }
  return overrides;
}

function parseOverride(value: unknown): ImageOverride | null {
  if (!isRecord(value)) return null;
  const names = Object.keys(value).length;
  if (value.kind === 'keep') return names === 1 ? { kind: 'keep' } : null;
  if (value.kind !== 'quality' || names !== 2) return null;
  const { quality } = value;
  return isOptionValue('quality', quality) ? { kind: 'quality', quality: Number(quality) } : null;
}
