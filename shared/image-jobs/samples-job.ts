import type { DeferredEncoding } from '../codecs/deferred-encoding.ts';
import { eightOfSixteenBits, encodeFlate, rowBytes } from '../codecs/flate/flate-image.ts';
import { throughTable, unpackBits } from '../codecs/flate/sample-bits.ts';
import { metadataSegments } from '../codecs/jpeg/format/segments.ts';
import { classify, isDetailed, type PictureFacts, pictureFacts } from '../codecs/pixels/classify.ts';
import { fillHidden, withoutHiddenColors } from '../codecs/pixels/hidden-color.ts';
import { firstChannel, isExactlyGray, type Raster } from '../codecs/pixels/raster.ts';
import { downsample } from '../codecs/resample/resample.ts';
import type { SkipReason } from '../report.ts';
import { recodeBits } from './bilevel/bilevel-job.ts';
import {
  certainJpeg,
  exceededLimit,
  jpegOrLossless,
  LINE_ART_SHARE,
  LOSSY_SHARE,
  NEAR_SHARE,
  smallerDraft,
  smallerOf,
  smallerWithin,
  wholeBytes,
} from './choice.ts';
import { chromaOf } from './chroma.ts';
import type { EncodedImage } from './encoded-image.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { shrunkInks } from './inks.ts';
import { withJpx } from './jpx-form.ts';
import { alphaRaster } from './masks/alpha.ts';
import { unblendedResult, withoutMatte } from './masks/matte.ts';
import { constantSample, recodeSoftMask } from './masks/soft-mask.ts';
import { draftPicture, triedPicture } from './picture.ts';
import { firstStep, type PictureStep } from './quality.ts';
import type { PixelSize } from './resolution.ts';
import { indexedAsIs, losslessOf, resampledForm, sharpForm } from './sample-forms.ts';
import type { Picture } from './types.ts';
import {
  channelsOf,
  type ImageResult,
  type ImageSource,
  kept,
  mayBecomeGray,
  type RecodeJob,
  replaced,
  type SampleSpace,
} from './types.ts';
import { steppedForm } from './whole-steps.ts';

type SamplesSource = Extract<ImageSource, { kind: 'samples' }>;

/** Line art with fewer colors has no shading; JPEG is only tried above. */
const SHADED_COLORS = { 1: 64, 3: 256, 4: 256 } as const;

/** Recodes an image with plain samples or samples in a byte filter. */
export async function runSamplesJob(
  job: RecodeJob,
  source: SamplesSource,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const { width, height, bits, space, refusal } = job;
  const colors = componentsOf(space);
  const needed = rowBytes({ width, colors, bits }) * height;
  // Readers fill missing data differently.
  if (source.rows.length < needed) return kept('damaged-data');
  const rows = source.rows.subarray(0, needed);
  if (bits === 1 && colors === 1) {
    const mask = job.role === 'soft-mask' && refusal === null ? oneBitMask(job, rows) : null;
    return mask !== null && constantSample(mask) !== null ? recodeSoftMask(job, mask) : recodeBits(job, rows);
  }
  if (refusal !== null) return repacked(job, rows, refusal);
  const asIs = () => repacked(job, rows, 'unsupported-color-space');
  if (space.kind === 'inks') {
    const shrunk = await shrunkInks(job, space.components, rows, codecs);
    if (shrunk === null || job.pixelLimit === undefined) return shrunk ?? asIs();
    return smallerWithin(job, asIs(), shrunk);
  }
  if (space.kind === 'other') return asIs();
  if (bits === 16) {
    const exact = () => repacked(job, rows, 'unsupported-bits');
    // The low bytes are invisible on any screen, but removing them is still a loss, as averaging pixels is.
    if (space.kind === 'indexed' || (!mayLose(job) && job.pixelLimit === undefined)) return exact();
    const samples = eightOfSixteenBits(rows);
    const raster = { width, height, channels: channelsOf(space), samples };
    const eight = await recodeRaster({ ...job, bits: 8 }, raster, samples, codecs);
    if (mayLose(job)) return eight;
    return smallerWithin(job, exact(), exceededLimit(job, eight) === null ? eight : kept('smaller-as-is'));
  }

  const values = unpackBits(rows, width * colors, height, bits);
  if (space.kind !== 'indexed') return recodeRaster(job, expanded(job, space, values), values, codecs);
  // 8.6.6.3 maps an index beyond the table to the last color; PDFium, and so Chrome, draws another.
  if (hasIndexBeyond(values, space)) return repacked(job, rows, 'damaged-data');
  return recodeIndexed(job, space, values, codecs);
}

