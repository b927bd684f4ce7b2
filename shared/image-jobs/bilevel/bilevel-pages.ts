import { type Bitmap, bitmapFromSamples, samplesFromBitmap } from '../../codecs/bitmap.ts';
import { rowBytes } from '../../codecs/flate/flate-image.ts';
import {
  codePage,
  codeSymbols,
  codeWholeRegion,
  type DrawnSymbols,
  type Jbig2Page,
} from '../../codecs/jbig2/encode.ts';
import { judgeMovedPixels, type MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import { pdfiumJbig2 } from '../../codecs/pdfium/pdfium-bilevel.ts';
import type { EncodedImage } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { type ImageJob, type KeptImage, kept } from '../types.ts';
import { type BilevelPage, inFewerBits, smallerThanDeflated } from './bilevel-form.ts';

/** The bits of an image, for what several images are coded from; nothing else of the job counts. */
export interface BitsJob {
  readonly kind: 'bits';
  readonly image: ImageJob;
  /** They are a page that is coded together with others. */
  readonly isPage: boolean;
}

export type BitsResult = (
  | {
      readonly kind: 'bits';
      readonly page: BilevelPage;
      /** Of a page that is coded together with others, `MeasuredPage.region`; else null. */
      readonly region: Uint8Array | null;
    }
  | KeptImage
) & {
  /** That were unpacked on the way to plain samples. */
  readonly unpackedBytes?: number;
};

export interface MeasuredPage extends BilevelPage {
  /** All of it as one JBIG2 region, by which symbols are measured. */
  readonly region: Uint8Array;
  /** Pixels on the edges of its letters may move, under the rules of `codecs/moved-pixels/judge.ts`. */
  readonly mayMove: boolean;
}

/** Pages of one bit that may have symbols in common. */
export interface SymbolsJob {
  readonly kind: 'symbols';
  readonly pages: readonly MeasuredPage[];
}

export interface SymbolsResult {
  readonly kind: 'symbols';
  /** The stream for `/JBIG2Globals` of all that need one. */
  readonly globals: Uint8Array | null;
  /** Each page, given back, as a job of its own. */
  readonly pages: readonly PageJob[];
}

/** A page with the symbols that were found on it. */
export interface PageJob {
  readonly kind: 'page';
  readonly page: MeasuredPage;
  readonly symbols: DrawnSymbols | null;
  /** Of a page of which pixels moved, what it is read with; else null. */
  readonly globals: Uint8Array | null;
}

export interface PageResult {
  readonly kind: 'page';
  readonly image: EncodedImage;
  readonly needsGlobals: boolean;
  /** Given back. */
  readonly page: MeasuredPage;
  /** What the judge found in the finished page, where pixels moved; of one that broke a rule, the page is exact. */
  readonly moved: MovedPixels | null;
}

/** Of a job with plain samples, or a fax or JBIG2 image. */
export async function readBits({ image, isPage }: BitsJob, codecs: ImageCodecs): Promise<BitsResult> {
  const rows = await rowsOf(image, codecs);
  if (!(rows instanceof Uint8Array)) return rows;
  const { page } = inFewerBits(image, rows);
  return { kind: 'bits', page, region: isPage ? codeWholeRegion(bitmapOf(page)) : null };
}

async function rowsOf(
  { width, height, bits, source }: ImageJob,
  codecs: ImageCodecs,
): Promise<Uint8Array | KeptImage> {
  if (bits !== 1) return kept('unsupported-bits');
  if (source.kind === 'samples') {
    const needed = rowBytes({ width, colors: 1, bits }) * height;
    // Readers fill what is missing in different ways.
    if (source.rows.length < needed) return kept('damaged-data');
    return source.rows.slice(0, needed);
  }
  if (source.kind !== 'ccitt' && source.kind !== 'jbig2') return kept('unsupported-filter');
  const read = await codecs.readBilevel(width, height, source);
  return read.kind === 'unread' ? kept(read.reason) : samplesFromBitmap(read.bitmap);
}

/** What the pages have in common, and what each draws of it. */
export function findPageSymbols({ pages }: SymbolsJob): SymbolsResult {
  const found = codeSymbols(
    pages.map(bitmapOf),
    pages.map(({ region }) => region.length),
    pages.map(({ mayMove }) => mayMove),
  );
  return {
    kind: 'symbols',
    globals: found.globals,
    pages: found.pages.map((symbols, index) => ({
      kind: 'page',
      page: pages[index],
      symbols,
      // A copy: what is given away with one page, the others still need.
      globals: symbols?.isMoved === true ? (found.globals?.slice() ?? null) : null,
    })),
  };
}

/**
 * The page as small as it is with its symbols or without them. Where pixels moved, the finished page is drawn by a decoder
 * that has nothing in common with the coder, and judged; one that breaks a rule is coded anew, to the pixel.
 *
 * @param pdfium the compiled `jbig2.wasm`
 */
export async function encodePage(
  { page, symbols, globals }: PageJob,
  pdfium: () => Promise<WebAssembly.Module>,
): Promise<PageResult> {
  const bitmap = bitmapOf(page);
  const coded = codePage(bitmap, page.region, symbols);
  if (!coded.isMoved) return pageResult(page, coded, null);
  const { width, height } = bitmap;
  const shown = pdfiumJbig2(await pdfium(), coded.data, coded.needsGlobals ? globals : null, width, height);
  const moved = shown === null ? UNREAD : judgeMovedPixels(bitmap, shown);
  return moved.broken.length === 0
    ? pageResult(page, coded, moved)
    : pageResult(page, codePage(bitmap, page.region, null), moved);
}

/** Of a stream that the decoder refuses: no page that keeps any rule. */
const UNREAD: MovedPixels = { moved: 0, longestRun: 0, broken: ['size'] };

function pageResult(
  page: MeasuredPage,
  { data, needsGlobals }: Jbig2Page,
  moved: MovedPixels | null,
): PageResult {
  const image = smallerThanDeflated(page, page.rows, { kind: 'same' }, data);
  const isJbig2 = image.data.kind === 'jbig2';
  // Deflated rows are the page's own.
  const isMoved = isJbig2 || (moved !== null && moved.broken.length > 0);
  return { kind: 'page', image, needsGlobals: needsGlobals && isJbig2, page, moved: isMoved ? moved : null };
}

function bitmapOf({ width, height, rows }: BilevelPage): Bitmap {
  return bitmapFromSamples(rows, width, height);
}
