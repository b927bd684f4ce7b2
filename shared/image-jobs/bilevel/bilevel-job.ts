import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { encodedBytes } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { type ImageJob, type ImageJobResult, kept } from '../types.ts';
import { encodeBitRows, inFewerBits, smallerThanDeflated } from './bilevel-form.ts';
import type { BilevelSource } from './bilevel-source.ts';

/**
 * Recodes a one-bit fax or JBIG2 page as one lossless JBIG2 region if that is smaller. It keeps its size,
 * since text is unreadable long before it is small, unless it is finer than print (`bitFactor`) and takes
 * fewer bytes with fewer pixels.
 */
export async function runBilevelJob(
  job: ImageJob,
  source: BilevelSource,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  if (job.bits !== 1) return kept('unsupported-bits');
  const read = await codecs.readBilevel(job.width, job.height, source);
  return read.kind === 'unread' ? kept(read.reason) : recodeBits(job, samplesFromBitmap(read.bitmap));
}

/**
 * Recodes one component of one bit, whatever its meaning: samples stay, so color space, masks and `/Decode`
 * still apply.
 */
export function recodeBits(job: ImageJob, rows: Uint8Array): ImageJobResult {
  const { page, jbig2 } = inFewerBits(job, rows);
  const image =
    jbig2 === null
      ? encodeBitRows(page, { kind: 'same' }, job.settings.jbig2)
      : smallerThanDeflated(page, page.rows, { kind: 'same' }, jbig2);
  return encodedBytes(image) < job.storedBytes ? { kind: 'replaced', image } : kept('not-smaller');
}
