import { z } from 'zod';

/** What one image gets instead of what the options say for all of them. */
export type ImageOverride =
  /** No pixel of it changes; how it is packed, and metadata inside of it, still may. */
  | { readonly kind: 'keep' }
  /** Like the option of that name, for this image alone. */
  | { readonly kind: 'quality'; readonly quality: number };

/**
 * By object number in the input, as `ImageReport` names an image; a soft mask follows the image it belongs to. Numbers
 * that are no image are without effect.
 */
export type ImageOverrides = Readonly<Record<number, ImageOverride>>;

export const NO_OVERRIDES: ImageOverrides = Object.freeze({});

/** For hosts that get overrides from outside. An object number has at most ten digits (ISO 32000-2, 7.5.4). */
export const imageOverridesSchema: z.ZodType<ImageOverrides> = z.record(
  z.coerce.number().int().min(1).max(9_999_999_999),
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('keep') }),
    z.strictObject({ kind: z.literal('quality'), quality: z.number().int().min(1).max(100) }),
  ]),
);
