import { joinedBytes } from '../../lists.ts';
import { type Bitmap, bytesPerRow, clearPadding, hasClearPadding } from '../bitmap.ts';
import { findAdaptivePixels } from './adaptive-pixels.ts';
import type { Jbig2Coding } from './coding.ts';
import { type FramedSymbol, frameSymbols, type SymbolInstance } from './frames/symbol-frames.ts';
import {
  type AdaptivePixel,
  encodeRows,
  nominalPixels,
  type PaddedRows,
  padRows,
  type RowPrediction,
  type TemplateId,
} from './generic-region.ts';
import { findSymbols, withMovedPixels } from './page-symbols.ts';
import { codeDictionary, codeText, inOrder } from './symbol-coding.ts';
import {
  type GenericRegion,
  genericRegion,
  pageInformation,
  symbolDictionary,
  textRegion,
} from './write-segments.ts';

/**
 * JBIG2 encoder (ITU-T T.88), lossless unless `codeSymbols` allows moving pixels: the whole bitmap as one
 * generic region, or its letters as symbols and the rest as a generic region. A symbol that is only similar
 * is drawn with all its own pixels (refinement coding): no letter ever replaces another.
 */

/** Shorter data does not train the 65,536 contexts of template 0: a smaller template may win. */
const SMALL_BYTES = 16_384;
/** Pixels per encoded byte: a small image below this is likely a halftone. */
const HALFTONE_PIXELS_PER_BYTE = 100;

/** Symbols of at most this share of one region win without a search for the region's best form. */
const CERTAIN_SYMBOLS_SHARE = 0.85;

/**
 * Optimization goal: the fewest bytes, or fast decoding, which costs 1 to 2 % more. Decoders are fast for
 * template 0 with nominal adaptive pixels (PDFium takes two to five times as long for others), and skip rows
 * equal to the previous one (typical prediction, 6.2.5.7).
 */
export type Jbig2Aim = 'small' | 'quick';

/** Shared symbols of pages that are coded together, and the symbols that each page draws. */
export interface SymbolsOfPages {
  /** Stream for `/JBIG2Globals` with the symbols that several pages draw; null if no page needs it. */
  readonly globals: Uint8Array<ArrayBuffer> | null;
  /** One per page; null if symbols gain nothing. */
  readonly pages: readonly (DrawnSymbols | null)[];
}

/** The beginning of a page's stream. */
export interface DrawnSymbols {
  /** Page information, own symbols, text. */
  readonly segments: Uint8Array<ArrayBuffer>;
  /** Number of the segment that follows them. */
  readonly nextNumber: number;
  readonly needsGlobals: boolean;
  /** True if pixels on the edges of its symbols moved. */
  readonly isMoved: boolean;
  /** The rest of the page, between its first and last row with a pixel; null if it is empty. */
  readonly rest: (Bitmap & { readonly top: number }) | null;
}

export interface Jbig2Page {
  readonly data: Uint8Array<ArrayBuffer>;
  /** It cannot be decoded without the globals. */
  readonly needsGlobals: boolean;
  /** It draws other pixels than the page has. */
  readonly isMoved: boolean;
}

/**
 * Returns the embedded stream for JBIG2Decode (ISO 32000-1, 7.4.7): page information and regions, no file
 * header, no end-of-page segment, no globals. Width and height must be at least 1.
 * @param coding `generic` forbids symbols; else they are used if smaller
 */
export function encodeJbig2(
  bitmap: Bitmap,
  coding: Jbig2Coding = 'symbols',
  aim: Jbig2Aim = 'small',
): Uint8Array<ArrayBuffer> {
  const region = wholeRegion(bitmap, aim);
  if (coding === 'generic') return wholePage(clean(bitmap), region, aim);
  const { pages } = codeSymbols([bitmap], [region.length]);
  return codePage(bitmap, region, pages[0]!, aim).data;
}

/**
 * Encodes the whole page as a region, as a baseline. Pages that may share symbols are coded in three steps,
 * of which the first (this) and the last (`codePage`) need only one page and may run in any thread;
 * `codeSymbols` is between them.
 */
export function codeWholeRegion(bitmap: Bitmap): Uint8Array {
  return wholeRegion(bitmap, 'small');
}

/**
 * Finds the symbols of pages. Each page is decoded separately with the globals; symbols of a single page stay
 * in its own stream.
 * @param regionBytes size of each page by `codeWholeRegion`
 * @param mayMove by page, whether pixels on the edges of its letters may move (`near/move-pixels.ts`);
 * default: none
 */
