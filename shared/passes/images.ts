import type { EncodedData, EncodedImage } from '../image-jobs/encoded-image.ts';
import { layerBytes } from '../image-jobs/mrc/layers.ts';
import { kept } from '../image-jobs/types.ts';
import { mayBecomeLayers } from '../options.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { ImageXObject } from '../pdf/image/image-xobject.ts';
import type { PDFRef } from '../pdf/objects.ts';
import type { PassReport } from '../report.ts';
import {
  applyImage,
  applyOpacity,
  applyPalette,
  dropMatte,
  dropSoftMask,
  registerGlobals,
} from './images/apply.ts';
import { collectImages, type Surroundings } from './images/collect.ts';
import { grayPlan } from './images/gray-plan.ts';
import { graySpace } from './images/gray-space.ts';
import type { PlanOf } from './images/image-jobs.ts';
import { applyLayers } from './images/mrc/apply-layers.ts';
import { hasScans, pageScans } from './images/mrc/separable.ts';
import { inkReport, separationReport } from './images/mrc/separation-report.ts';
import { planImage } from './images/plan.ts';
import { isUnblended, type RecodedImage, recodeAll } from './images/recode-all.ts';
import { type FinishedImage, imageReport, isLowResolutionScan } from './images/report.ts';
import { type BegunPass, createTally, type PassContext, saved, skipped } from './pass.ts';

/**
 * Recodes every image XObject in the smallest faithful form: downsampled to `maxDimension` and `maxDpi` (a
 * slightly finer image keeps its size at a lower quality) but not below `minDpi`, as JPEG if allowed and
 * clearly smaller, else lossless. Soft masks are recoded too. Color spaces, profiles, masks, `/Decode`,
 * rendering intents and all other entries stay (ISO 32000-2, 8.9.5); large inline images have become XObjects
 * before. Each unchanged image has a reason in the report. With `grayscale`, images become gray, including
 * `/ColorSpace` and `/Decode`; masks have no color.
 */
export const images: BegunPass = {
  id: 'images',
  writes: ['images'],
  reads: ['images'],
  enabled: () => true,

  run: async (doc, ctx) => (await images.begin(doc, ctx))(),

  async begin(doc, ctx) {
    await ctx.content.begin(doc, async () => {
      await ctx.threads.yieldToMessages();
      ctx.signal?.throwIfAborted();
    });
    const { survey } = ctx.content.of(doc);
    const { imageSearch, options } = ctx;
    const wantsScans = options.mrc === 'auto' || options.ink === 'auto';
    const scans = wantsScans ? pageScans(doc, survey) : undefined;
    if (imageSearch !== undefined && imageSearch.budget !== null && mayBecomeLayers(options))
      imageSearch.hasScans ??= hasScans(scans ?? pageScans(doc, survey));
    const collected = collectImages(doc, ctx.changes, survey, scans);
    const recoding = beginRecoding(collected.images, collected.surroundings, ctx);
    return async () => applied(await recoding(), collected, doc, ctx);
  },
};

