import { type Bitmap, bitmapFromSamples } from '../../codecs/bitmap.ts';
import {
  codePage,
  codeSymbols,
  codeWholeRegion,
  type DrawnSymbols,
  type Jbig2Page,
} from '../../codecs/jbig2/encode.ts';
import { mayHaveSymbols } from '../../codecs/jbig2/page-symbols.ts';
import { judgeMovedPixels, type MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import { pdfiumJbig2 } from '../../codecs/pdfium/pdfium-bilevel.ts';
import type { EncodedImage } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { type BilevelImage, type KeptImage, kept } from '../types.ts';
import { type BilevelPage, inFewerBits, smallerThanDeflated } from './bilevel-form.ts';
import { bilevelRows } from './bilevel-job.ts';
import { isTooMixed } from './mixed-bytes.ts';

/** Reads the bits of an image for coding several images together. */
export interface BitsJob {
  readonly kind: 'bits';
  readonly image: BilevelImage;
  /** True if they are a page that is coded together with others. */
  readonly isPage: boolean;
}

export type BitsResult = (
  | {
      readonly kind: 'bits';
      readonly page: BilevelPage;
      /** `MeasuredPage.region` for a page that is coded together with others; else null. */
      readonly region: Uint8Array | null;
    }
  | FinishedPage
  | KeptImage
) & {
  /** Bytes decoded to get plain samples. */
  readonly unpackedBytes?: number;
};

/** A page without shapes that other pages could share. */
export interface FinishedPage {
  readonly kind: 'finished';
  readonly image: EncodedImage;
}

export interface MeasuredPage extends BilevelPage {
  /** The page as one JBIG2 region, as a baseline for symbols. */
  readonly region: Uint8Array;
  /** Pixels on the edges of its letters may move, under the rules of `codecs/moved-pixels/judge.ts`. */
  readonly mayMove: boolean;
}

/** One-bit pages that may share symbols. */
export interface SymbolsJob {
  readonly kind: 'symbols';
  readonly pages: readonly MeasuredPage[];
}

export interface SymbolsResult {
  readonly kind: 'symbols';
  /** Stream for `/JBIG2Globals` of all pages that need one. */
  readonly globals: Uint8Array | null;
  /** One job for each page, with its data returned. */
  readonly pages: readonly PageJob[];
}

/** A page with the symbols found on it. */
export interface PageJob {
  readonly kind: 'page';
  readonly page: MeasuredPage;
  readonly symbols: DrawnSymbols | null;
  /** Globals for reading a page with moved pixels; else null. */
  readonly globals: Uint8Array | null;
}

export interface PageResult {
  readonly kind: 'page';
  readonly image: EncodedImage;
  readonly needsGlobals: boolean;
  /** The page of the job, returned. */
  readonly page: MeasuredPage;
  /** Result of the judge if pixels moved; if a rule was broken, the page is exact. */
  readonly moved: MovedPixels | null;
}

/** Reads a job with plain samples, or a fax or JBIG2 image. */
export async function readBits({ image, isPage }: BitsJob, codecs: ImageCodecs): Promise<BitsResult> {
  const rows = await bilevelRows(image, codecs);
  if (!(rows instanceof Uint8Array)) return rows;
  if (isTooMixed(image, rows)) return kept('too-many-pixels');
  const { page } = inFewerBits(image, rows);
  if (!isPage) return { kind: 'bits', page, region: null };
  const bitmap = bitmapOf(page);
  const region = codeWholeRegion(bitmap);
  if (mayHaveSymbols(bitmap)) return { kind: 'bits', page, region };
  const { data } = codePage(bitmap, region, null);
  return { kind: 'finished', image: smallerThanDeflated(page, page.rows, { kind: 'same' }, data) };
}

/** Finds shared symbols, and their uses on each page. */
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
      page: pages[index]!,
      symbols,
      // A copy: the original is needed by other pages after the transfer.
      globals: symbols?.isMoved === true ? (found.globals?.slice() ?? null) : null,
    })),
  };
}

/**
 * Encodes the page in the smaller form, with or without symbols. If pixels moved, an independent decoder
 * draws the finished page and the judge checks it; a page that breaks a rule is encoded again exactly.
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

/** Result for a stream that the decoder refuses: it breaks every rule. */
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
