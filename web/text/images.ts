import type { ImageCodec, ImageReport } from '../../shared/index.ts';
import { capital, format, isolated, plural, sentence } from './format.ts';
import { seriesText } from './i18n/lists.ts';
import { more } from './i18n/more-words.ts';
import { SKIP_WORDS } from './outcome/outcomes.ts';
import { tableWords } from './tables.ts';

const { tablesOf } = more;

const CODECS: Readonly<Record<ImageCodec | 'other', string>> = {
  raw: tablesOf.notPacked,
  flate: 'Flate',
  brotli: 'Brotli',
  lzw: 'LZW',
  runlength: 'RunLength',
  dct: 'JPEG',
  jpx: 'JPEG 2000',
  jbig2: 'JBIG2',
  ccitt: tablesOf.fax,
  other: tablesOf.unknownKind,
};

/** Texts of the table of images. */
export const imageWords = more.images;

/** `Page 17`, `Pages 2, 5 and more` */
export function pagesText(pages: readonly number[]): string {
  if (pages.length === 0) return tablesOf.somewhere;
  const shown = seriesText(pages.slice(0, 3).map((page) => format.count(page)));
  return pages.length > 3 ? tablesOf.onPagesMore(shown) : tablesOf.onPages(pages.length, shown);
}

/** `5,184 × 3,456, 612 dpi` */
export function pixelsText(width: number, height: number, dpi: number | undefined): string {
  const pixels = format.pixels(width, height);
  return dpi === undefined ? pixels : isolated(`${pixels}, ${format.count(dpi)} dpi`);
}

/** The new properties of an image, or that they are unchanged. */
export function nowText({ outcome, width, height, dpi }: ImageReport, isKept: boolean): string {
  if (isKept || outcome.kind === 'kept') return imageWords.sameSize;
  if (outcome.width === width && outcome.height === height) return imageWords.sameSize;
  return pixelsText(outcome.width, outcome.height, dpi?.after);
}

export function codecText({ outcome, codec }: ImageReport, isKept: boolean): string {
  if (isKept || outcome.kind === 'kept') return tablesOf.unchangedKind(CODECS[codec]);
  return tablesOf.wasKind(CODECS[outcome.codec], CODECS[codec]);
}

/** In words; the name used in the file is shown beside it. */
export function colorText({ bitsPerComponent, colorSpace }: ImageReport): string {
  if (colorSpace === 'ImageMask') return tablesOf.stencil;
  if (bitsPerComponent === 1) return tablesOf.blackWhite;
  if (/CMYK/.test(colorSpace)) return 'CMYK';
  if (/Indexed/.test(colorSpace)) return tablesOf.palette;
  if (/Gray|Separation/.test(colorSpace)) return tablesOf.gray;
  return tablesOf.color;
}

/** The outcome of an image, or why it is unchanged. */
export function doneText(report: ImageReport, isFileKept: boolean): string {
  const { outcome, width, height } = report;
  if (isFileKept) return tableWords.fileKept;
  if (outcome.kind === 'kept') return sentence(SKIP_WORDS[outcome.reason]);
  const isSmaller = outcome.width < width || outcome.height < height;
  if (isSmaller) return tablesOf.shrunk(format.pixels(outcome.width, outcome.height), CODECS[outcome.codec]);
  return outcome.codec === 'dct' && report.codec !== 'dct'
    ? tablesOf.asJpeg
    : tablesOf.tighter(CODECS[outcome.codec]);
}

/** The short reason below an image that is unchanged or has all its pixels. */
export function reasonText({ outcome }: ImageReport): string | null {
  const reason = outcome.kind === 'kept' ? outcome.reason : outcome.allPixels;
  return reason === undefined ? null : capital(SKIP_WORDS[reason]);
}

export function bitsText(bits: number): string {
  return plural(bits, 'bit');
}
