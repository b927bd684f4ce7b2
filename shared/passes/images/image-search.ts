import { encodedBytes } from '../../image-jobs/encoded-image.ts';
import { layerBytes } from '../../image-jobs/mrc/layers.ts';
import { channelsOf, type ImageJobResult, type Picture, type RecodeJob } from '../../image-jobs/types.ts';
import { PICTURE_BYTES } from '../../limits.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { Sharpness } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';
import type { PlanOf } from './image-jobs.ts';
import { overrideOf } from './overrides.ts';
import { planImage } from './plan.ts';
import type { RecodedImage } from './recode-all.ts';
import { MIN_SEARCHED_BYTES, SHARPNESSES, stepAt } from './sharpness-axis.ts';
import { foundPoint, nextPoint, type SizedPoints } from './size-search.ts';

/** Makes all images at one point of the search. */
export type Try = (planOf: PlanOf) => Promise<readonly RecodedImage[]>;

type SearchContext = Pick<WorkContext, 'options' | 'rules' | 'imageOverrides' | 'limits'>;

/** Further forms of an image besides its first one. */
type Choices =
  | 'none'
  /** JPEGs of an image that is decoded and resampled once. */
  | 'picture'
  /** The same job with smaller limits: masks, and images that may not become JPEG. */
  | 'smaller';

interface Known {
  readonly image: ImageXObject;
  readonly choices: Choices;
  readonly first: ImageJobResult;
  readonly firstBytes: number;
}

/** Maximum tries for one budget, after the first form of all images. */
const MAX_TRIES = 6;
/** Point of the first form, without a requested size. */
const FIRST = 0;

/**
 * Searches for the sharpest images within a number of bytes, over all rewrites of one document. Images are
 * first made by the options; their decoded pixels are kept, so that a further try only encodes. The search
 * depends on sizes alone, not on threads or time.
 */
export class ImageSearch {
  readonly #known = new Map<string, Known>();
  readonly #choices = new Map<string, Choices>();
  readonly #pictures = new Map<string, Picture>();
  readonly #bytes = new Map<number, number>();
  #reservedBytes = 0;
  /** Results of the sharpest point that fits so far. */
  #found: { readonly point: number; readonly results: readonly RecodedImage[] } | null = null;
  /** Maximum bytes of all images together; null until the size of the rest is known. */
  budget: number | null = null;
  /** True if a page is a scan that could become layers; null before the first try within a budget. */
  hasScans: boolean | null = null;

  /** Total bytes of all images as last made. */
  get bytes(): number {
    return this.#bytes.get(this.#found?.point ?? FIRST) ?? 0;
  }

  /** Sharpness of the last result; null for the options' own. */
  get sharpness(): Sharpness | null {
    const point = this.#found?.point ?? FIRST;
    return point === FIRST ? null : SHARPNESSES[point - 1]!;
  }

  /** Maximum rounds over all images in `run`. */
  get mostTries(): number {
    return this.budget === null ? 1 : MAX_TRIES + 1;
  }

  get isSmallest(): boolean {
    return this.#found?.point === SHARPNESSES.length;
  }

  /** Runs within the budget, or makes the first form if there is none. */
  async run(around: Surroundings, ctx: SearchContext, make: Try): Promise<readonly RecodedImage[]> {
    if (this.budget === null) return this.#runFirst(ctx, make);
    const points: SizedPoints = {
      last: SHARPNESSES.length,
      known: this.#bytes,
      guess: (point) => this.#guess(point, around, ctx),
    };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const point = nextPoint(points, this.budget);
      if (point === null) break;
      await this.#tryAt(point, ctx, make);
    }
    // If tries ran out before anything fitted, this is the last point.
    const point = foundPoint(points, this.budget);
    if (this.#found?.point !== point) await this.#tryAt(point, ctx, make);
    return this.#found?.results ?? [];
  }

  async #runFirst(ctx: SearchContext, make: Try): Promise<readonly RecodedImage[]> {
    const results = await make((image, around) => this.#planFirst(image, around, ctx));
    for (const { image, result } of results) {
      const { tag } = image.ref;
      const { picture, first } = withoutPicture(result);
      if (picture !== undefined) this.#pictures.set(tag, picture);
      const firstBytes = bytesOf(image, first);
      const choices = this.#choices.get(tag) ?? 'none';
      this.#known.set(tag, { image, choices, first, firstBytes });
    }
    this.#found = { point: FIRST, results };
    this.#bytes.set(FIRST, totalBytes(results));
    return results;
  }

