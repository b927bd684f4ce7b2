import { type Bitmap, bytesPerRow, clearPadding } from '../bitmap.ts';
import { findAdaptivePixels } from './adaptive-pixels.ts';
import type { Jbig2Coding } from './coding.ts';
import {
  type AdaptivePixel,
  encodeRows,
  nominalPixels,
  type PaddedRows,
  padRows,
  type TemplateId,
} from './generic-region.ts';
import { findSymbols, type PageSymbols } from './page-symbols.ts';
import type { ClassMember, SymbolClass } from './symbol-classes.ts';
import { codeDictionary, codeText, inOrder } from './symbol-coding.ts';
import {
  concat,
  type GenericRegion,
  genericRegion,
  pageInformation,
  symbolDictionary,
  textRegion,
} from './write-segments.ts';

/**
 * Lossless JBIG2 (ITU-T T.88): the whole bitmap as one generic region, or its letters as symbols and the rest as a
 * generic region. A symbol that only looks alike is drawn with all its own pixels (refinement coding): no letter
 * ever stands for another.
 */

/** Coded data shorter than this does not fill the 65,536 contexts of template 0: a smaller template may win. */
const SMALL_BYTES = 16_384;
/** Pixels per coded byte: a small picture that does not even reach this is likely a halftone. */
const HALFTONE_PIXELS_PER_BYTE = 100;

/** Symbols that take no more than this part of one region win without a search for the region's best form. */
const CLEARLY_SMALLER = 0.85;

/**
 * Where template 0 has its adaptive pixels: where they take the fewest bytes, or in their nominal places, for which readers have
 * quick ways. PDFium takes two to five times as long for others, of 1 to 2 % fewer bytes.
 */
export type AdaptivePlaces = 'best' | 'nominal';

/** Pages that are coded together. */
export interface Jbig2Pages {
  /** The stream for `/JBIG2Globals` of all of them: the symbols that several draw. Null where none does. */
  readonly globals: Uint8Array<ArrayBuffer> | null;
  readonly pages: readonly Jbig2Page[];
}

export interface Jbig2Page {
  readonly data: Uint8Array<ArrayBuffer>;
  /** It cannot be read without the globals. */
  readonly needsGlobals: boolean;
}

/**
 * The embedded stream for JBIG2Decode (ISO 32000-1, 7.4.7): page information and regions, no file header, no
 * end-of-page segment, no globals. Width and height must be 1 or more.
 *
 * @param coding `generic` where there must be no symbols; else they are taken where they are smaller
 */
export function encodeJbig2(
  bitmap: Bitmap,
  coding: Jbig2Coding = 'symbols',
  places: AdaptivePlaces = 'best',
): Uint8Array<ArrayBuffer> {
  if (coding === 'symbols') return encodeJbig2Pages([bitmap], places).pages[0].data;
  const page = pageToCode(bitmap);
  return wholePage(page, nominalRegion(page), places);
}

/**
 * The same for pages that may have symbols in common. Each is read by itself with the globals; symbols of its own stay
 * in its own stream.
 */
export function encodeJbig2Pages(bitmaps: readonly Bitmap[], places: AdaptivePlaces = 'best'): Jbig2Pages {
  const pages = bitmaps.map(pageToCode);
  const nominal = pages.map(nominalRegion);
  const found = findSymbols(
    pages,
    nominal.map(({ data }) => data.length),
  );
  const shared = inOrder(found.shared);
  const drawn = drawnOf(shared, pages.length);
  const coded = pages.map((page, index): Jbig2Page => {
    const symbols = found.pages[index];
    const bySymbols = symbols === null ? null : codePage(page, shared, drawn[index], symbols, places);
    const isClear =
      bySymbols !== null && bySymbols.data.length < totalBytes(nominal[index]) * CLEARLY_SMALLER;
    if (isClear) return bySymbols;
    const whole = wholePage(page, nominal[index], places);
    if (bySymbols !== null && bySymbols.data.length < whole.length) return bySymbols;
    return { data: whole, needsGlobals: false };
  });
  const needing = [...coded.keys()].filter((index) => coded[index].needsGlobals);
  if (needing.length === 0) return { globals: null, pages: coded };
  const globals = concat([symbolDictionary(GLOBALS, codeDictionary(shared), 0)]);
  const takes = needing.reduce((sum, index) => sum + coded[index].data.length, globals.length);
  const alone = takes < SMALL_BYTES ? smallerAlone(bitmaps, needing, takes, places) : null;
  return alone === null
    ? { globals, pages: coded }
    : { globals: null, pages: coded.map((page, index) => alone.get(index) ?? page) };
}

/** What a stream of globals takes in a file beside its data, and each reference to it. */
const GLOBALS_STREAM_BYTES = 60;
const GLOBALS_REFERENCE_BYTES = 42;

/** The pages that need globals each by itself, where that is smaller; of small pages alone it may be. */
function smallerAlone(
  bitmaps: readonly Bitmap[],
  needing: readonly number[],
  takes: number,
  places: AdaptivePlaces,
): ReadonlyMap<number, Jbig2Page> | null {
  const alone = new Map(needing.map((index) => [index, encodeJbig2Pages([bitmaps[index]], places).pages[0]]));
  const bytes = [...alone.values()].reduce((sum, { data }) => sum + data.length, 0);
  const around = GLOBALS_STREAM_BYTES + needing.length * GLOBALS_REFERENCE_BYTES;
  return bytes <= takes + around ? alone : null;
}

/** The number of the globals' one segment; those of a page follow it. */
const GLOBALS = 0;

function pageToCode(bitmap: Bitmap): Bitmap {
  if (bitmap.width < 1 || bitmap.height < 1) throw new RangeError('a JBIG2 page has at least one pixel');
  return cleanCopy(bitmap);
}

