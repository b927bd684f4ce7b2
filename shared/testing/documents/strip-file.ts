import { type Bitmap, bytesPerRow, samplesFromBitmap } from '../../codecs/bitmap.ts';
import { deflate } from '../../codecs/flate/deflate.ts';
import { codePage, codeSymbols, codeWholeRegion, encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import { latin1 } from '../../pdf/bytes.ts';
import { bitmapOf } from '../pictures/bitmaps.ts';
import { encodeCcitt } from '../pictures/ccitt-encode.ts';
import { FileBuilder, latin1Bytes } from './files.ts';

/** `jbig2-globals`: with the symbols of all strips of the page in one stream, at the page's number + 99. */
export type StripCodec = 'flate' | 'ccitt' | 'jbig2' | 'jbig2-globals';

/** A page with a one-bit image written as strips. */
export interface StripPage {
  readonly picture: Bitmap;
  /** Rows of each strip, from the top. */
  readonly heights: readonly number[];
  readonly codec?: StripCodec;
  readonly isStencil?: boolean;
  /** Replaces the usual content: gets the draw operation of each strip, from the top. */
  readonly content?: (draws: readonly string[]) => string;
  /** Further entries of each strip's dictionary. */
  readonly entries?: (strip: number) => string;
  /** Further entries of the page. */
  readonly page?: string;
  /**
   * A form draws them, and the page draws the form this often; `bare`: the form has no resources, but the
   * page has.
   */
  readonly inForm?: 'once' | 'twice' | 'bare';
  /** Each is an inline image at its place in the content; only fax and Flate are possible. */
  readonly isInline?: boolean;
  /** Strips without ink are one object: the first of their size in the file. */
  readonly sharesBlank?: boolean;
}

/** Words of print at one pixel per point, different text on each page, with specks as in scans. */
export function printedPage(width: number, height: number, seed = 1): Bitmap {
  const kindAt = (column: number, row: number) =>
    ((Math.imul(seed * 7919 + row * 104_729 + column * 31, 0x9e3779b1) >>> 16) % 40) + 1;
  const isSpeck = (x: number, y: number) =>
    (Math.imul(Math.imul(x + seed, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b), 0xc2b2ae35) >>> 16) % 151 === 0;
  return bitmapOf(width, height, (x, y) => {
    if (isSpeck(x, y)) return true;
    const [column, row] = [Math.floor(x / 12), Math.floor(y / 18)];
    const kind = kindAt(column, row);
    const stray = kindAt(row + 1, column) % 9;
    const [dx, dy] = [(x % 12) - (stray % 3), (y % 18) - 2 - Math.floor(stray / 3)];
    if (kind > 34 || dx < 0 || dy < 0 || dx >= 9 || dy >= 12) return false;
    const cell = Math.floor(dx / 2) * 8 + Math.floor(dy / 2);
    return dx < 2 || (Math.imul(kind * 613 + cell, 0x85ebca6b) >>> 12) % 5 < 2 || dy > 9;
  });
}

/** Strips of equal height, and a smaller one for the rest. */
export function evenHeights(height: number, strips: number): number[] {
  const each = Math.ceil(height / strips);
  return Array.from({ length: strips }, (_, at) => Math.min(each, height - at * each));
}

/**
 * Pages are object 10 and every 100 after it; a page's strips are the objects from +2 on, then its form.
 * @param catalog further entries of the catalog
 */
export function stripFile(pages: readonly StripPage[], catalog = ''): Uint8Array {
  const numberOf = (page: number) => 10 + page * 100;
  const file = new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(
      2,
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${numberOf(at)} 0 R`).join(' ')}] >>`,
    );
  const blanks = new Map<string, number>();
  for (const [at, page] of pages.entries()) addPage(file, numberOf(at), page, blanks);
  return file.table('/Root 1 0 R').build();
}

/** @param blanks numbers of strips without ink, by their size */
function addPage(file: FileBuilder, number: number, page: StripPage, blanks: Map<string, number>): void {
  const { picture, heights, content = usualContent } = page;
  const numbers: number[] = [];
  const draws: string[] = [];
  let top = 0;
  for (const [strip, coded] of codedStrips(file, number, page).entries()) {
    const { height } = coded.bits;
    top += height;
    const place = `${picture.width} 0 0 ${height} 0 ${picture.height - top} cm`;
    if (page.isInline === true) {
      draws.push(`${place} ${inlineStrip(coded, page, strip)}`);
    } else {
      numbers.push(addStrip(file, number + 2 + strip, coded, page, strip, blanks));
      draws.push(`${place} /Im${strip} Do`);
    }
  }
  const names = numbers.map((at, strip) => `/Im${strip} ${at} 0 R`).join(' ');
  const drawn = latin1Bytes(content(draws));
  const box = `[0 0 ${picture.width} ${picture.height}]`;
  const { inForm } = page;
  const form = number + 2 + heights.length;
  const pageNames =
    inForm === undefined ? names : inForm === 'bare' ? `/Fm ${form} 0 R ${names}` : `/Fm ${form} 0 R`;
  file.object(
    number,
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents ${number + 1} 0 R
      /Resources << /XObject << ${pageNames} >> >> ${page.page ?? ''} >>`,
  );
  if (inForm === undefined) {
    file.stream(number + 1, '', drawn);
    return;
  }
  file.stream(
    number + 1,
    '',
    latin1Bytes(`/Fm Do ${inForm === 'twice' ? 'q 1 0 0 1 300 0 cm /Fm Do Q' : ''}`),
  );
  const own = inForm === 'bare' ? '' : `/Resources << /XObject << ${names} >> >>`;
  file.stream(form, `/Type /XObject /Subtype /Form /BBox ${box} ${own}`, drawn);
}

interface CodedStrip {
  readonly bits: Bitmap;
  readonly filter: string;
  readonly data: Uint8Array;
}

function codedStrips(file: FileBuilder, number: number, page: StripPage): readonly CodedStrip[] {
  const { picture, heights, codec = 'flate' } = page;
  let top = 0;
  const strips = heights.map((height) => rowsOf(picture, (top += height) - height, height));
  if (codec !== 'jbig2-globals') return strips.map((bits) => ({ bits, ...packed(bits, codec) }));
  const regions = strips.map(codeWholeRegion);
  const { globals, pages } = codeSymbols(
    strips,
    regions.map(({ length }) => length),
  );
  if (globals === null) throw new Error('the strips have no symbols in common');
  file.stream(number + 99, '', globals);
  return strips.map((bits, strip) => {
    const { data, needsGlobals } = codePage(bits, regions[strip]!, pages[strip]!);
    const params = needsGlobals ? `/DecodeParms << /JBIG2Globals ${number + 99} 0 R >>` : '';
    return { bits, filter: `/Filter /JBIG2Decode ${params}`, data };
  });
}

/** @returns the object number of this strip */
function addStrip(
  file: FileBuilder,
  number: number,
  coded: CodedStrip,
  page: StripPage,
  strip: number,
  blanks: Map<string, number>,
): number {
  const { bits, data } = coded;
  const key = `${bits.width} ${bits.height}`;
  const isShared = page.sharesBlank === true && bits.data.every((byte) => byte === 0);
  const known = isShared ? blanks.get(key) : undefined;
  if (known !== undefined) return known;
  if (isShared) blanks.set(key, number);
  file.stream(number, `/Subtype /Image ${entriesOf(coded, page, strip)}`, data);
  return number;
}

/**
 * Abbreviations for inline images (ISO 32000-2, tables 91 and 92), so that a blank strip takes less than 125
 * bytes.
 */
const ABBREVIATED: ReadonlyMap<string, string> = new Map(
  [
    ['Width', 'W'],
    ['Height', 'H'],
    ['BitsPerComponent', 'BPC'],
    ['ColorSpace', 'CS'],
    ['DeviceGray', 'G'],
    ['Filter', 'F'],
    ['CCITTFaxDecode', 'CCF'],
    ['DecodeParms', 'DP'],
  ].map(([long, short]) => [long!, `/${short}`]),
);

function inlineStrip(coded: CodedStrip, page: StripPage, strip: number): string {
  const { data } = coded;
  const short = entriesOf(coded, page, strip).replaceAll(
    /\/(\w+)/g,
    (name, long) => ABBREVIATED.get(long) ?? name,
  );
  return `BI ${short} ID ${latin1(data, 0, data.length)}\nEI`;
}

function entriesOf(
  { bits, filter }: CodedStrip,
  { isStencil = false, entries = () => '' }: StripPage,
  strip: number,
): string {
  const kind = isStencil ? '/ImageMask true' : '/ColorSpace /DeviceGray';
  return `/Width ${bits.width} /Height ${bits.height} /BitsPerComponent 1 ${kind} ${filter} ${entries(strip)}`;
}

function usualContent(draws: readonly string[]): string {
  return draws.map((draw) => `q ${draw} Q`).join('\n');
}

function rowsOf({ width, data }: Bitmap, top: number, height: number): Bitmap {
  const stride = bytesPerRow(width);
  return { width, height, data: data.slice(top * stride, (top + height) * stride) };
}

function packed(bits: Bitmap, codec: Exclude<StripCodec, 'jbig2-globals'>): Omit<CodedStrip, 'bits'> {
  if (codec === 'flate') return { filter: '/Filter /FlateDecode', data: deflate(samplesFromBitmap(bits)) };
  if (codec === 'jbig2') return { filter: '/Filter /JBIG2Decode', data: encodeJbig2(bits) };
  const params = { k: -1, columns: bits.width, endOfLine: false, encodedByteAlign: false, endOfBlock: true };
  return {
    filter: `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${bits.width} /Rows ${bits.height} >>`,
    data: encodeCcitt(bits, { ...params, blackIs1: false }),
  };
}
