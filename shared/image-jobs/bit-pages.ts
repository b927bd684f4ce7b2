import { bitmapFromSamples, samplesFromBitmap } from '../codecs/bitmap.ts';
import { rowBytes } from '../codecs/flate/flate-image.ts';
import { encodeJbig2Pages } from '../codecs/jbig2/encode.ts';
import { type BitPage, inFewerBits, smallerThanDeflated } from './bilevel-form.ts';
import type { EncodedImage } from './encoded-image.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { type ImageJob, type KeptImage, kept } from './types.ts';

/** The bits of an image, for pages that are coded together; nothing else of the job counts. */
export interface BitsJob {
  readonly kind: 'bits';
  readonly image: ImageJob;
}

export type BitsResult = (
  | {
      readonly kind: 'bits';
      readonly page: BitPage;
    }
  | KeptImage
) & {
  /** That were unpacked on the way to plain samples. */
  readonly unpackedBytes?: number;
};

/** Pages of one bit that may have symbols in common. */
export interface PagesJob {
  readonly kind: 'pages';
  readonly pages: readonly BitPage[];
}

export interface PagesResult {
  readonly kind: 'pages';
  /** The stream for `/JBIG2Globals` of all that need one. */
  readonly globals: Uint8Array | null;
  readonly pages: readonly { readonly image: EncodedImage; readonly needsGlobals: boolean }[];
}

/** Of a job with plain samples, or a fax or JBIG2 image. */
export async function readBits(job: ImageJob, codecs: ImageCodecs): Promise<BitsResult> {
  const { width, height, bits, source } = job;
  if (bits !== 1) return kept('unsupported-bits');
  if (source.kind === 'samples') {
    const needed = rowBytes({ width, colors: 1, bits }) * height;
    // Readers fill what is missing in different ways.
    if (source.rows.length < needed) return kept('damaged-data');
    return { kind: 'bits', page: inFewerBits(job, source.rows.slice(0, needed)) };
  }
  if (source.kind !== 'ccitt' && source.kind !== 'jbig2') return kept('unsupported-filter');
  const read = await codecs.readBilevel(width, height, source);
  if (read.kind === 'unread') return kept(read.reason);
  return { kind: 'bits', page: inFewerBits(job, samplesFromBitmap(read.bitmap)) };
}

/** Each as small as it is with the others, the same bits. */
export function codePages({ pages }: PagesJob): PagesResult {
  const bitmaps = pages.map(({ rows, width, height }) => bitmapFromSamples(rows, width, height));
  const coded = encodeJbig2Pages(bitmaps);
  return {
    kind: 'pages',
    globals: coded.globals,
    pages: coded.pages.map(({ data, needsGlobals }, index) => {
      const { width, height, rows } = pages[index];
      const image = smallerThanDeflated({ width, height }, rows, { kind: 'same' }, data);
      return { image, needsGlobals: needsGlobals && image.data.kind === 'jbig2' };
    }),
  };
}