function nominalRegion(page: Bitmap): GenericRegion {
  return codeRegion(padRows(page), 0, nominalPixels(0));
}

function wholePage(page: Bitmap, nominal: GenericRegion, places: AdaptivePlaces): Uint8Array<ArrayBuffer> {
  const forms = regionForms(padRows(page), nominal, places);
  return concat([pageInformation(page), genericRegion(1, smallest(forms))]);
}

/** Whole rows, with white padding. */
function cleanCopy({ width, height, data: given }: Bitmap): Bitmap {
  const data = new Uint8Array(bytesPerRow(width) * height);
  data.set(given.subarray(0, data.length));
  clearPadding(data, width, height);
  return { width, height, data };
}

/** For each page, by the number of the symbol, what it draws of shared ones. */
type Drawn = ReadonlyMap<number, readonly ClassMember[]>;

function drawnOf(shared: readonly SymbolClass[], pages: number): readonly Drawn[] {
  const drawn = Array.from({ length: pages }, () => new Map<number, ClassMember[]>());
  for (const [id, { members }] of shared.entries()) {
    for (const member of members) {
      const { page } = member.component;
      const others = drawn[page].get(id);
      if (others === undefined) drawn[page].set(id, [member]);
      else others.push(member);
    }
  }
  return drawn;
}

/** What the page draws of the shared symbols and of its own, and the rest as a region. */
function codePage(
  page: Bitmap,
  shared: readonly SymbolClass[],
  drawn: Drawn,
  symbols: PageSymbols,
  places: AdaptivePlaces,
): Jbig2Page {
  const own = inOrder(symbols.own);
  const needsGlobals = drawn.size > 0;
  let number = needsGlobals ? GLOBALS + 1 : 0;
  const segments = [pageInformation(page, number++)];
  const dictionaries = needsGlobals ? [GLOBALS] : [];
  if (own.length > 0) {
    dictionaries.push(number);
    segments.push(symbolDictionary(number++, codeDictionary(own)));
  }
  const text = codeText(needsGlobals ? [...withMembers(shared, drawn), ...own] : own);
  segments.push(textRegion(number++, dictionaries, page, text));
  const rest = trimRows(symbols.rest);
  if (rest !== null) {
    const region = smallest(restForms(padRows(rest.bitmap), places));
    segments.push(genericRegion(number, { ...region, top: rest.top }));
  }
  return { data: concat(segments), needsGlobals };
}

function withMembers(shared: readonly SymbolClass[], drawn: Drawn): readonly SymbolClass[] {
  return shared.map(({ prototype }, id) => ({ prototype, members: drawn.get(id) ?? [] }));
}

/** What letters leave behind is often a pattern: rows of dots, hatched boxes. */
function* restForms(rows: PaddedRows, places: AdaptivePlaces): Generator<GenericRegion> {
  const nominal = codeRegion(rows, 0, nominalPixels(0));
  yield* regionForms(rows, nominal, places);
  if (places === 'nominal') return;
  const bytes = nominal.data.length;
  const isTried = bytes >= SMALL_BYTES || bytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height;
  if (bytes < LEAST_PATTERN_BYTES || isTried) return;
  yield* adaptedForm(rows, nominal);
}

/** A rest of fewer bytes gains less than the search is worth. */
const LEAST_PATTERN_BYTES = 1200;

/** The region coded in the ways that may be smaller than with template 0 and its adaptive pixels in their places. */
function* regionForms(
  rows: PaddedRows,
  nominal: GenericRegion,
  places: AdaptivePlaces,
): Generator<GenericRegion> {
  yield nominal;
  const codedBytes = nominal.data.length;
  if (codedBytes < SMALL_BYTES) {
    for (const template of [1, 2, 3] as const) yield codeRegion(rows, template, nominalPixels(template));
  }
  if (places === 'nominal') return;
  if (codedBytes >= SMALL_BYTES || codedBytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height) {
    yield* adaptedForm(rows, nominal);
  }
}

function* adaptedForm(rows: PaddedRows, nominal: GenericRegion): Generator<GenericRegion> {
  const adaptive = findAdaptivePixels(rows);
  if (!samePixels(adaptive, nominal.adaptive)) yield codeRegion(rows, 0, adaptive);
}

function codeRegion(
  rows: PaddedRows,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
): GenericRegion {
  const { width, height } = rows;
  const data = encodeRows(rows, { from: 0, to: height }, template, adaptive);
  return { width, height, top: 0, template, adaptive, data };
}

/** The first of the smallest: header sizes count too, for templates 1 to 3 name one adaptive pixel instead of four. */
function smallest(regions: Iterable<GenericRegion>): GenericRegion {
  let best: GenericRegion | null = null;
  for (const region of regions) if (best === null || totalBytes(region) < totalBytes(best)) best = region;
  return best!;
}

function totalBytes({ data, adaptive }: GenericRegion): number {
  return data.length + adaptive.length * 2;
}

function samePixels(a: readonly AdaptivePixel[], b: readonly AdaptivePixel[]): boolean {
  return a.every(({ dx, dy }, index) => dx === b[index].dx && dy === b[index].dy);
}

/** The bitmap without white rows above and below, or null where all of it is white. */
function trimRows({ width, data }: Bitmap): { readonly bitmap: Bitmap; readonly top: number } | null {
  const stride = bytesPerRow(width);
  const first = data.findIndex((byte) => byte !== 0);
  if (first < 0) return null;
  const top = Math.floor(first / stride);
  const bottom = Math.floor(data.findLastIndex((byte) => byte !== 0) / stride) + 1;
  return {
    bitmap: { width, height: bottom - top, data: data.subarray(top * stride, bottom * stride) },
    top,
  };
}
