import { encodedBytes } from '../image-jobs/encoded-image.ts';
import { layerBytes } from '../image-jobs/mrc/layers.ts';
import type { ImageJobResult, RecodeJob } from '../image-jobs/types.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../options.ts';
import { collectImages } from '../passes/images/collect.ts';
import type { PlanOf } from '../passes/images/image-jobs.ts';
import { planImage } from '../passes/images/plan.ts';
import { type RecodedImage, recodeAll } from '../passes/images/recode-all.ts';
import type { PassContext } from '../passes/pass.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { ImageXObject } from '../pdf/image/image-xobject.ts';
import { PRESETS } from '../presets.ts';

/** Settings in order of decreasing demands. */
export interface Ladder {
  readonly name: string;
  readonly steps: readonly Partial<CompressOptions>[];
}

const QUALITIES = [100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 20];
const PIXELS = [
  1_000_000, 4000, 3000, 2480, 2100, 1850, 1600, 1400, 1200, 1050, 900, 800, 640, 500, 400, 320, 250, 190,
  140, 100,
];
const ANY_SIZE = { maxDimension: 1_000_000 };

/**
 * One option decreases, the others stay: quality, resolution as drawn, pixels. Sizes decrease by at least a
 * tenth: for smaller steps, the bytes depend on the alignment of print lines with JPEG blocks (a page of text
 * at 1200 pixels takes 6 % more than at 1210). 0 is no limit.
 */
export const LADDERS: readonly Ladder[] = [
  { name: 'quality', steps: QUALITIES.map((quality) => ({ ...ANY_SIZE, quality })) },
  {
    name: 'quality at 150 dpi',
    steps: QUALITIES.map((quality) => ({ ...ANY_SIZE, maxDpi: 150, quality })),
  },
  ...[75, 50].map((quality) => ({
    name: `dpi at quality ${quality}`,
    steps: [0, 600, 450, 350, 280, 225, 190, 165, 150, 130, 115, 100, 85, 72].map((maxDpi) => ({
      ...ANY_SIZE,
      quality,
      maxDpi,
    })),
  })),
  {
    name: 'dpi at quality 90',
    steps: [0, 500, 400, 300, 250, 200, 175, 140, 120, 95, 80].map((maxDpi) => ({
      ...ANY_SIZE,
      quality: 90,
      maxDpi,
    })),
  },
  { name: 'pixels', steps: PIXELS.map((maxDimension) => ({ maxDimension })) },
  {
    name: 'pixels without JPEG',
    steps: PIXELS.map((maxDimension) => ({ maxDimension, convertToJpeg: false })),
  },
  {
    name: 'pixels at quality 100',
    steps: PIXELS.map((maxDimension) => ({ maxDimension, quality: 100, convertToJpeg: false })),
  },
  {
    name: 'floor',
    steps: [300, 250, 200, 170, 150, 130, 110, 95, 80].map((minDpi) => ({ minDpi, maxDimension: 600 })),
  },
  { name: 'presets', steps: [PRESETS.sharp, PRESETS.balanced, PRESETS.small] },
];

/** An image that a lower setting made larger. */
export interface Growth {
  readonly ladder: string;
  /** Object number. */
  readonly image: number;
  readonly step: Partial<CompressOptions>;
  readonly bytes: number;
  /** The minimum at any higher step. */
  readonly before: number;
}

/** Tolerance as a factor of the bytes. */
const SLACK = 1.02;
/**
 * Tolerance in bytes: computer-drawn shading takes a kilobyte or two, and slightly more when resampling has
 * roughened it.
 */
const SLACK_BYTES = 512;

/** Returns every image that takes more bytes at some step of a ladder than at a higher one. */
export async function growths(
  doc: PdfDocument,
  ctx: PassContext,
  ladders: readonly Ladder[] = LADDERS,
): Promise<readonly Growth[]> {
  return (await climb(doc, ctx, ladders, { images: Infinity, steps: Infinity })).growths;
}

export interface Climb {
  readonly growths: readonly Growth[];
  /** Images of the document, and those that were compressed. */
  readonly images: number;
  readonly tried: number;
}

/**
 * Compresses the images of a document at each step of the ladders.
 *
 * @param most images and steps of each ladder to try, evenly spread
 */
export async function climb(
  doc: PdfDocument,
  ctx: PassContext,
  ladders: readonly Ladder[],
  most: { readonly images: number; readonly steps: number },
): Promise<Climb> {
  const { images: all, surroundings } = collectImages(doc, ctx.changes, ctx.content.of(doc).survey);
  const images = spread(all, most.images);
  const known = new Map<string, ImageJobResult>();
  const found: Growth[] = [];
  for (const { name, steps } of ladders) {
    const least = new Map<number, number>();
    for (const step of spread(steps, most.steps)) {
      const options = { ...DEFAULT_OPTIONS, ...step };
      const { planOf, learn } = remembering(known, { ...ctx, options });
      const recoded = await recodeAll(images, surroundings, ctx, planOf, () => {});
      learn(recoded);
      for (const { image, result } of recoded) {
        const { objectNumber } = image.ref;
        const bytes = bytesOf(image, result);
        const before = least.get(objectNumber) ?? bytes;
        if (bytes > before * SLACK + SLACK_BYTES)
          found.push({ ladder: name, image: objectNumber, step, bytes, before });
        least.set(objectNumber, Math.min(before, bytes));
      }
    }
  }
  return { growths: found, images: all.length, tried: images.length };
}

/** Includes the first and the last. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const last = all.length - 1;
  return Array.from({ length: most }, (_, at) => all[Math.round((at * last) / Math.max(1, most - 1))]!);
}

/** Steps with the same demands on an image share one run. */
function remembering(known: Map<string, ImageJobResult>, ctx: PassContext) {
  const keys = new Map<ImageXObject, string>();
  const planOf: PlanOf = (image, around) => {
    const plan = planImage(image, around, ctx);
    if (plan.kind === 'kept') return plan;
    const key = `${image.ref.tag} ${askedOf(plan.job)}`;
    keys.set(image, key);
    const result = known.get(key);
    return result === undefined ? plan : { kind: 'known', result };
  };
  const learn = (recoded: readonly RecodedImage[]) => {
    for (const { image, result } of recoded) {
      const key = keys.get(image);
      if (key !== undefined) known.set(key, result);
    }
  };
  return { planOf, learn };
}

/** Key of a job without its data; empty for one-bit images, which no setting affects. */
function askedOf({ source, alpha, space, ...rest }: RecodeJob): string {
  if (rest.bits === 1 && rest.gray === null) return '';
  return JSON.stringify([rest, source.kind, alpha !== null, space.kind]);
}

export function bytesOf(image: ImageXObject, result: ImageJobResult): number {
  if (result.kind === 'layers') return layerBytes(result.layers);
  return result.kind === 'replaced' ? encodedBytes(result.image) : image.stream.contents.length;
}
