/**
 * Generated scans of one bit, as archives have them: `node bench/synthetic/one-bit.mjs FOLDER [PDF]`. With a PDF
 * that has a JPEG 2000 image, also that image under stencils.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { PdfFile } from './pdf-file.mjs';
import { seededRandom } from './random.mjs';

/** @type {Pick<typeof import('../../shared/codecs/jbig2/encode.ts'), 'encodeJbig2'>} */
const { encodeJbig2 } = await tsImport('../../shared/codecs/jbig2/encode.ts', import.meta.url);

const [WIDTH, HEIGHT] = [4960, 7016];
const STRIDE = WIDTH / 8;
/** Pixels of a letter's cell: 10 points at 600 dpi. */
const CELL = 80;
const KINDS = 60;
/** Prints of each letter, all with other noise on their edges. */
const PRINTS = 12;
const PAGES = 30;
const STENCIL_PAGES = 10;

/**
 * Letters of strokes, as their cells' packed rows.
 *
 * @param {() => number} random
 */
function letters(random) {
  return Array.from({ length: KINDS }, () => {
    const strokes = Array.from({ length: 4 }, () => ({
      isAcross: random() % 2 === 0,
      at: 8 + (random() % 44),
      from: 6 + (random() % 20),
      to: 36 + (random() % 24),
      bend: (random() % 9) - 4,
    }));
    return Array.from({ length: PRINTS }, () => print(strokes, random));
  });
}

/**
 * @param {readonly { isAcross: boolean, at: number, from: number, to: number, bend: number }[]} strokes
 * @param {() => number} random
 */
function print(strokes, random) {
  const rows = new Uint8Array((CELL / 8) * CELL);
  for (const { isAcross, at, from, to, bend } of strokes) {
    for (let along = from; along < to; along += 1) {
      const middle = at + ((along - from) * bend) / 20;
      const [first, last] = [
        middle - (random() % 8 === 0 ? 1 : 0),
        middle + 8 + (random() % 8 === 0 ? 1 : 0),
      ];
      for (let across = Math.round(first); across < last; across += 1) {
        const [x, y] = isAcross ? [along, across] : [across, along];
        if (x >= 0 && y >= 0 && x < CELL && y < CELL) rows[y * (CELL / 8) + (x >> 3)] |= 0x80 >> (x & 7);
      }
    }
  }
  return rows;
}

/**
 * A page of lines with margins, each letter a pixel higher or lower, some speckles, and a gray patch in dots on every
 * third page.
 *
 * @param {number} page
 * @param {readonly (readonly Uint8Array[])[]} shapes
 */
function pageRows(page, shapes) {
  const random = seededRandom(page + 101);
  const rows = new Uint8Array(STRIDE * HEIGHT);
  for (let top = 480; top + CELL < HEIGHT - 480; top += 110) {
    for (let column = 60; column < STRIDE - 60; column += 9) {
      if (random() % 6 === 0) continue;
      const shape = shapes[random() % KINDS][random() % PRINTS];
      const shift = top + (random() % 3);
      for (let y = 0; y < CELL; y += 1)
        for (let byte = 0; byte < CELL / 8; byte += 1)
          rows[(shift + y) * STRIDE + column + byte] |= shape[y * (CELL / 8) + byte];
    }
  }
  for (let speckle = 0; speckle < 3000; speckle += 1) {
    const x = random() % WIDTH;
    rows[(random() % HEIGHT) * STRIDE + (x >> 3)] |= 0x80 >> (x & 7);
  }
  if (page % 3 === 0)
    for (let y = 5200; y < 5800; y += 1)
      for (let byte = 100; byte < 260; byte += 1)
        rows[y * STRIDE + byte] = (y & 7) < 4 ? 0x3c ^ (random() % 16 === 0 ? 0x40 : 0) : 0xc3 & (byte * 7);
  return rows;
}

/**
 * @param {number} page
 * @param {readonly (readonly Uint8Array[])[]} shapes
 */
function scanned(page, shapes) {
  return encodeJbig2({ width: WIDTH, height: HEIGHT, data: pageRows(page, shapes) }, 'generic', 'quick');
}

const SIZE = `/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 1/Filter/JBIG2Decode`;
const IMAGE = '/Type/XObject/Subtype/Image';

/**
 * @param {number} pages
 * @param {(file: PdfFile, page: number) => readonly number[]} imagesOf adds a page's images, the lowest first
 */
function documentOf(pages, imagesOf) {
  const file = new PdfFile();
  const entries = [];
  for (let page = 0; page < pages; page += 1) {
    const images = imagesOf(file, page);
    const names = images.map((number) => `/I${number} ${number} 0 R`).join(' ');
    const content = images.map((number) => `q 595 0 0 842 0 0 cm /I${number} Do Q`).join('\n');
    const contents = file.addStream('', Buffer.from(content));
    entries.push(`/MediaBox[0 0 595 842]/Resources<</XObject<<${names}>>>>/Contents ${contents} 0 R`);
  }
  const tree = file.next + pages;
  const kids = entries.map((each) => `${file.add(`<</Type/Page/Parent ${tree} 0 R${each}>>`)} 0 R`);
  file.add(`<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`);
  return file.withTable(file.add(`<</Type/Catalog/Pages ${tree} 0 R>>`));
}

/**
 * The first JPEG 2000 image of a PDF that stores its objects plainly.
 *
 * @param {Buffer} file
 */
function jpxOf(file) {
  const start = file.indexOf(Buffer.from('\x00\x00\x00\x0cjP  \r\n\x87\n', 'latin1'));
  if (start < 0) throw new Error('no JPEG 2000 image');
  const entries = file.toString('latin1', start - 300, start);
  const numberOf = (/** @type {string} */ key) =>
    Number(entries.slice(entries.lastIndexOf(key)).match(/\d+/));
  const data = file.subarray(start, start + numberOf('/Length'));
  return { width: numberOf('/Width'), height: numberOf('/Height'), data };
}

/**
 * A box that readers skip (ISO 15444-1, I.7.1), so that no two pages have the same image.
 *
 * @param {number} page
 */
function unlike(page) {
  return Buffer.from(`\x00\x00\x00\x0cfree${String(page).padStart(4, '0')}`, 'latin1');
}

const [folder, withJpx] = process.argv.slice(2).map((path) => resolve(path));
if (folder === undefined) throw new Error('which folder?');
mkdirSync(folder, { recursive: true });
const shapes = letters(seededRandom(11));

const generic = documentOf(PAGES, (file, page) => [
  file.addStream(`${IMAGE}${SIZE}/ColorSpace/DeviceGray`, scanned(page, shapes)),
]);
writeFileSync(join(folder, 'generic-600-dpi.pdf'), generic);

if (withJpx !== undefined) {
  const { width, height, data } = jpxOf(readFileSync(withJpx));
  const entries = `${IMAGE}/Width ${width}/Height ${height}/Filter/JPXDecode`;
  const stencils = documentOf(STENCIL_PAGES, (file, page) => [
    file.addStream(entries, Buffer.concat([data, unlike(page)])),
    file.addStream(`${IMAGE}${SIZE}/ImageMask true`, scanned(page, shapes)),
  ]);
  writeFileSync(join(folder, 'jpx-with-stencils.pdf'), stencils);
}
