import type { Jbig2Setting } from '../../codecs/jbig2/coding.ts';
import type { SampleBits } from '../../image-jobs/encoded-image.ts';
import { isCoarse, qualityAsDrawn } from '../../image-jobs/quality.ts';
import {
  askedSize,
  bitFactor,
  effectiveDpi,
  minSize,
  type PlacedSize,
  pixelLimit,
} from '../../image-jobs/resolution.ts';
import {
  type AlphaGuide,
  channelsOf,
  type ImageRole,
  type ImageSource,
  type RecodeJob,
  type SampleSpace,
} from '../../image-jobs/types.ts';
import type { CompressOptions } from '../../options.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { ConformanceRules } from '../../pdf/metadata/conformance-rules.ts';
import { PRESETS } from '../../presets.ts';
import type { ExactReason, SkipReason } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';
import { isBilevelPage, type Surroundings } from './collect.ts';
import { grayOfSource, grayPlan, indexesInto } from './gray-plan.ts';
import { separableScan } from './mrc/separable.ts';
import { overrideOf } from './overrides.ts';
import { closedReason, matteLevels, mixedLimitOf, pixelRefusal } from './refusals.ts';
import { mayChangeSpace, sampleSpace } from './sample-space.ts';
import { readSource } from './source.ts';

/** A job for this image, or the reason why there is none. */
export type ImagePlan = (
  | {
      readonly kind: 'job';
      readonly job: RecodeJob;
      /** Its bits are coded together with those of other images. */
      readonly isBitPage?: boolean;
      /** For a one-bit image with the option `bilevel: near`: reason why no pixel may move; null if pixels may. */
      readonly exactReason?: ExactReason | null;
    }
  | { readonly kind: 'kept'; readonly reason: SkipReason }
) & {
  /** Reason why it cannot become gray as requested. */
  readonly stillColor?: SkipReason;
};

type PlanContext = Pick<WorkContext, 'options' | 'rules' | 'limits' | 'imageOverrides'> & {
  /** The images are tried at many sizes. */
  readonly isSearched?: boolean;
};

/**
 * Collects everything for the job as plain data. An image whose samples must stay is a job, too: its encoding
 * and the metadata of a JPEG may change.
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
  // A size bounded by the page gives no resolution to report, but a limit for the pixels needed.
  const { target, excess } = askedSize(image, options, placed ?? around.boundOf(image));
  const mayLose = (options.convertToJpeg && quality < 100) || target.width < image.width;
  const refusal = override?.kind === 'keep' ? 'kept-by-user' : pixelRefusal(image, space, around, mayLose);
  const scan = separableScan(image, around, { ...ctx, isSearched: ctx.isSearched ?? false });
  const toGray = grayOfSource(asked, source, space, refusal);

  const jbig2 = jbig2Setting(options, ctx.rules);
  const role = around.isSoftMask(image) ? 'soft-mask' : 'picture';
  const alpha = refusal === null || toGray.kind === 'samples' ? alphaGuide(image, around, ctx) : null;
  const isPage =
    isBilevelPage(image) && role === 'picture' && asked.kind === 'as-is' && hasOneSample(space, source);
  const factor = mayLoseBits(image, role, refusal) ? bitFactor(image, options, placed) : 1;
  const exact =
    options.bilevel === 'near' && image.bits === 1
      ? exactReason({ image, around, options, refusal, dpi, isPage, factor })
      : undefined;
  const isReadable = image.softMaskInData === 0 && (image.softMask === null || alpha !== null);
  const scanDpi = scan?.kind === 'scan' && isReadable && jbig2 !== 'none' ? scan.dpi : null;
  return {
    kind: 'job',
    // A page with movable pixels is coded this way even if no other page shares symbols.
    isBitPage: isPage && jbig2 === 'symbols' && (around.hasBitPages || exact === null),
    ...(exact === undefined ? {} : { exactReason: exact }),
    ...(toGray.kind === 'refused' ? { stillColor: toGray.reason } : {}),
    job: {
      kind: 'recode',
      width: image.width,
      height: image.height,
      bits: image.bits,
      space: asked.kind === 'palette' ? indexesInto(asked.table) : space,
      source,
      storedBytes: image.stream.contents.length,
      role,
      alpha,
      matte: refusal === null && around.isMatted(image) ? matteLevels(image, space, around) : null,
      refusal,
      gray: toGray.kind === 'samples' ? toGray.conversion : null,
      target,
      ...pixelLimitOf(image, options, placed),
      ...(role === 'soft-mask' ? minSizeOf(image, options, placed) : {}),
      excess,
      bitFactor: factor,
      ...mixedLimitOf(image),
      isCoarse: isCoarse(dpi),
      separable: options.mrc === 'auto' ? scanDpi : null,
      ...(options.ink === 'auto' && scanDpi !== null ? { ink: scanDpi } : {}),
      ...(scanDpi === null ? {} : usualStep(image, options, placed)),
      settings: {
        quality,
        mayBecomeJpeg: options.convertToJpeg,
        mayBecomeJpx: options.jpx === 'lossless' && mayBecomeJpx(image, source, { around, rules: ctx.rules }),
        // PDFium applies transfer functions to samples and palettes differently.
        mayChangeSpace: !around.hasTransfer && mayChangeSpace(image, space, source),
        stripMetadata: options.stripMetadata,
        mayDropHidden: options.quality < 100 || options.cropHidden,
        jbig2,
      },
    },
  };
}

const JPX_SPACES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'ICCBased']);

/**
 * Returns whether readers show the same samples in JPXDecode alike: they ignore `/Decode` there (ISO 32000-2, 7.4.9), color
 * keys and transfer functions take other paths, and not all know palettes and inks.
 */
