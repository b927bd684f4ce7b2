import { type DeferredEncoding, finishedAs } from '../codecs/deferred-encoding.ts';
import { FINISHED_SHARE } from '../codecs/flate/flate-image.ts';
import type { PictureFacts } from '../codecs/pixels/classify.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import type { SkipReason } from '../report.ts';
import { type EncodedImage, encodedBytes } from './encoded-image.ts';
import { inFewerColors } from './fewer-colors.ts';
import { draftDeviceGray, draftIndexed, draftLossless, type LosslessChoices } from './lossless-image.ts';
import {
  type ImageJob,
  type ImageJobResult,
  kept,
  mayBecomeGray,
  replaced,
  type SampleSpace,
  smallerOf,
} from './types.ts';

/** Maximum share of the best lossless result for a lossy one. */
export const CLEARLY_SMALLER = 0.9;
/** Maximum colors of an Indexed image. */
export const PALETTE_COLORS = 256;

/** `values`: the stored samples if the raster has the stored size; an Indexed image then stays Indexed. */
export function losslessOf(
  job: ImageJob,
  raster: Raster,
  values: Uint8Array | null,
): DeferredEncoding<EncodedImage> {
  const { space, role, settings } = job;
  if (space.kind === 'indexed') {
    if (values !== null) return indexedAsIs(job, space, values);
    const draft = draftLossless(raster, {
      mayBecomeGray: false,
      mayBecomeIndexed: true,
      mayTakeFewerBits: true,
      jbig2: settings.jbig2,
    });
    return finishedAs(draft, (image) =>
      image.space.kind === 'same' ? { ...image, space: { kind: 'base' } } : image,
    );
  }
  const choices: LosslessChoices = {
    mayBecomeGray: mayBecomeGray(job),
    mayBecomeIndexed: role === 'picture' && settings.mayChangeSpace,
    // A Decode array maps the range of values, whatever the bits, so it still applies.
    mayTakeFewerBits: true,
    jbig2: settings.jbig2,
  };
  const isOneOfThree = space.kind === 'rgb' && raster.channels === 1;
  return isOneOfThree ? draftDeviceGray(raster, choices) : draftLossless(raster, choices);
}

export function indexedAsIs(
  job: ImageJob,
  space: Extract<SampleSpace, { kind: 'indexed' }>,
  values: Uint8Array,
): DeferredEncoding<EncodedImage> {
  return draftIndexed(job, values, space, job.settings.jbig2);
}

/**
 * Returns the exact form, or one with fewer colors if clearly smaller; true color is never smaller than a
 * palette.
 */
export function sharpForm(
  job: ImageJob,
  raster: Raster,
  values: Uint8Array,
  facts: PictureFacts,
): DeferredEncoding<EncodedImage> {
  const few = inFewerColors(job, raster, facts.colors);
  if (few !== null && facts.colors > PALETTE_COLORS) return few;
  const exact = losslessOf(job, raster, values);
  return few !== null && few.about <= exact.about * CLEARLY_SMALLER ? few : exact;
}

/** Blends of few colors, by resampling, may take more bytes than the nearest of fewer colors. */
export function resampledForm(
  job: ImageJob,
  small: Raster,
  facts: PictureFacts,
): DeferredEncoding<EncodedImage> {
  const exact = losslessOf(job, small, null);
  const few = inFewerColors(job, small, null, facts.colors <= PALETTE_COLORS);
  return few === null ? exact : smallerDraft(few, exact);
}

/** Drafts of computer-drawn shading may be finished in less than the usual share: below, both are. */
const MISLEADING_BYTES = 64 * 1024;

export function smallerDraft(
  one: DeferredEncoding<EncodedImage>,
  other: DeferredEncoding<EncodedImage>,
): DeferredEncoding<EncodedImage> {
  return {
    about: Math.min(one.about, other.about),
    finish: () => {
      const [likely, rival] = one.about <= other.about ? [one, other] : [other, one];
      const first = likely.finish();
      const isReliable = rival.about > MISLEADING_BYTES;
      if (isReliable && rival.about * FINISHED_SHARE >= encodedBytes(first)) return first;
      const second = rival.finish();
      return encodedBytes(second) < encodedBytes(first) ? second : first;
    },
  };
}

/**
 * Returns the JPEG if it is below `share` of the other form and of the stored bytes; only finishes possible
 * winners.
 */
export function smallerOfTwo(
  job: ImageJob,
  jpeg: DeferredEncoding<EncodedImage> | null,
  share: number,
  other: DeferredEncoding<EncodedImage>,
  otherwise: SkipReason = 'not-smaller',
): ImageJobResult {
  const image = once(other.finish);
  const bar = (otherBytes: number) => Math.min(otherBytes, job.storedBytes) * share;
  if (jpeg !== null && jpeg.about <= bar(other.about)) {
    const finished = jpeg.finish();
    const bytes = encodedBytes(finished);
    if (bytes <= bar(other.about * FINISHED_SHARE) || bytes <= bar(encodedBytes(image())))
      return replaced(finished);
  }
  if (other.about * FINISHED_SHARE >= job.storedBytes) return kept(otherwise);
  return smallerOf(job, [image()], otherwise);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