export function codeSymbols(
  bitmaps: readonly Bitmap[],
  regionBytes: readonly number[],
  mayMove: readonly boolean[] = [],
): SymbolsOfPages {
  const pages = bitmaps.map(clean);
  const exact = findSymbols(pages, regionBytes);
  const found = mayMove.includes(true) ? withMovedPixels(exact, pages, regionBytes, mayMove) : exact;
  const framed = frameSymbols([...found.shared, ...found.pages.flatMap((page) => page?.own ?? [])]);
  const shared = inOrder(framed.slice(0, found.shared.length));
  let next = found.shared.length;
  const drawn = drawnOf(shared, pages.length);
  return {
    globals: shared.length === 0 ? null : joinedBytes([symbolDictionary(GLOBALS, codeDictionary(shared), 0)]),
    pages: pages.map((page, index) => {
      const symbols = found.pages[index]!;
      if (symbols === null) return null;
      const own = framed.slice(next, (next += symbols.own.length));
      const { rest, isMoved = false } = symbols;
      return drawnSymbols(page, { shared, drawn: drawn[index]!, own: inOrder(own), rest, isMoved });
    }),
  };
}

/**
 * Returns a page with its symbols, or without them if that is smaller.
 * @param region the page by `codeWholeRegion`
 */
export function codePage(
  bitmap: Bitmap,
  region: Uint8Array,
  symbols: DrawnSymbols | null,
  aim: Jbig2Aim = 'small',
): Jbig2Page {
  const bySymbols = symbols === null ? null : withRest(symbols, aim);
  if (bySymbols !== null && bySymbols.data.length < nominalBytes(region) * CERTAIN_SYMBOLS_SHARE)
    return bySymbols;
  const whole = wholePage(clean(bitmap), region, aim);
  if (bySymbols !== null && bySymbols.data.length < whole.length) return bySymbols;
  return { data: whole, needsGlobals: false, isMoved: false };
}

/** Number of the only globals segment; those of a page follow it. */
const GLOBALS = 0;

function wholeRegion(bitmap: Bitmap, aim: Jbig2Aim): Uint8Array {
  if (bitmap.width < 1 || bitmap.height < 1) throw new RangeError('a JBIG2 page has at least one pixel');
  return nominalRegion(padRows(clean(bitmap)), aim).data;
}

function nominalRegion(rows: PaddedRows, aim: Jbig2Aim): GenericRegion {
  return codeRegion(rows, 0, nominalPixels(0), predictionOf(aim));
}

function predictionOf(aim: Jbig2Aim): RowPrediction {
  return aim === 'quick' ? 'typical' : 'none';
}

/** As counted by `totalBytes`. */
function nominalBytes(region: Uint8Array): number {
  return region.length + nominalPixels(0).length * 2;
}

function wholePage(page: Bitmap, region: Uint8Array, aim: Jbig2Aim): Uint8Array<ArrayBuffer> {
  const { width, height } = page;
  const nominal: GenericRegion = {
    width,
    height,
    top: 0,
    template: 0,
    adaptive: nominalPixels(0),
    prediction: predictionOf(aim),
    data: region,
  };
  const forms = regionForms(padRows(page), nominal, aim);
  return joinedBytes([pageInformation(page), genericRegion(1, smallest(forms))]);
}

/** Returns whole rows with white padding; the bitmap itself if it has that form, for reading only. */
function clean(bitmap: Bitmap): Bitmap {
  const { width, height, data: given } = bitmap;
  const bytes = bytesPerRow(width) * height;
  if (given.length === bytes && hasClearPadding(given, width, height)) return bitmap;
  const data = new Uint8Array(bytes);
  data.set(given.subarray(0, data.length));
  clearPadding(data, width, height);
  return { width, height, data };
}

/** Per page: instances of shared symbols, by symbol number. */
type Drawn = ReadonlyMap<number, readonly SymbolInstance[]>;

function drawnOf(shared: readonly FramedSymbol[], pages: number): readonly Drawn[] {
  const drawn = Array.from({ length: pages }, () => new Map<number, SymbolInstance[]>());
  for (const [id, { instances }] of shared.entries()) {
    for (const instance of instances) {
      const { page } = instance.component;
      const others = drawn[page]!.get(id);
      if (others === undefined) drawn[page]!.set(id, [instance]);
      else others.push(instance);
    }
  }
  return drawn;
}

interface FramedPage {
  readonly shared: readonly FramedSymbol[];
  readonly drawn: Drawn;
  readonly own: readonly FramedSymbol[];
  readonly rest: Bitmap;
  readonly isMoved: boolean;
}