function mayBecomeJpx(
  image: ImageXObject,
  source: ImageSource,
  { around, rules }: { readonly around: Surroundings; readonly rules: ConformanceRules },
): boolean {
  const { color, mask } = image;
  if (!rules.jpx || image.bits !== 8 || color.kind !== 'samples' || source.kind !== 'samples') return false;
  if (image.decode.kind !== 'default' || around.hasTransfer || around.isSoftMask(image)) return false;
  return (mask.kind === 'none' || mask.kind === 'stencil') && JPX_SPACES.has(color.space.kind);
}

/** Returns how one-bit images may be encoded as JBIG2. */
export function jbig2Setting(
  { jbig2Symbols }: Pick<CompressOptions, 'jbig2Symbols'>,
  { jbig2 }: Pick<ConformanceRules, 'jbig2'>,
): Jbig2Setting {
  if (!jbig2) return 'none';
  return jbig2Symbols ? 'symbols' : 'generic';
}

/** Returns the step of a scan at the default settings for scans, if the options are softer. */
function usualStep(
  image: ImageXObject,
  options: CompressOptions,
  placed: PlacedSize | null,
): Pick<RecodeJob, 'usual'> {
  const { balanced } = PRESETS;
  const quality = Math.max(options.quality, balanced.quality);
  const limits = {
    maxDimension: Math.max(options.maxDimension, balanced.maxDimension),
    maxDpi: options.maxDpi === 0 ? 0 : Math.max(options.maxDpi, balanced.minDpi),
    minDpi: Math.max(options.minDpi, balanced.minDpi),
  };
  const own = askedSize(image, options, placed);
  const usual = askedSize(image, limits, placed);
  const isSofter = options.quality < quality || own.target.width < usual.target.width;
  return isSofter ? { usual: { ...usual, quality } } : {};
}

function minSizeOf(
  image: ImageXObject,
  options: CompressOptions,
  placed: PlacedSize | null,
): Pick<RecodeJob, 'minSize'> {
  const least = minSize(image, options, placed);
  return least === null ? {} : { minSize: least };
}

/** One-bit images keep all pixels: their letters must stay legible. */
function pixelLimitOf(
  image: ImageXObject,
  options: CompressOptions,
  placed: PlacedSize | null,
): Pick<RecodeJob, 'pixelLimit'> {
  const limit = image.bits === 1 ? null : pixelLimit(image, options, placed);
  return limit === null ? {} : { pixelLimit: limit };
}

/** True for a one-bit image that is drawn itself; a mask has edges to preserve. */
function mayLoseBits({ bits }: ImageXObject, role: ImageRole, refusal: SkipReason | null): boolean {
  return bits === 1 && role === 'picture' && (refusal === null || refusal === 'image-mask');
}

/** Pixels per inch: below, letters consist of edges only. */
const MIN_MOVING_DPI = 200;

interface OneBit {
  readonly image: ImageXObject;
  readonly around: Surroundings;
  readonly options: CompressOptions;
  readonly refusal: SkipReason | null;
  readonly dpi: number | null;
  readonly isPage: boolean;
  readonly factor: number;
}

/** Returns why no pixel of a one-bit image may move; null if pixels may. */
function exactReason({ image, around, options, refusal, dpi, isPage, factor }: OneBit): ExactReason | null {
  if (!options.jbig2Symbols) return 'symbols-off';
  // A mask has edges to preserve.
  if (!isPage || around.isStencilMask(image)) return 'no-page';
  if (refusal !== null && refusal !== 'image-mask') return 'required-as-is';
  if (dpi === null) return 'unknown-size';
  if (dpi < MIN_MOVING_DPI) return 'low-resolution';
  return factor > 1 ? 'fewer-pixels' : null;
}

/** One sample per pixel, in a form that can be read exactly. */
function hasOneSample(space: SampleSpace, source: ImageSource): boolean {
  if (source.kind === 'dct' || source.kind === 'jpx') return false;
  return space.kind === 'other' || space.kind === 'inks' ? space.components === 1 : channelsOf(space) === 1;
}

function isSampleBits(bits: number): bits is SampleBits {
  return bits === 1 || bits === 2 || bits === 4 || bits === 8 || bits === 16;
}

/** Returns the image's soft mask or stencil; a soft mask wins if both exist (ISO 32000-2, table 87). */
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