export type IndexedSpace = Extract<SampleSpace, { kind: 'indexed' }>;

/** Recodes an Indexed image with valid indexes, as Indexed or as its colors. */
export async function recodeIndexed(
  job: RecodeJob,
  space: IndexedSpace,
  values: Uint8Array,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  if (space.base === 'other') return smallerOf(job, [indexedAsIs(job, space, values).finish()]);
  return recodeRaster(job, expanded(job, space, values), values, codecs);
}

export function hasIndexBeyond(
  values: Uint8Array,
  { table, entryBytes }: Extract<SampleSpace, { kind: 'indexed' }>,
): boolean {
  const entries = table.length / entryBytes;
  return values.some((index) => index >= entries);
}

function mayLose({ settings }: RecodeJob): boolean {
  return settings.mayBecomeJpeg && settings.quality < 100;
}

function oneBitMask({ width, height }: RecodeJob, rows: Uint8Array): Raster {
  const samples = throughTable(unpackBits(rows, width, height, 1), (bit) => bit * 255);
  return { width, height, channels: 1, samples };
}

/** Returns whether an image is a photograph or has soft shading. */
export function isContinuous(raster: Raster): boolean {
  return classify(pictureFacts(raster)) === 'continuous';
}

/** Recodes any decoded image, depending on its content. */
export async function recodeRaster(
  job: RecodeJob,
  raster: Raster,
  values: Uint8Array,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  if (job.matte !== null) {
    const own = await withoutMatte(job, raster, codecs);
    if (own === null) return kept('matte');
    return unblendedResult(await recodeRaster({ ...job, matte: null }, own, own.samples, codecs));
  }
  if (job.role === 'soft-mask') return recodeSoftMask(job, raster);
  const exact = await visibleOnly(job, raster, codecs);
  if (exact.width < raster.width) return smallerOf(job, [losslessOf(job, exact, null).finish()]);
  const facts = pictureFacts(raster);
  const isContinuous = classify(facts) === 'continuous';
  const isShaded =
    isContinuous || facts.colors > SHADED_COLORS[job.space.kind === 'rgb' ? 3 : raster.channels];
  const step = firstStep({
    ...job,
    size: raster,
    quality: job.settings.quality,
    storedQuality: null,
    isDetailed: isDetailed(facts),
  });
  const sized = isShaded ? await fitted(job, step.target, raster, codecs) : raster;
  const picture = isShaded ? await pictureOf(job, sized, facts, codecs) : null;
  const { search } = job;
  if (search?.kind === 'next') {
    return picture === null ? kept('already-small') : triedPicture(picture, search.step);
  }
  const jpeg = picture === null ? null : draftPicture(picture, step);
  const stored = exact === raster ? values : exact.samples;
  const whole = isContinuous
    ? await recodeContinuous(
        job,
        jpeg,
        sized === raster ? exact : sized,
        { raster: exact, values: stored, facts },
        codecs,
      )
    : jpegOrLossless(job, jpeg, LINE_ART_SHARE, sharpForm(job, exact, stored, facts));
  const limit = exceededLimit(job, whole);
  const limited =
    limit === null
      ? null
      : await limitedForm(job, { raster, sized, jpeg, facts, step, limit, whole }, codecs);
  const within = limited === null ? whole : smallerWithin(job, whole, limited);
  const small =
    limited === null || limit === null
      ? within
      : await steppedForm(job, within, { raster, limit, facts }, (size) => fitted(job, size, raster, codecs));
  const isNear = sized !== raster && sized.width > raster.width * NEAR_SHARE;
  const result = isNear ? await orWholeJpeg(job, small, { raster, facts, step }, codecs) : small;
  const forNext = search !== undefined && picture !== null ? { picture } : {};
  if (result.kind === 'kept') return { ...result, ...forNext };
  return { ...result, lostDetail: result.image.width < job.width && isDetailed(facts), ...forNext };
}

