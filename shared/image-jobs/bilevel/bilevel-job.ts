import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { rowBytes } from '../../codecs/flate/flate-image.ts';
import { encodedBytes } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { type BilevelImage, type BilevelJob, type ImageResult, type KeptImage, kept } from '../types.ts';
import { encodeBitRows, inFewerBits, smallerThanDeflated } from './bilevel-form.ts';
import { isTooMixed } from './mixed-bytes.ts';

/**
 * Recodes a one-bit image as one lossless JBIG2 region if that is smaller. It keeps its size,
 * since text is unreadable long before it is small, unless it is finer than print (`bitFactor`) and takes
 * fewer bytes with fewer pixels.
 */
export async function runBilevelJob(
  job: Omit<BilevelJob, 'kind'>,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const rows = await bilevelRows(job, codecs);
  return rows instanceof Uint8Array ? recodeBits(job, rows) : rows;
}

/**
 * Recodes one component of one bit, whatever its meaning: samples stay, so color space, masks and `/Decode`
 * still apply.
 */
export function recodeBits(job: Omit<BilevelJob, 'kind' | 'source'>, rows: Uint8Array): ImageResult {
  if (isTooMixed(job, rows)) return kept('too-many-pixels');
  const { page, jbig2 } = inFewerBits(job, rows);
  const image =
    jbig2 === null
      ? encodeBitRows(page, { kind: 'same' }, job.settings.jbig2)
      : smallerThanDeflated(page, page.rows, { kind: 'same' }, jbig2);
  return encodedBytes(image) < job.storedBytes ? { kind: 'replaced', image } : kept('not-smaller');
}

/** Returns the packed rows of plain samples, or of a fax or JBIG2 image. */
export async function bilevelRows(
  { width, height, source }: BilevelImage,
  codecs: ImageCodecs,
): Promise<Uint8Array | KeptImage> {
  if (source.kind === 'samples') {
    const needed = rowBytes({ width, colors: 1, bits: 1 }) * height;
    // Readers fill missing data differently.
    if (source.rows.length < needed) return kept('damaged-data');
    return source.rows.length === needed ? source.rows : source.rows.slice(0, needed);
  }
  if (source.kind !== 'ccitt' && source.kind !== 'jbig2') return kept('unsupported-filter');
  const read = await codecs.readBilevel(width, height, source);
  return read.kind === 'unread' ? kept(read.reason) : samplesFromBitmap(read.bitmap);
}
