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
import { findPageSymbols } from './page-symbols.ts';
import { codeSymbols } from './symbol-coding.ts';
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
 * The embedded stream for JBIG2Decode (ISO 32000-1, 7.4.7): page information and regions, no file header, no
 * end-of-page segment, no globals. Width and height must be 1 or more.
 *
 * @param coding `generic` where there must be no symbols; else they are taken where they are smaller
 */
export function encodeJbig2(bitmap: Bitmap, coding: Jbig2Coding = 'symbols'): Uint8Array<ArrayBuffer> {
  if (bitmap.width < 1 || bitmap.height < 1) throw new RangeError('a JBIG2 page has at least one pixel');
  const page = cleanCopy(bitmap);
  const rows = padRows(page);
  const nominal = codeRegion(rows, 0, nominalPixels(0));
  const symbols = coding === 'generic' ? null : codeWithSymbols(page, nominal.data.length);
  if (symbols !== null && symbols.length < totalBytes(nominal) * CLEARLY_SMALLER) return symbols;
  const whole = concat([pageInformation(page), genericRegion(1, smallest(regionForms(rows, nominal)))]);
  return symbols !== null && symbols.length < whole.length ? symbols : whole;
}

/** Whole rows, with white padding. */
function cleanCopy({ width, height, data: given }: Bitmap): Bitmap {
  const data = new Uint8Array(bytesPerRow(width) * height);
  data.set(given.subarray(0, data.length));
  clearPadding(data, width, height);
  return { width, height, data };
}

/** Null where no shape of the page repeats often enough. */
function codeWithSymbols(page: Bitmap, genericBytes: number): Uint8Array<ArrayBuffer> | null {
  const found = findPageSymbols(page, genericBytes);
  if (found === null) return null;
  const symbols = codeSymbols(found.classes);
  const segments = [pageInformation(page), symbolDictionary(1, symbols), textRegion(2, 1, page, symbols)];
  const rest = trimRows(found.rest);
  if (rest !== null) {
    const rows = padRows(rest.bitmap);
    const region = smallest(regionForms(rows, codeRegion(rows, 0, nominalPixels(0))));
    segments.push(genericRegion(3, { ...region, top: rest.top }));
  }
  return concat(segments);
}

/** The region coded in the ways that may be smaller than with template 0 and its adaptive pixels in their places. */
function* regionForms(rows: PaddedRows, nominal: GenericRegion): Generator<GenericRegion> {
  yield nominal;
  const codedBytes = nominal.data.length;
  if (codedBytes < SMALL_BYTES) {
    for (const template of [1, 2, 3] as const) yield codeRegion(rows, template, nominalPixels(template));
  }
  if (codedBytes >= SMALL_BYTES || codedBytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height) {
    const adaptive = findAdaptivePixels(rows);
    if (!samePixels(adaptive, nominal.adaptive)) yield codeRegion(rows, 0, adaptive);
  }
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
