import type {
  AlphaGuide,
  ImageJob,
  ImageSource,
  SampleBits,
  SampleSpace,
} from '../../codecs/image-job-types.ts';
import { type ColorSpace, componentCount } from '../../pdf/colorspace.ts';
import { decodeStream } from '../../pdf/filters.ts';
import type { ImageXObject } from '../../pdf/image-xobject.ts';
import { key, PDFNumber } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { PassContext } from '../pass.ts';
import type { Surroundings } from './collect.ts';

/** A job for this image, or why there is none. */
export type ImagePlan =
  | { readonly kind: 'job'; readonly job: ImageJob }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

type PlanContext = Pick<PassContext, 'options' | 'limits'>;

/**
 * Everything the job needs as plain data. An image whose samples must stay becomes a job all the same: how they are
 * packed, and the metadata of a JPEG, are not samples.
 */
export function planImage(image: ImageXObject, around: Surroundings, ctx: PlanContext): ImagePlan {
  const closed = closedReason(image, ctx);
  if (closed !== null) return { kind: 'kept', reason: closed };
  if (!isSampleBits(image.bits)) return { kind: 'kept', reason: 'unsupported-bits' };
  const space = sampleSpace(image, around);
  const refusal = pixelRefusal(image, space, around);
  const source = readSource(image, ctx);
  if (source.kind === 'kept') return source;

  const { options } = ctx;
  return {
    kind: 'job',
    job: {
      width: image.width,
      height: image.height,
      bits: image.bits,
      space,
      source: source.source,
      storedBytes: image.stream.contents.length,
      role: around.isSoftMask(image) ? 'soft-mask' : 'picture',
      alpha: refusal === null ? alphaGuide(image, around, ctx) : null,
      refusal,
      settings: {
        quality: options.quality,
        maxDimension: options.maxDimension,
        mayBecomeJpeg: options.convertToJpeg,
        mayChangeSpace: image.decode.kind === 'default',
        stripMetadata: options.stripMetadata,
      },
    },
  };
}

/** Why the data cannot even be looked at. */
function closedReason(image: ImageXObject, { limits }: PlanContext): SkipReason | null {
  if (image.isExternal) return 'external-data';
  if (image.width * image.height > limits.imagePixels) return 'too-many-pixels';
  if (image.codec === 'other') return 'unsupported-filter';
  // Crypt says how this stream is encrypted: its place in the chain must stay (ISO 32000-2, 7.4.10).
  if (image.filters?.some(({ name }) => name === 'Crypt')) return 'must-stay';
  if (image.codec === 'jpx' || image.codec === 'jbig2' || image.codec === 'ccitt')
    return 'unsupported-filter';
  return null;
}

/** Why the pixels must stay exactly as they are. */
function pixelRefusal(image: ImageXObject, space: SampleSpace, around: Surroundings): SkipReason | null {
  if (image.color.kind === 'stencil') return around.isStencilMask(image) ? 'used-as-mask' : 'image-mask';
  // Its samples are pre-blended with the matte colour, pixel for pixel (ISO 32000-2, 11.6.5.2).
  if (around.isMatted(image)) return 'matte';
  // Which samples vanish is decided by their exact values (ISO 32000-2, 8.9.6.4).
  if (image.mask.kind === 'color-key' || image.mask.kind === 'unknown') return 'color-key-mask';
  if (space.kind === 'other') return 'unsupported-color-space';
  if (image.bits === 16 || (image.bits === 1 && space.kind !== 'indexed')) return 'unsupported-bits';
  if (image.decode.kind === 'linear') return 'unsupported-decode';
  // Inverse order of a palette: indexes are names, not amounts.
  if (image.decode.kind === 'inverse' && space.kind === 'indexed') return 'unsupported-decode';
  if (around.isSoftMask(image) && space.kind !== 'gray') return 'used-as-mask';
  if (image.mask.kind === 'stencil' && !isReadableMask(around.imageAt(image.mask.ref))) return 'stencil-mask';
  return null;
}

function isSampleBits(bits: number): bits is SampleBits {
  return bits === 1 || bits === 2 || bits === 4 || bits === 8 || bits === 16;
}

/** Colours hidden by a mask must be known before an image is resampled, or they bleed into what shows. */
function isReadableMask(mask: ImageXObject | null): boolean {
  return mask !== null && mask.codec !== 'ccitt' && mask.codec !== 'jbig2' && mask.codec !== 'jpx';
}

function sampleSpace({ color }: ImageXObject, around: Surroundings): SampleSpace {
  if (color.kind === 'stencil') return { kind: 'other', components: 1 };
  const { space } = color;
  switch (family(space)) {
    case 'gray':
      return { kind: 'gray' };
    case 'rgb':
      return { kind: 'rgb', mayBecomeGray: space.kind === 'DeviceRGB' && around.grayIsRgb };
    default:
      break;
  }
  if (space.kind !== 'Indexed') return { kind: 'other', components: componentCount(space) ?? 0 };
  return {
    kind: 'indexed',
    base: family(space.base),
    entryBytes: componentCount(space.base) ?? 1,
    table: space.table,
  };
}

/** Whether samples are amounts of light or of red, green and blue, so that JPEG and averaging suit them. */
function family(space: ColorSpace): 'gray' | 'rgb' | 'other' {
  switch (space.kind) {
    case 'DeviceGray':
    case 'CalGray':
      return 'gray';
    case 'DeviceRGB':
    case 'CalRGB':
      return 'rgb';
    case 'ICCBased':
      if (space.components === 1 && space.data === 'gray') return 'gray';
      return space.components === 3 && space.data === 'rgb' ? 'rgb' : 'other';
    default:
      return 'other';
  }
}

type SourceResult =
  | { readonly kind: 'source'; readonly source: ImageSource }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

function readSource(image: ImageXObject, { limits }: PlanContext): SourceResult {
  const decoded = decodeStream(image.stream, limits.streamBytes);
  if (decoded.kind === 'undecodable') {
    return { kind: 'kept', reason: decoded.reason === 'too-large' ? 'too-many-pixels' : 'undecodable' };
  }
  if (decoded.damaged) return { kind: 'kept', reason: 'damaged-data' };
  if (decoded.kind === 'bytes') return { kind: 'source', source: { kind: 'samples', rows: decoded.bytes } };
  if (decoded.filter.name !== 'DCTDecode') return { kind: 'kept', reason: 'unsupported-filter' };
  const transform = decoded.filter.params?.lookup(key('ColorTransform'));
  return {
    kind: 'source',
    source: {
      kind: 'dct',
      jpeg: decoded.bytes,
      colorTransform: transform instanceof PDFNumber ? transform.asNumber() : null,
    },
  };
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