function applied(
  recoded: readonly RecodedImage[],
  { unreadable, shared, surroundings }: ReturnType<typeof collectImages>,
  doc: PdfDocument,
  ctx: PassContext,
): PassReport {
  const tally = createTally('images');
  for (let left = unreadable; left > 0; left -= 1) tally.add(skipped('damaged-data'));
  for (const image of shared) {
    const done = { image, result: kept('required-as-is'), becameGray: false } as const;
    ctx.reportImage(imageReport(done, surroundings, ctx));
    tally.add(skipped('required-as-is'));
  }
  const finished: FinishedImage[] = [];
  const told = new Set<Uint8Array>();
  const paletteOf = (image: ImageXObject) => {
    const plan = grayPlan(image, surroundings, ctx);
    return plan.kind === 'palette' ? plan.table : null;
  };
  for (const { image, result } of recoded) {
    const becameGray =
      paletteOf(image) !== null || (result.kind === 'replaced' && result.becameGray === true);
    const done: FinishedImage = { image, result, becameGray };
    finished.push(done);
    if (result.stillColor !== undefined) ctx.warn('color-kept');
    if (isLowResolutionScan(doc, surroundings.placementOf(image), result, ctx.options)) {
      ctx.warn('low-resolution-scan');
    }
    ctx.reportImage(imageReport(done, surroundings, ctx));
    if (result.kind === 'layers') {
      tally.add(saved(image.stream.contents.length - layerBytes(result.layers)));
    } else if (result.kind === 'replaced') {
      const opacityBytes = result.opacity?.data.bytes.length ?? 0;
      tally.add(saved(image.stream.contents.length - newBytes(result.image.data, told) - opacityBytes));
    } else tally.add(becameGray ? saved(0) : skipped(result.reason));
  }
  if (ctx.options.mrc === 'auto') {
    ctx.reportSeparation(separationReport(doc, finished, surroundings, ctx));
  }
  if (ctx.options.ink === 'auto') ctx.reportInk(inkReport(doc, finished, surroundings, ctx));
  const space = finished.some(({ becameGray }) => becameGray) ? graySpace(doc, ctx.facts) : null;
  const globals = new Map<Uint8Array, PDFRef>();
  const globalsOf = ({ data }: EncodedImage): PDFRef | null => {
    if (data.kind !== 'jbig2' || data.globals === undefined) return null;
    const ref = globals.get(data.globals) ?? registerGlobals(doc, data.globals);
    globals.set(data.globals, ref);
    return ref;
  };
  for (const { image, result, becameGray } of finished) {
    const gray = becameGray && space !== null ? { space, palette: paletteOf(image) } : null;
    if (result.kind === 'layers') applyLayers(doc, ctx.changes, image, result.layers);
    else if (result.kind === 'replaced') {
      applyImage(doc, ctx.changes, image, result.image, { gray, globals: globalsOf(result.image) });
      if (result.opacity !== undefined) applyOpacity(doc, ctx.changes, image, result.opacity);
    } else if (gray !== null) applyPalette(doc, ctx.changes, image, gray);
  }
  // Reads the masks in their current form.
  for (const { image, result } of finished) {
    if (isUnblended(result) && image.softMask !== null) dropMatte(doc, ctx.changes, image.softMask);
  }
  const opaque = new Set(finished.filter(isOpaqueMask).map(({ image }) => image.ref));
  for (const { image } of finished) {
    // A soft mask overrides a stencil, which would become effective without it (ISO 32000-2, table 87).
    const isAlone = image.mask.kind === 'none' && image.softMaskInData === 0;
    if (isAlone && image.softMask !== null && opaque.has(image.softMask)) {
      dropSoftMask(doc, ctx.changes, image.ref);
    }
  }
  return tally.report();
}

/** Bytes of an image; shared data counts for its first user. */
function newBytes(data: EncodedData, told: Set<Uint8Array>): number {
  if (data.kind !== 'jbig2' || data.globals === undefined || told.has(data.globals)) return data.bytes.length;
  told.add(data.globals);
  return data.bytes.length + data.globals.length;
}

/** Returns whether every sample, mapped by `/Decode`, is fully opaque. */
function isOpaqueMask({ image, result }: FinishedImage): boolean {
  if (image.decode.kind === 'linear' || result.kind === 'layers') return false;
  return result.constant === (image.decode.kind === 'inverse' ? 0 : 255);
}

/**
 * Starts recoding all images, by the options or for a size search. None is changed yet, so that all plans see
 * the same document. On threads the work starts now, else when it is awaited.
 */
function beginRecoding(
  found: readonly ImageXObject[],
  around: Surroundings,
  ctx: PassContext,
): () => Promise<readonly RecodedImage[]> {
  const { imageSearch, progress } = ctx;
  const rounds = imageSearch === undefined ? 1 : imageSearch.mostTries;
  // As the report counts: a soft mask is part of its image, and a further try is no further image.
  const counted = found.filter((image) => !around.isSoftMask(image)).length;
  let round = 0;
  let doneSoFar = 0;
  let isWaitedFor = false;
  const tell = () => {
    if (isWaitedFor) progress.at('images', doneSoFar, rounds * found.length, counted);
  };
  const make = (planOf: PlanOf) => {
    const before = round * found.length;
    round += 1;
    return recodeAll(found, around, ctx, planOf, (done) => {
      doneSoFar = before + done;
      tell();
    });
  };
  const begin = () =>
    imageSearch === undefined
      ? make((image, surroundings) => planImage(image, surroundings, ctx))
      : imageSearch.run(around, ctx, make);
  const begun = ctx.threads.areOpen ? begin() : undefined;
  // The later await reports the failure.
  begun?.catch(() => {});
  return () => {
    isWaitedFor = true;
    tell();
    return begun ?? begin();
  };
}
