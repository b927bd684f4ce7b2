import type { SampleBits } from '../../image-jobs/encoded-image.ts';
import { isCoarse, qualityAsDrawn } from '../../image-jobs/quality.ts';
import { askedSize, effectiveDpi } from '../../image-jobs/resolution.ts';
import type { AlphaGuide, ImageJob, SampleSpace } from '../../image-jobs/types.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { SkipReason } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';
import { grayOfSource, grayPlan, indexesInto } from './gray-plan.ts';
import { overrideOf } from './overrides.ts';
import { hasDepthOfItsOwn, isStretched, mayChangeSpace, sampleSpace } from './sample-space.ts';
import { readSource } from './source.ts';

/** A job for this image, or why there is none. */
export type ImagePlan = (
  | { readonly kind: 'job'; readonly job: ImageJob }
  | { readonly kind: 'kept'; readonly reason: SkipReason }
) & {
  /** It was to become gray, and why it cannot. */
  readonly stillColor?: SkipReason;
};

type PlanContext = Pick<WorkContext, 'options' | 'limits' | 'imageOverrides'>;

/**
 * Everything the job needs as plain data. An image whose samples must stay becomes a job all the same: how they are
 * packed, and the metadata of a JPEG, are not samples.
 */
export function planImage(image: ImageXObject, around: Surroundings, ctx: PlanContext): ImagePlan {
  const { options } = ctx;
  const asked = grayPlan(image, around, ctx);
  const keptAs = (reason: SkipReason): ImagePlan => ({
    kind: 'kept',
    reason,
    ...(asked.kind === 'samples' || asked.kind === 'refused' ? { stillColor: reason } : {}),
  });
  const closed = closedReason(image, ctx);
  if (closed !== null) return keptAs(closed);
  if (!isSampleBits(image.bits)) return keptAs('unsupported-bits');
  const read = readSource(image, ctx);
  if (read.kind === 'kept') return keptAs(read.reason);
  const { source } = read;
  const space = sampleSpace(image, around, source);
  const override = overrideOf(image, around, ctx);
  const placed = around.placementOf(image);
  const dpi = effectiveDpi(image, placed);
  const quality = override?.kind === 'quality' ? override.quality : qualityAsDrawn(options.quality, dpi);
  const { target, excess } = askedSize(image, options, placed);
  const mayLose = (options.convertToJpeg && quality < 100) || target.width < image.width;
  const refusal = override?.kind === 'keep' ? 'kept-on-request' : pixelRefusal(image, space, around, mayLose);
  const toGray = grayOfSource(asked, source, space, refusal);

  return {
    kind: 'job',
    ...(toGray.kind === 'refused' ? { stillColor: toGray.reason } : {}),
    job: {
      kind: 'image',
      width: image.width,
      height: image.height,
      bits: image.bits,
      space: asked.kind === 'palette' ? indexesInto(asked.table) : space,
      source,
      storedBytes: image.stream.contents.length,
      role: around.isSoftMask(image) ? 'soft-mask' : 'picture',
      alpha: refusal === null || toGray.kind === 'samples' ? alphaGuide(image, around, ctx) : null,
      matte: refusal === null && around.isMatted(image) ? matteLevels(image, space, around) : null,
      refusal,
      gray: toGray.kind === 'samples' ? toGray.conversion : null,
      target,
      excess,
      isCoarse: isCoarse(dpi),
      settings: {
        quality,
        mayBecomeJpeg: options.convertToJpeg,
        // PDFium applies transfer functions to samples, and to palettes in another way.
        mayChangeSpace: !around.hasTransfer && mayChangeSpace(image, space, source),
        stripMetadata: options.stripMetadata,
        jbig2: options.jbig2Symbols ? 'symbols' : 'generic',
      },
    },
  };
}

/** Why the data cannot even be looked at. */
function closedReason(image: ImageXObject, { limits }: PlanContext): SkipReason | null {
  if (image.isExternal) return 'external-data';
  // A page of one bit takes an eighth of the memory.
  const weight = image.bits === 1 ? 1 / 8 : 1;
  if (image.width * image.height * weight > limits.imagePixels) return 'too-many-pixels';
  if (image.codec === 'other') return 'unsupported-filter';
  // Crypt says how this stream is encrypted: its place in the chain must stay (ISO 32000-2, 7.4.10).
  if (image.filters?.some(({ name }) => name === 'Crypt')) return 'must-stay';
  return null;
}

