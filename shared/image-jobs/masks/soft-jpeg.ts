import type { DeferredEncoding } from '../../codecs/deferred-encoding.ts';
import { decodeSamples } from '../../codecs/jpeg/samples/decode.ts';
import type { PictureFacts } from '../../codecs/pixels/classify.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { isClearlySmaller, LOSSY_SHARE } from '../choice.ts';
import type { EncodedImage } from '../encoded-image.ts';
import { draftJpeg } from '../image-codecs.ts';

/**
 * Shadows and gradients as JPEG, which a soft mask may be (ISO 32000-2, table 143). Cut-out masks stay lossless:
 * ringing beside their edges reaches 60 levels even at quality 85.
 */

/** A mask before resampling. */
export interface WholeMask {
  readonly raster: Raster;
  readonly facts: PictureFacts;
  /** Shadows and gradients, not cut-out shapes. */
  readonly isSoft: boolean;
}

/** Maximum share of steep neighbors, see `PictureFacts`. */
const MAX_STEEP_SHARE = 0.002;
/** A smaller mask gains less than the tables of a JPEG take. */
const MIN_BYTES = 2048;
/** Qualities to try, lowest first: a fixed list, so that a lower requested quality never gives a larger file. */
const QUALITIES = [75, 85, 92] as const;
/** Maximum change of a sample, in levels: what sixteen levels change. */
const MAX_CHANGE = 8;
/** The same for samples that hide or show everything. */
const MAX_CHANGE_OF_ENDS = 4;

/** A mask with fewer pixels has steeper slopes: it may change by this factor more, or a lower limit would give a larger file. */
const SHRUNK_ALLOWANCE = 2;

/**
 * Returns the mask as JPEG if that is clearly smaller than `otherBytes` and no sample changes visibly; else null.
 * @param whole decides whether a JPEG of any size is possible
 */
export function softJpeg(
  raster: Raster,
  whole: Pick<WholeMask, 'raster' | 'facts'>,
  requestedQuality: number,
  otherBytes: number,
): DeferredEncoding<EncodedImage> | null {
  if (otherBytes < MIN_BYTES || whole.facts.edges > MAX_STEEP_SHARE) return null;
  const { width, height } = raster;
  for (const quality of QUALITIES) {
    if (quality < Math.min(requestedQuality, QUALITIES[2])) continue;
    const draft = draftJpeg(raster, { quality, chroma: '4:4:4' });
    if (draft === null || !isClearlySmaller(draft.about, otherBytes, LOSSY_SHARE)) return null;
    const bytes = draft.finish();
    const allowance = raster === whole.raster ? 1 : SHRUNK_ALLOWANCE;
    if (!isFaithful(raster, bytes, allowance)) continue;
    if (raster !== whole.raster && !isFaithfulAt(quality, whole.raster)) continue;
    const data = { kind: 'dct', bytes, coding: 'new' } as const;
    return { about: bytes.length, finish: () => ({ width, height, bits: 8, space: { kind: 'same' }, data }) };
  }
  return null;
}

function isFaithfulAt(quality: number, mask: Raster): boolean {
  const jpeg = draftJpeg(mask, { quality, chroma: '4:4:4' })?.finish();
  return jpeg !== undefined && isFaithful(mask, jpeg, 1);
}

function isFaithful({ samples: before }: Raster, jpeg: Uint8Array, allowance: number): boolean {
  const after = decodeSamples(jpeg, 1)?.samples;
  if (after === undefined || after.length !== before.length) return false;
  for (let at = 0; at < before.length; at += 1) {
    const isEnd = before[at] === 0 || before[at] === 255;
    const most = (isEnd ? MAX_CHANGE_OF_ENDS : MAX_CHANGE) * allowance;
    if (Math.abs(before[at]! - after[at]!) > most) return false;
  }
  return true;
}