  #planFirst(image: ImageXObject, around: Surroundings, ctx: SearchContext): ReturnType<PlanOf> {
    const plan = planImage(image, around, { ...ctx, isSearched: true });
    if (plan.kind === 'kept') return plan;
    const choices = overrideOf(image, around, ctx) === undefined ? choicesOf(plan.job) : 'none';
    this.#choices.set(image.ref.tag, choices);
    if (choices !== 'picture') return plan;
    return {
      ...plan,
      job: { ...plan.job, search: { kind: 'first', keepsPicture: this.#hasRoomFor(plan.job) } },
    };
  }

  /** Called in planning order, which is the document's, so that the same images are kept in every host. */
  #hasRoomFor({ target, excess, space }: RecodeJob): boolean {
    const isRaster = space.kind !== 'indexed' && space.kind !== 'inks' && space.kind !== 'other';
    const bytes = target.width * target.height * excess * excess * (isRaster ? channelsOf(space) : 3);
    if (this.#reservedBytes + bytes > PICTURE_BYTES) return false;
    this.#reservedBytes += bytes;
    return true;
  }

  async #tryAt(point: number, ctx: SearchContext, make: Try): Promise<void> {
    if (point === FIRST) {
      const results = [...this.#known.values()].map(({ image, first }) => ({ image, result: first }));
      this.#found = { point, results };
      return;
    }
    const tried = await make((image, surroundings) => this.#planAt(point, image, surroundings, ctx));
    const results = tried.map(({ image, result }) => ({ image, result: this.#better(image, result) }));
    const bytes = totalBytes(results);
    this.#bytes.set(point, bytes);
    // Only one point's results are kept: the sharpest that fits, or the last while none does.
    const fits = bytes <= (this.budget ?? 0);
    const foundFits = this.#found !== null && (this.#bytes.get(this.#found.point) ?? 0) <= (this.budget ?? 0);
    if (!foundFits || (fits && point < (this.#found?.point ?? 0))) this.#found = { point, results };
  }

  #planAt(point: number, image: ImageXObject, around: Surroundings, ctx: SearchContext): ReturnType<PlanOf> {
    const known = this.#known.get(image.ref.tag);
    if (known === undefined || staysFirst(known, point)) {
      return { kind: 'known', result: known?.first ?? { kind: 'kept', reason: 'worker-failed' } };
    }
    const step = stepAt(SHARPNESSES[point - 1]!, image, ctx.options, around.placementOf(image));
    const picture = this.#pictures.get(image.ref.tag);
    if (picture !== undefined) return { kind: 'retry', job: { kind: 'retry', picture, step } };
    const plan = planImage(image, around, { ...ctx, isSearched: true });
    if (plan.kind === 'kept') return plan;
    // Images that kept their color in the first form keep it.
    const gray = known.first.stillColor === undefined ? plan.job.gray : null;
    const job = { ...plan.job, gray };
    if (known.choices === 'picture') return { ...plan, job: { ...job, search: { kind: 'next', step } } };
    const settings = { ...job.settings, quality: step.quality };
    return { ...plan, job: { ...job, target: step.target, settings } };
  }

  /** Returns the tried form if it is enough smaller than the first. */
  #better(image: ImageXObject, tried: ImageJobResult): ImageJobResult {
    const known = this.#known.get(image.ref.tag);
    if (known === undefined || tried.kind !== 'replaced') return known?.first ?? tried;
    const { first, firstBytes } = known;
    const { share = 1, ...result } = tried;
    const isLossy =
      first.kind === 'replaced' && first.image.data.kind === 'dct' && first.image.data.coding !== 'same';
    const still = first.stillColor === undefined ? {} : { stillColor: first.stillColor };
    return bytesOf(image, tried) < firstBytes * (isLossy ? 1 : share) ? { ...result, ...still } : first;
  }

  /** Predicted bytes of all images at a point, by their pixels and quality. */
  #guess(point: number, around: Surroundings, { options }: SearchContext): number {
    let total = 0;
    for (const known of this.#known.values()) {
      const { image, first, firstBytes } = known;
      if (staysFirst(known, point)) {
        total += firstBytes;
        continue;
      }
      const step = stepAt(SHARPNESSES[point - 1]!, image, options, around.placementOf(image));
      const { width, height } = first.kind === 'replaced' ? first.image : image;
      const share = Math.min(1, (step.target.width * step.target.height) / (width * height));
      // Fewer pixels carry more detail each: about the power of 3/4.
      const bySize = Math.sqrt(share * Math.sqrt(share));
      total += firstBytes * bySize * (bytesAtQuality(step.quality) / bytesAtQuality(options.quality));
    }
    return total;
  }
}

function staysFirst({ choices, firstBytes }: Known, point: number): boolean {
  if (choices === 'none' || point === FIRST) return true;
  return firstBytes < MIN_SEARCHED_BYTES && point < SHARPNESSES.length;
}

/** Relative bytes by quality, averaged over photographs, scans and slides. */
function bytesAtQuality(quality: number): number {
  return 30 + (quality * quality) / 75;
}

function choicesOf(job: RecodeJob): Choices {
  if (job.refusal !== null && job.gray === null) return 'none';
  if (job.bits === 1 || job.source.kind === 'ccitt' || job.source.kind === 'jbig2') return 'none';
  if (job.role === 'soft-mask' || job.space.kind === 'inks') return 'smaller';
  return job.settings.mayBecomeJpeg || job.source.kind === 'dct' ? 'picture' : 'smaller';
}

/** Separates the image that was prepared for the next tries, which should not live as long as the result. */
function withoutPicture(result: ImageJobResult): {
  readonly first: ImageJobResult;
  readonly picture?: Picture;
} {
  if (result.kind === 'layers' || result.picture === undefined) return { first: result };
  const { picture, ...first } = result;
  return { first, picture };
}

function bytesOf(image: ImageXObject, result: ImageJobResult): number {
  if (result.kind === 'layers') return layerBytes(result.layers);
  return result.kind === 'replaced' ? encodedBytes(result.image) : image.stream.contents.length;
}

function totalBytes(results: readonly RecodedImage[]): number {
  return results.reduce((sum, { image, result }) => sum + bytesOf(image, result), 0);
}