/** Why the pixels must stay exactly as they are. */
function pixelRefusal(
  image: ImageXObject,
  space: SampleSpace,
  around: Surroundings,
  mayLose: boolean,
): SkipReason | null {
  if (image.color.kind === 'stencil') return around.isStencilMask(image) ? 'used-as-mask' : 'image-mask';
  // Alpha inside the data would be lost with its codec.
  if (image.softMaskInData !== 0) return 'unsupported-filter';
  // Its samples are pre-blended with the matte colour, pixel for pixel (ISO 32000-2, 11.6.5.2); that can be taken
  // out where image and mask belong to each other alone, to within a rounding. The mask itself waits for what became
  // of its image.
  if (around.isMatted(image) && (!mayLose || matteLevels(image, space, around) === null)) return 'matte';
  // Which samples vanish is decided by their exact values (ISO 32000-2, 8.9.6.4).
  if (image.mask.kind === 'color-key' || image.mask.kind === 'unknown') return 'color-key-mask';
  if (space.kind === 'other') return 'unsupported-color-space';
  if (hasDepthOfItsOwn(image)) return 'unsupported-bits';
  // Samples of 16 bits can lose half of them; no JPEG has so many.
  if (image.bits === 16 && image.codec === 'dct') return 'unsupported-bits';
  if (image.decode.kind === 'linear' && (around.isSoftMask(image) || isStretched(image)))
    return 'unsupported-decode';
  // Inverse order of a palette: indexes are names, not amounts.
  if (image.decode.kind === 'inverse' && space.kind === 'indexed') return 'unsupported-decode';
  if (around.isSoftMask(image) && space.kind !== 'gray') return 'used-as-mask';
  if (image.mask.kind === 'stencil' && !isReadableMask(around.imageAt(image.mask.ref))) return 'stencil-mask';
  return null;
}

/** The matte colour where it can be taken out of this image, 0-255 for each component; null for the mask itself. */
function matteLevels(
  image: ImageXObject,
  space: SampleSpace,
  around: Surroundings,
): readonly number[] | null {
  const mask = image.softMask === null ? null : around.imageAt(image.softMask);
  if (mask === null || mask.matte === null || around.isShared(mask)) return null;
  const isPlain = image.bits === 8 && image.decode.kind === 'default';
  const isPlainMask = mask.bits === 8 && mask.decode.kind === 'default';
  if (!isPlain || !isPlainMask || mask.width !== image.width || mask.height !== image.height) return null;
  // A colour in Lab has other ranges than from 0 to 1.
  const components = { gray: 1, rgb: 3, cmyk: 4, channels: 0, inks: 0, indexed: 0, other: 0 }[space.kind];
  if (mask.matte.length !== components) return null;
  return mask.matte.map((component) => Math.round(Math.min(1, Math.max(0, component)) * 255));
}

function isSampleBits(bits: number): bits is SampleBits {
  return bits === 1 || bits === 2 || bits === 4 || bits === 8 || bits === 16;
}

/** Colours hidden by a mask must be known before an image is resampled, or they bleed into what shows. */
function isReadableMask(mask: ImageXObject | null): boolean {
  return mask !== null && mask.codec !== 'jpx';
}

/** The soft mask or stencil beside the image; a soft mask wins where both are given (ISO 32000-2, table 87). */
function alphaGuide(image: ImageXObject, around: Surroundings, ctx: PlanContext): AlphaGuide | null {
  const ref = image.softMask ?? (image.mask.kind === 'stencil' ? image.mask.ref : null);
  const mask = ref === null ? null : around.imageAt(ref);
  if (mask === null || closedReason(mask, ctx) !== null || mask.decode.kind === 'linear') return null;
  if (!isSampleBits(mask.bits) || mask.bits === 16) return null;
  const source = readSource(mask, ctx);
  if (source.kind === 'kept') return null;
  // In a stencil, 1 hides (ISO 32000-2, 8.9.6.3); in a soft mask, 0 does.
  const isStencil = mask.color.kind === 'stencil';
  const inverted = isStencil !== (mask.decode.kind === 'inverse');
  return { width: mask.width, height: mask.height, bits: mask.bits, source: source.source, inverted };
}