/** Encodes the page's instances of shared symbols and its own symbols. */
function drawnSymbols(page: Bitmap, { shared, drawn, own, rest, isMoved }: FramedPage): DrawnSymbols {
  const needsGlobals = drawn.size > 0;
  let number = needsGlobals ? GLOBALS + 1 : 0;
  const segments = [pageInformation(page, number++)];
  const dictionaries = needsGlobals ? [GLOBALS] : [];
  if (own.length > 0) {
    dictionaries.push(number);
    segments.push(symbolDictionary(number++, codeDictionary(own)));
  }
  const text = codeText(needsGlobals ? [...withInstances(shared, drawn), ...own] : own, page);
  segments.push(textRegion(number++, dictionaries, page, text));
  return { segments: joinedBytes(segments), nextNumber: number, needsGlobals, isMoved, rest: trimRows(rest) };
}

/** Adds the rest of the page as a region to the symbols. */
function withRest(symbols: DrawnSymbols, aim: Jbig2Aim): Jbig2Page {
  const { segments, nextNumber, needsGlobals, isMoved, rest } = symbols;
  if (rest === null) return { data: segments, needsGlobals, isMoved };
  const region = smallest(restForms(padRows(rest), aim));
  return {
    data: joinedBytes([segments, genericRegion(nextNumber, { ...region, top: rest.top })]),
    needsGlobals,
    isMoved,
  };
}

function withInstances(shared: readonly FramedSymbol[], drawn: Drawn): readonly FramedSymbol[] {
  return shared.map(({ bitmap }, id) => ({ bitmap, instances: drawn.get(id) ?? [] }));
}

/** The rest without letters is often a pattern: rows of dots, hatched boxes. */
function* restForms(rows: PaddedRows, aim: Jbig2Aim): Generator<GenericRegion> {
  const nominal = nominalRegion(rows, aim);
  yield* regionForms(rows, nominal, aim);
  if (aim === 'quick') return;
  const bytes = nominal.data.length;
  const isTried = bytes >= SMALL_BYTES || bytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height;
  if (bytes < MIN_PATTERN_BYTES || isTried) return;
  yield* adaptedForm(rows, nominal);
}

/** A smaller rest gains less than the search costs. */
const MIN_PATTERN_BYTES = 1200;

/** Yields forms of the region that may be smaller than template 0 with nominal adaptive pixels. */
function* regionForms(rows: PaddedRows, nominal: GenericRegion, aim: Jbig2Aim): Generator<GenericRegion> {
  yield nominal;
  const codedBytes = nominal.data.length;
  if (codedBytes < SMALL_BYTES) {
    for (const template of [1, 2, 3] as const) {
      yield codeRegion(rows, template, nominalPixels(template), nominal.prediction);
    }
  }
  if (aim === 'quick') return;
  if (codedBytes >= SMALL_BYTES || codedBytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height) {
    yield* adaptedForm(rows, nominal);
  }
}

function* adaptedForm(rows: PaddedRows, nominal: GenericRegion): Generator<GenericRegion> {
  const adaptive = findAdaptivePixels(rows);
  if (!samePixels(adaptive, nominal.adaptive)) yield codeRegion(rows, 0, adaptive, nominal.prediction);
}

function codeRegion(
  rows: PaddedRows,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
  prediction: RowPrediction,
): GenericRegion {
  const { width, height } = rows;
  const data = encodeRows(rows, { from: 0, to: height }, template, adaptive, prediction);
  return { width, height, top: 0, template, adaptive, prediction, data };
}

/** Returns the first of the smallest, including headers: templates 1 to 3 have one adaptive pixel instead of four. */
function smallest(regions: Iterable<GenericRegion>): GenericRegion {
  let best: GenericRegion | null = null;
  for (const region of regions) if (best === null || totalBytes(region) < totalBytes(best)) best = region;
  return best!;
}

function totalBytes({ data, adaptive }: GenericRegion): number {
  return data.length + adaptive.length * 2;
}

function samePixels(a: readonly AdaptivePixel[], b: readonly AdaptivePixel[]): boolean {
  return a.every(({ dx, dy }, index) => dx === b[index]!.dx && dy === b[index]!.dy);
}

/** Returns the bitmap without white rows above and below; null if it is all white. */
function trimRows({ width, data }: Bitmap): DrawnSymbols['rest'] {
  const stride = bytesPerRow(width);
  const first = data.findIndex((byte) => byte !== 0);
  if (first < 0) return null;
  const top = Math.floor(first / stride);
  const bottom = Math.floor(data.findLastIndex((byte) => byte !== 0) / stride) + 1;
  return { width, height: bottom - top, data: data.subarray(top * stride, bottom * stride), top };
}