/** Returns the JPEG of all pixels if smaller: edges between its blocks are nearly free until resampling moves them. */
async function orWholeJpeg(
  job: RecodeJob,
  small: ImageResult,
  { raster, facts, step }: Pick<Exceeding, 'raster' | 'facts' | 'step'>,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const picture = await pictureOf(job, raster, facts, codecs);
  const draft = picture === null ? null : draftPicture(picture, { ...step, target: raster });
  if (picture === null || draft === null) return small;
  const isLossy = small.kind === 'replaced' && small.image.data.kind === 'dct';
  const bytes = wholeBytes(job, small) * (isLossy ? 1 : picture.share);
  return draft.about > bytes ? small : smallerWithin(job, replaced(draft.finish()), small);
}

interface Exceeding extends Pick<WholePicture, 'raster' | 'facts'> {
  /** At the size for a JPEG, where it was tried. */
  readonly sized: Raster;
  readonly jpeg: DeferredEncoding<EncodedImage> | null;
  readonly step: PictureStep;
  readonly limit: PixelSize;
  /** The form that exceeds the limit. */
  readonly whole: ImageResult;
}

/** Returns the best form within the limit of pixels; null if the image must keep its color space. */
async function limitedForm(
  job: RecodeJob,
  { raster, sized, jpeg, facts, step, limit, whole }: Exceeding,
  codecs: ImageCodecs,
): Promise<ImageResult | null> {
  if (job.space.kind === 'indexed' && !job.settings.mayChangeSpace) return null;
  const isSized = sized.width <= limit.width && sized.height <= limit.height;
  const small = isSized ? sized : await fitted(job, limit, raster, codecs);
  const picture = isSized ? null : await pictureOf(job, small, facts, codecs);
  const photo = picture === null ? jpeg : draftPicture(picture, { ...step, target: limit });
  // A form larger than all pixels is not used.
  const storedBytes = wholeBytes(job, whole);
  return jpegOrLossless({ ...job, storedBytes }, photo, LINE_ART_SHARE, resampledForm(job, small, facts));
}

/** Returns the same samples with the best predictor, whatever their meaning. */
function repacked(job: RecodeJob, rows: Uint8Array, reason: SkipReason): ImageResult {
  const { width, height, bits } = job;
  const colors = componentsOf(job.space);
  if (colors === 0) return kept(reason);
  const { bytes, filtered } = encodeFlate({ width, height, colors, bits, rows });
  if (bytes.length >= job.storedBytes) return kept(reason);
  const data = { kind: 'flate', bytes, predictorColors: filtered ? colors : null } as const;
  return replaced({ width, height, bits, space: { kind: 'same' }, data });
}

function componentsOf(space: SampleSpace): number {
  return space.kind === 'other' || space.kind === 'inks' ? space.components : channelsOf(space);
}

async function recodeContinuous(
  job: RecodeJob,
  jpeg: DeferredEncoding<EncodedImage> | null,
  sized: Raster,
  { raster, values, facts }: WholePicture,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const certain = certainJpeg(job, jpeg);
  if (certain !== null) return replaced(certain.finish());
  const otherwise = jpeg === null && !job.settings.mayBecomeJpeg ? 'jpeg-not-allowed' : 'not-smaller';
  const whole = losslessOf(job, raster, values);
  // Averages have more colors than flat areas and gradients, and may take more bytes than all pixels.
  const flate = sized === raster ? whole : smallerDraft(resampledForm(job, sized, facts), whole);
  const other = await withJpx(job, sized, flate, codecs);
  return jpegOrLossless(job, jpeg, LOSSY_SHARE, other, otherwise);
}

