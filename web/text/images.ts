import type { ImageCodec, ImageReport } from '../../shared/index.ts';
import { capital, format, plural, sentence } from './format.ts';
import { SKIP_WORDS } from './outcomes.ts';
import { tableWords } from './tables.ts';

const CODECS: Readonly<Record<ImageCodec | 'other', string>> = {
  raw: 'Not packed',
  flate: 'Flate',
  brotli: 'Brotli',
  lzw: 'LZW',
  runlength: 'RunLength',
  dct: 'JPEG',
  jpx: 'JPEG 2000',
  jbig2: 'JBIG2',
  ccitt: 'CCITT fax',
  other: 'Unknown',
};

/** The words of the table of images. */
export const imageWords = {
  title: 'Images',
  sortBy: 'Sort by',
  sorts: { saved: 'Bytes saved', page: 'Page', size: 'Size' },
  image: 'Image',
  was: 'Was',
  now: 'Now',
  codec: 'Codec',
  before: 'Before',
  after: 'After',
  keep: 'Keep original',
  keepOf: (name: string) => `Keep original: ${name}`,
  detailsOf: (name: string) => `Details: ${name}`,
  sameSize: 'Same size',
  unchanged: 'Unchanged',
  color: 'Colors',
  done: 'What was done',
  quality: 'Quality of this image',
  qualityHint:
    'For this image alone. Applied when you leave the field or press Enter; the file is then done again.',
  resetQuality: 'Like all the others again',
} as const;

/** `Page 17`, `Pages 2, 5 and more` */
export function pagesText(pages: readonly number[]): string {
  if (pages.length === 0) return 'Somewhere in the file';
  const shown = pages.slice(0, 3).map((page) => format.count(page));
  const more = pages.length > shown.length ? ' and more' : '';
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${shown.join(', ')}${more}`;
}

/** `5,184 × 3,456, 612 dpi` */
export function pixelsText(width: number, height: number, dpi: number | undefined): string {
  const pixels = format.pixels(width, height);
  return dpi === undefined ? pixels : `${pixels}, ${format.count(dpi)} dpi`;
}

/** What an image is now, or that it is what it was. */
export function nowText({ outcome, width, height, dpi }: ImageReport, isKept: boolean): string {
  if (isKept || outcome.kind === 'kept') return imageWords.sameSize;
  if (outcome.width === width && outcome.height === height) return imageWords.sameSize;
  return pixelsText(outcome.width, outcome.height, dpi?.after);
}

export function codecText({ outcome, codec }: ImageReport, isKept: boolean): string {
  if (isKept || outcome.kind === 'kept') return `${CODECS[codec]}, ${imageWords.unchanged.toLowerCase()}`;
  return `${CODECS[outcome.codec]}, was ${CODECS[codec]}`;
}

/** In words for people; the name in the file is told beside it. */
export function colorText({ bitsPerComponent, colorSpace }: ImageReport): string {
  if (colorSpace === 'ImageMask') return 'Stencil';
  if (bitsPerComponent === 1) return 'Black and white';
  if (/CMYK/.test(colorSpace)) return 'CMYK';
  if (/Indexed/.test(colorSpace)) return 'Palette';
  if (/Gray|Separation/.test(colorSpace)) return 'Gray';
  return 'Color';
}

/** Why an image stayed as it was; what was done to one that did not. */
export function doneText(report: ImageReport, isFileKept: boolean): string {
  const { outcome, width, height } = report;
  if (isFileKept) return tableWords.fileKept;
  if (outcome.kind === 'kept') return sentence(SKIP_WORDS[outcome.reason]);
  const isSmaller = outcome.width < width || outcome.height < height;
  if (isSmaller)
    return `Shrunk to ${format.pixels(outcome.width, outcome.height)} and packed as ${CODECS[outcome.codec]}.`;
  return outcome.codec === 'dct' && report.codec !== 'dct'
    ? 'Packed as JPEG.'
    : `Packed more tightly as ${CODECS[outcome.codec]}.`;
}

/** The short reason under an image that stayed as it was. */
export function reasonText({ outcome }: ImageReport): string | null {
  return outcome.kind === 'kept' ? capital(SKIP_WORDS[outcome.reason]) : null;
}

export function bitsText(bits: number): string {
  return plural(bits, 'bit');
}
