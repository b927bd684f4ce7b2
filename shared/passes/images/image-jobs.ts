import type { FinishedPage, MeasuredPage } from '../../image-jobs/bilevel/bilevel-pages.ts';
import { encodedBytes } from '../../image-jobs/encoded-image.ts';
import {
  type ImageJob,
  type ImageJobResult,
  type ImageResult,
  type ImageSource,
  kept,
  type RetryJob,
} from '../../image-jobs/types.ts';
import { PIXELS_IN_FLIGHT } from '../../limits.ts';
import { spend } from '../../pdf/filter/growth.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { ExactReason } from '../../report.ts';
import { type Lost, weighedPixels } from '../../work/job.ts';
import { type OrderedResults, runOrdered } from '../../work/run-ordered.ts';
import { copyOf, mapBytes, ownCopy } from '../../work/transferables.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';
import type { ImagePlan } from './plan.ts';

/** For smaller images, sending the job to a thread costs more than the work. */
const SMALL_IMAGE_PIXELS = 1000;

/** The plan for an image, or its known result. */
export type PlanOf = (
  image: ImageXObject,
  around: Surroundings,
) => ImagePlan | RetryPlan | { readonly kind: 'known'; readonly result: ImageJobResult };

/** The image has been prepared by an earlier job. */
export interface RetryPlan {
  readonly kind: 'retry';
  readonly job: RetryJob;
}

/**
 * Plans and recodes the images of a document: on the host's threads if they pay, else here one after the
 * other. An image is decoded only when its turn comes.
 */
export function recodeAhead(
  images: readonly ImageXObject[],
  around: Surroundings,
  ctx: Pick<WorkContext, 'threads' | 'signal'>,
  planOf: PlanOf,
): OrderedResults<ImageJobResult | GatheredPage> {
  const { threads } = ctx;

  const recode = async (image: ImageXObject): Promise<ImageJobResult | GatheredPage> => {
    const plan = planOf(image, around);
    if (plan.kind === 'known') return plan.result;
    if (plan.kind === 'kept') return plan;
    if (plan.kind === 'job' && plan.isBitPage === true)
      return bitsOf(image, plan, ctx, () => plannedAgain(planOf(image, around)));
    const isHere = !threads.areOpen || pixelsOf(image, around) <= SMALL_IMAGE_PIXELS;
    const { unpackedBytes = 0, ...result } = isHere
      ? await threads.runHere(plan.job)
      : withReason(
          await threads.run(ownedJob(plan.job, [image, maskOf(image, around)]), () =>
            threads.runHere(plan.kind === 'retry' ? plan.job : plannedAgain(planOf(image, around)).job),
          ),
        );
    spend(image.stream.dict.context, unpackedBytes);
    if (plan.kind === 'retry') return result;
    const { stillColor, exactReason } = plan;
    return {
      ...result,
      ...(stillColor === undefined ? {} : { stillColor }),
      ...(exactReason == null ? {} : { stayedExact: exactReason }),
    };
  };
  // One more than the slots, so that no thread waits while the next image is decoded.
  const room = { items: threads.jobsAhead + (threads.areOpen ? 1 : 0), size: PIXELS_IN_FLIGHT };
  return runOrdered(images, room, (image) => pixelsOf(image, around), recode, ctx.signal);
}

/** A page that is coded together with others. */
export type GatheredPage = MeasuredPage & { readonly kind: 'page'; readonly exactReason?: ExactReason };

async function bitsOf(
  image: ImageXObject,
  { job, exactReason }: PlannedJob,
  { threads }: Pick<WorkContext, 'threads'>,
  planAgain: () => PlannedJob,
): Promise<ImageResult | GatheredPage> {
  const result =
    threads.areOpen && !isNearlyBlank(image)
      ? await threads.run({ kind: 'bits', image: ownedJob(job, [image]), isPage: true }, () =>
          threads.runHere({ kind: 'bits', image: planAgain().job, isPage: true }),
        )
      : await threads.runHere({ kind: 'bits', image: job, isPage: true });
  if (result.kind === 'lost') return kept('worker-failed');
  spend(image.stream.dict.context, result.unpackedBytes ?? 0);
  if (result.kind === 'kept') return result;
  if (result.kind === 'finished') return finished(result, image, exactReason);
  const page = {
    kind: 'page',
    ...result.page,
    region: result.region!,
    mayMove: exactReason === null,
  } as const;
  return exactReason == null ? page : { ...page, exactReason };
}

/** Bytes of packed rows per stored byte of Flate data, and of better codecs. */
const BLANK_RATIO_OF_FLATE = 250;
const BLANK_RATIO = 1000;

/** True for a page that takes a few milliseconds: in threads, megabytes would be copied and wait for the collector. */
function isNearlyBlank({ stream, codec, width, height }: ImageXObject): boolean {
  const ratio = codec === 'flate' ? BLANK_RATIO_OF_FLATE : BLANK_RATIO;
  return (width * height) / 8 > ratio * stream.contents.length;
}

/** @param exactReason null if pixels might have moved: without symbols, none does */
function finished(
  { image }: FinishedPage,
  { stream }: ImageXObject,
  exactReason: ExactReason | null | undefined,
): ImageResult {
  if (encodedBytes(image) >= stream.contents.length) return kept('not-smaller');
  const stayedExact = exactReason === null ? 'little-gain' : exactReason;
  return { kind: 'replaced', image, ...(stayedExact === undefined ? {} : { stayedExact }) };
}

type PlannedJob = Extract<ImagePlan, { kind: 'job' }>;

/** The samples of the first plan went to a thread that is gone. */
function plannedAgain(plan: ReturnType<PlanOf>): PlannedJob {
  if (plan.kind !== 'job') throw new Error('an image that had a job has one again');
  return plan;
}

function withReason(result: ImageJobResult | Lost): ImageJobResult {
  return result.kind === 'lost' ? kept('worker-failed') : result;
}

function pixelsOf(image: ImageXObject, around: Surroundings): number {
  const mask = maskOf(image, around);
  return weighedPixels(image) + (mask === null ? 0 : weighedPixels(mask));
}

/** Returns the mask that an image's job uses. */
function maskOf({ softMask, mask }: ImageXObject, around: Surroundings): ImageXObject | null {
  const ref = softMask ?? (mask.kind === 'stencil' ? mask.ref : null);
  return ref === null ? null : around.imageAt(ref);
}

/**
 * Returns the job with transferable buffers: samples decoded for it as they are, views into the file and data
 * of the image as copies.
 */
function ownedJob<Job extends ImageJob>(job: Job, sources: readonly (ImageXObject | null)[]): Job {
  if (job.kind !== 'recode') return ownCopy(job);
  const stored = new Set(sources.map((image) => image?.stream.contents.buffer));
  const isUnpacked = (source: ImageSource | undefined, bytes: Uint8Array) =>
    source?.kind === 'samples' && source.rows === bytes && !stored.has(bytes.buffer);
  return mapBytes(job, (bytes) =>
    isUnpacked(job.source, bytes) || isUnpacked(job.alpha?.source, bytes) ? bytes : copyOf(bytes),
  );
}