/** The image at its stored size. */
interface WholePicture {
  readonly raster: Raster;
  readonly values: Uint8Array;
  readonly facts: PictureFacts;
}

/** Downsamples to the limits, without hidden colors that could bleed into an edge. */
async function fitted(
  job: RecodeJob,
  { width, height }: PixelSize,
  raster: Raster,
  codecs: ImageCodecs,
): Promise<Raster> {
  if (width >= raster.width && height >= raster.height) return raster;
  return downsample(await withoutHidden(job, raster, codecs), width, height);
}

async function withoutHidden(job: RecodeJob, raster: Raster, codecs: ImageCodecs): Promise<Raster> {
  const alpha = job.alpha === null ? null : await alphaRaster(job.alpha, codecs);
  return alpha === null ? raster : fillHidden(raster, alpha);
}

/**
 * Blackens the pixels that the mask hides, or returns one pixel if it hides all. A JPEG has neighboring
 * colors there.
 */
async function visibleOnly(job: RecodeJob, raster: Raster, codecs: ImageCodecs): Promise<Raster> {
  // A palette index is a color of its own.
  if (job.settings.mayDropHidden !== true || job.alpha === null || job.space.kind === 'indexed')
    return raster;
  const alpha = await alphaRaster(job.alpha, codecs);
  // Both may be downsampled, each to no less than this.
  return alpha === null ? raster : withoutHiddenColors(raster, alpha, job.width / job.target.width);
}

/** Returns the image ready for JPEG; null if it may not become one. */
async function pictureOf(
  job: RecodeJob,
  sized: Raster,
  facts: PictureFacts,
  codecs: ImageCodecs,
): Promise<Picture | null> {
  const { settings, space } = job;
  if (!settings.mayBecomeJpeg || space.kind === 'other' || space.kind === 'inks') return null;
  // Converting Indexed to its base changes the color space too.
  if (space.kind === 'indexed' && !settings.mayChangeSpace) return null;
  const filled = sized.width === job.width ? await withoutHidden(job, sized, codecs) : sized;
  const isGray = mayBecomeGray(job) && isExactlyGray(filled);
  const isLineArt = classify(facts) === 'line-art';
  return {
    raster: isGray ? firstChannel(filled) : filled,
    space: { kind: isGray ? 'DeviceGray' : space.kind === 'indexed' ? 'base' : 'same' },
    chroma: chromaOf({
      hasOwnChannels: space.kind === 'channels',
      isLineArt,
      isCoarse: job.isCoarse,
      isFull: true,
    }),
    storedWidth: job.width,
    storedQuality: null,
    metadata: carriedMetadata(job),
    share: isLineArt ? LINE_ART_SHARE : LOSSY_SHARE,
    isDetailed: isDetailed(facts),
    unblended: false,
    becameGray: false,
  };
}

/** Metadata of the source JPEG, if it may be kept. */
function carriedMetadata({ source, settings }: RecodeJob): Uint8Array {
  return source.kind === 'dct' && !settings.stripMetadata ? metadataSegments(source.jpeg) : new Uint8Array();
}

/** Expands the stored samples to 8-bit gray or RGB. */
function expanded(
  { width, height, bits }: Pick<RecodeJob, 'width' | 'height' | 'bits'>,
  space: Exclude<SampleSpace, { kind: 'other' | 'inks' }>,
  values: Uint8Array,
): Raster {
  if (space.kind !== 'indexed') {
    const highest = 2 ** bits - 1;
    const samples = bits === 8 ? values : throughTable(values, (value) => (value * 255) / highest);
    return { width, height, channels: channelsOf(space), samples };
  }
  const channels = space.base === 'rgb' ? 3 : 1;
  const samples = new Uint8Array(values.length * channels);
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    const entry = values[pixel]! * channels;
    for (let channel = 0; channel < channels; channel += 1) {
      samples[pixel * channels + channel] = space.table[entry + channel]!;
    }
  }
  return { width, height, channels, samples };
}
