import { type DeferredEncoding, finishedAs } from '../codecs/deferred-encoding.ts';
import type { PictureFacts } from '../codecs/pixels/classify.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { isClearlySmaller, LOSSY_SHARE, smallerDraft } from './choice.ts';
import type { EncodedImage } from './encoded-image.ts';
import { inFewerColors } from './fewer-colors.ts';
import { draftDeviceGray, draftIndexed, draftLossless, type LosslessChoices } from './lossless-image.ts';
import { mayBecomeGray, type RecodeJob, type SampleSpace } from './types.ts';

/** Maximum colors of an Indexed image. */
export const PALETTE_COLORS = 256;

/** `values`: the stored samples if the raster has the stored size; an Indexed image then stays Indexed. */
export function losslessOf(
  job: RecodeJob,
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
  job: RecodeJob,
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
  job: RecodeJob,
  raster: Raster,
  values: Uint8Array,
  facts: PictureFacts,
): DeferredEncoding<EncodedImage> {
  const few = inFewerColors(job, raster, facts.colors);
  if (few !== null && facts.colors > PALETTE_COLORS) return few;
  const exact = losslessOf(job, raster, values);
  return few !== null && isClearlySmaller(few.about, exact.about, LOSSY_SHARE) ? few : exact;
}

/** Blends of few colors, by resampling, may take more bytes than the nearest of fewer colors. */
export function resampledForm(
  job: RecodeJob,
  small: Raster,
  facts: PictureFacts,
): DeferredEncoding<EncodedImage> {
  const exact = losslessOf(job, small, null);
  const few = inFewerColors(job, small, null, facts.colors <= PALETTE_COLORS);
  return few === null ? exact : smallerDraft(few, exact);
}
