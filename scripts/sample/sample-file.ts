import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Raster } from '../../shared/codecs/pixels/raster.ts';
import { createTestHost } from '../../shared/testing/host.ts';
import { openInPdfium } from '../../shared/testing/oracles/pdfium-render.ts';
import { createMozjpegCodec } from '../../shared/testing/pictures/mozjpeg.ts';
import { landscape } from './landscape.ts';
import { scanned } from './scanned.ts';

const A4 = [595.28, 841.89] as const;
const INK = rgb(0.08, 0.1, 0.09);

/** Three typical pages: a photograph with a caption, a scanned letter, and text. */
export async function sampleFile(): Promise<Uint8Array> {
  const codec = createMozjpegCodec(createTestHost());
  const jpeg = (raster: Raster, quality: number) =>
    codec.encode(raster, { quality, chroma: '4:2:0', scans: 'sequential' });
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle('Pagelight sample');
  document.setLanguage('en');
  const book = await document.embedFont(StandardFonts.TimesRoman);

  const photoPage = document.addPage([...A4]);
  photoPage.drawText('A photo', { x: 56, y: 752, size: 34, font: book, color: INK });
  const photo = await document.embedJpg(await jpeg(landscape(1600, 1067), 93));
  photoPage.drawImage(photo, { x: 56, y: 400, width: 483, height: 322 });
  write(photoPage, book, PHOTO_TEXT, 360);

  const scan = await document.embedJpg(await jpeg(await scannedLetter(), 86));
  document.addPage([...A4]).drawImage(scan, { x: 0, y: 0, width: A4[0], height: A4[1] });

  const textPage = document.addPage([...A4]);
  textPage.drawText('And text', { x: 56, y: 752, size: 34, font: book, color: INK });
  write(textPage, book, TEXT, 710);
  return document.save({ useObjectStreams: false });
}

async function scannedLetter(): Promise<Raster> {
  const letter = await PDFDocument.create({ updateMetadata: false });
  const font = await letter.embedFont(StandardFonts.Courier);
  const page = letter.addPage([...A4]);
  write(page, font, LETTER, 750, 11);
  write(page, font, SMALL_PRINT, 400, 6);
  const opened = await openInPdfium(await letter.save());
  const drawn = opened.render(0, 200);
  opened.close();
  return scanned(drawn);
}

function write(page: PDFPage, font: PDFFont, text: string, top: number, size = 12.5): void {
  page.drawText(text, { x: 56, y: top, size, font, color: INK, lineHeight: size * 1.45, maxWidth: 483 });
}

const PHOTO_TEXT = [
  'Hills in the evening, drawn by a program of ours: nobody took this picture, and nobody has rights in it.',
  'It has 1,600 by 1,067 pixels, more than a screen shows at this size. Screen and Smallest make it smaller; ' +
    'Exact leaves every pixel as it is.',
].join('\n\n');

const LETTER = [
  'Pagelight\nThe desk by the window\n',
  'Dear reader,',
  'this page was never typed: it is a picture of a letter, as a scanner makes it, a little askew and on ' +
    'paper that is not quite white. Small print dies first when such pages are compressed too hard.',
  'So look here after compressing. The smallest line below has letters of six points; with Screen a ' +
    'scan keeps 150 dots per inch, and you can still read it.',
  'With kind regards,\nyour light table',
].join('\n\n');

const SMALL_PRINT =
  'Small print: this line has letters of six points. Whoever can read it after compressing has kept a scan worth keeping.';

const TEXT = [
  'Letters and lines are no pictures. They stay what they are, at every setting: text can be searched and copied, links ' +
    'work, and nothing on this page becomes blurred.',
  'What can be saved here is in how the file is packed. Pagelight packs it anew, opens the result again and compares it ' +
    'with what you gave, object by object. Where anything is in doubt you get your own file back.',
  'Press Compare to see each page before and after.',
].join('\n\n');
