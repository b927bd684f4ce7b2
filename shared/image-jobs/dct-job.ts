import { type DctHeader, readDctHeader } from '../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../codecs/jpeg/format/quality.ts';
import { metadataSegments, stripMetadata } from '../codecs/jpeg/format/segments.ts';
import {
  classify,
  factsBeside,
  isDetailed,
  type PictureFacts,
  pictureFacts,
} from '../codecs/pixels/classify.ts';
import { fillHidden } from '../codecs/pixels/hidden-color.ts';
import {
  firstChannel,
  isExactlyGray,
  type Raster,
  type RasterStream,
  streamOf,
  wholeRaster,
} from '../codecs/pixels/raster.ts';
import { downsample } from '../codecs/resample/resample.ts';
import type { SkipReason } from '../report.ts';
import {
  COARSE_SHARE,
  NEAR_SHARE,
  REENCODED_SHARE,
  reencodedOrOptimized,
  smallerWithin,
  wholeBytes,
} from './choice.ts';
import { chromaOf } from './chroma.ts';
import { type DctSource, dctRefusal, usedDct } from './dct-intake.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { alphaRaster } from './masks/alpha.ts';
import { withoutMatte } from './masks/matte.ts';
import { draftPicture, pictureResult, triedPicture } from './picture.ts';
import { firstStep, isCoarseSource, type PictureStep, QUALITY_MARGIN } from './quality.ts';
import type { PixelSize } from './resolution.ts';
import type { Picture } from './types.ts';
import { channelsOf, type ImageResult, kept, mayBecomeGray, type RecodeJob } from './types.ts';

/** Ringing of a coarser mask would show as ghosts around cut-out edges. */
const SOFT_MASK_QUALITY = 85;

/**
 * Recodes an image that is already a JPEG: downsampled to the limits, or encoded again if its quality is
 * clearly above the requested one. Otherwise its coefficients stay and only their entropy coding improves.
 * Quality never increases.
 */
export async function runDctJob(
  job: RecodeJob,
  source: DctSource,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const { settings } = job;
  const header = readDctHeader(source.jpeg);
  if (header === null) return kept('damaged-data');
  const plain = settings.stripMetadata ? stripMetadata(source.jpeg) : source.jpeg;
  const sameCoding = (reason: SkipReason, draft = codecs.optimizeJpeg(plain)) =>
    optimized(job, source, plain, draft.finish(), reason);

  const components = componentsOf(job);
  const refusal = job.refusal ?? dctRefusal(job, source, header, components);
  if (refusal !== null) return sameCoding(refusal);

  const estimated = jpegQuality(header);
  const tried = job.search?.kind === 'next' ? job.search.step : null;
  const asked = tried ?? { target: job.target, quality: askedQuality(job) };
  const isWorthwhile = ({ target, quality }: PictureStep) =>
    target.width < job.width || target.height < job.height || estimated > quality + QUALITY_MARGIN;
  if (!isWorthwhile(asked)) return tried !== null ? kept('already-small') : sameCoding('already-small');

  const prepared = await preparedPicture(job, source, header, asked, codecs);
  if (typeof prepared === 'string') return sameCoding(prepared);
  const { picture, step, whole } = prepared;
  if (tried !== null) return triedPicture(picture, tried);
  if (!isWorthwhile(step)) return sameCoding('already-small');
  const draft = draftPicture(picture, step);
  if (draft === null) return sameCoding('worker-failed');
  const forNext = job.search === undefined ? {} : { picture };
  const within = pictureResult(picture, draft.finish());
  const all = whole === null ? null : draftPicture(whole, { ...step, target: job });
  const recoded =
    whole === null || all === null ? within : smallerWithin(job, pictureResult(whole, all.finish()), within);
  return reencodedOrOptimized(job, {
    result: { ...recoded, ...forNext },
    bytes: wholeBytes(job, recoded),
    plainBytes: plain.length,
    share: job.excess > 1 && isCoarseSource(estimated) ? COARSE_SHARE : REENCODED_SHARE,
    optimize: () => codecs.optimizeJpeg(plain),
    optimized: (jpeg) => ({ ...sameCoding('not-smaller', jpeg), ...forNext }),
  });
}

interface PreparedPicture {
  readonly picture: Picture;
  readonly step: PictureStep;
  /** All pixels, if the picture has a few less and all were unpacked: they may take fewer bytes. */
  readonly whole: Picture | null;
}

/**
 * Returns an image ready for JPEG encoding with the first settings to try, or the reason why not. Does not
 * keep the decoded image alive.
 */
async function preparedPicture(
  job: RecodeJob,
  source: DctSource,
  header: DctHeader,
  asked: PictureStep,
  codecs: ImageCodecs,
): Promise<PreparedPicture | SkipReason> {
  const { settings } = job;
  const excess = job.role === 'soft-mask' ? 1 : job.excess;
  const unpack =
    excess === 1 && job.alpha === null && job.matte === null ? shrunkTo(asked.target) : unpackWhole;
  const unpacked = await usedDct(job, source, header.components.length, codecs, unpack);
  if (unpacked === null) return 'damaged-data';
  const { facts } = unpacked;
  const own = await withoutMatte(job, unpacked.raster, codecs);
  if (own === null) return 'matte';
  const storedQuality = jpegQuality(header);
  const first = firstStep({ ...asked, size: job, excess, storedQuality, isDetailed: isDetailed(facts) });
  const raster = await readyToEncode(job, own, first.target, codecs);
  const picture: Picture = {
    raster,
    space: { kind: raster.channels === 1 && job.space.kind === 'rgb' ? 'DeviceGray' : 'same' },
    chroma: chromaOf({
      hasOwnChannels: job.space.kind === 'channels',
      isLineArt: classify(facts) === 'line-art',
      isCoarse: job.isCoarse,
      isFull: hasFullChroma(header),
    }),
    storedWidth: job.width,
    storedQuality,
    metadata: settings.stripMetadata ? new Uint8Array() : metadataSegments(source.jpeg),
    share: REENCODED_SHARE,
    isDetailed: isDetailed(facts),
    unblended: job.matte !== null,
    becameGray: false,
  };
  const isNear = first.target.width < job.width && first.target.width > job.width * NEAR_SHARE;
  const isFiner = storedQuality > first.quality + QUALITY_MARGIN;
  const whole =
    unpack === unpackWhole && isNear && isFiner
      ? { ...picture, raster: await readyToEncode(job, own, job, codecs) }
      : null;
  return { picture, step: first, whole };
}

/** Returns the same coefficients without metadata and with better entropy coding, if smaller. */
function optimized(
  job: RecodeJob,
  source: DctSource,
  plain: Uint8Array,
  bytes: Uint8Array,
  reason: SkipReason,
): ImageResult {
  const lostMetadata = plain !== source.jpeg;
  if (!lostMetadata && bytes.length >= job.storedBytes) return kept(reason);
  return {
    kind: 'replaced',
    image: {
      width: job.width,
      height: job.height,
      bits: job.bits,
      space: { kind: 'same' },
      data: { kind: 'dct', bytes, coding: 'same' },
    },
  };
}

function askedQuality({ role, settings }: RecodeJob): number {
  return role === 'soft-mask' ? Math.max(settings.quality, SOFT_MASK_QUALITY) : settings.quality;
}

function componentsOf({ space }: RecodeJob): 1 | 3 | 4 | null {
  const isUnfit = space.kind === 'other' || space.kind === 'inks' || space.kind === 'indexed';
  return isUnfit ? null : channelsOf(space);
}

/** An image, possibly downsampled already, with facts about the original. */
interface Unpacked {
  readonly facts: PictureFacts;
  readonly raster: Raster;
}

function unpackWhole(picture: Raster | RasterStream): Unpacked {
  const raster = wholeRaster(picture);
  return { facts: pictureFacts(raster), raster };
}

/** Used if no facts are needed before downsampling: the image is then never in memory as a whole. */
function shrunkTo(target: PixelSize): (picture: Raster | RasterStream) => Unpacked {
  return (picture) => {
    const { facts, made } = factsBeside(streamOf(picture), (rows) => sized(rows, target));
    return { facts, raster: made };
  };
}

function sized(picture: Raster | RasterStream, { width, height }: PixelSize): Raster {
  const isSized = width === picture.width && height === picture.height;
  return isSized ? wholeRaster(picture) : downsample(picture, width, height);
}

async function readyToEncode(
  job: RecodeJob,
  unpacked: Raster,
  target: PixelSize,
  codecs: ImageCodecs,
): Promise<Raster> {
  const alpha = job.alpha === null ? null : await alphaRaster(job.alpha, codecs);
  const shrunk = sized(alpha === null ? unpacked : fillHidden(unpacked, alpha), target);
  return mayBecomeGray(job) && isExactlyGray(shrunk) ? firstChannel(shrunk) : shrunk;
}

function hasFullChroma({ components: [luma, ...chroma] }: DctHeader): boolean {
  return chroma.every((each) => each.horizontal === luma!.horizontal && each.vertical === luma!.vertical);
}
