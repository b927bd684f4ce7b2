/** Documents of the structure benchmark: the same bytes in every run. */
import { deflateSync } from 'node:zlib';
import { fontsDocument } from './fonts-document.mjs';
import { PdfFile } from './pdf-file.mjs';
import { seededRandom } from './random.mjs';

/**
 * @typedef {{
 *   readonly name: string,
 *   readonly about: string,
 *   readonly objects: number,
 *   readonly make: () => Buffer,
 * }} GeneratedDocument `objects` as requested: the file has a few more
 */

/** @type {readonly GeneratedDocument[]} */
export const DOCUMENTS = [
  {
    name: 'objects-10k',
    about: '10,000 structure elements, classic table',
    objects: 10_000,
    make: () => taggedDocument(10_000, 'table'),
  },
  {
    name: 'objects-100k',
    about: '100,000 structure elements, classic table',
    objects: 100_000,
    make: () => taggedDocument(100_000, 'table'),
  },
  {
    name: 'objects-100k-packed',
    about: '100,000 structure elements in object streams',
    objects: 100_000,
    make: () => taggedDocument(100_000, 'object streams'),
  },
  {
    name: 'objects-1m',
    about: '1,000,000 structure elements, classic table',
    objects: 1_000_000,
    make: () => taggedDocument(1_000_000, 'table'),
  },
  {
    name: 'pages-5000',
    about: '5,000 pages with text, links and shared fonts',
    objects: 20_000,
    make: () => pagesDocument(5000),
  },
  {
    name: 'images-130mb',
    about: '130 images of 1 MB, half of them JPEG, half plain samples',
    objects: 400,
    make: () => imagesDocument(130),
  },
  {
    name: 'fonts-100',
    about: '100 Type 1 fonts of 94 glyphs, each shown',
    objects: 300,
    make: () => fontsDocument(100, seededRandom(100)),
  },
];

const PAGE_ENTRIES = '/Type/Page/MediaBox[0 0 595 842]';
const ELEMENTS_PER_SECTION = 100;

/**
 * One page and very many small objects, like the structure tree of a long tagged document.
 *
 * @param {number} elements
 * @param {'table' | 'object streams'} form
 */
function taggedDocument(elements, form) {
  const file = new PdfFile();
  const contents = file.addStream('', Buffer.from('0 0 100 100 re f'));
  const pages = file.next;
  file.add(`<</Type/Pages/Count 1/Kids[${pages + 1} 0 R]>>`);
  const page = file.add(`<<${PAGE_ENTRIES}/Parent ${pages} 0 R/Resources<<>>/Contents ${contents} 0 R>>`);
  const root = file.next;
  const sectionCount = Math.ceil(elements / ELEMENTS_PER_SECTION);
  const firstSection = root + 1;
  file.add(
    `<</Type/StructTreeRoot/K[${refs(range(sectionCount, (i) => firstSection + i * (ELEMENTS_PER_SECTION + 1)))}]>>`,
  );
  for (let section = 0; section < sectionCount; section++) {
    const number = file.next;
    const count = Math.min(ELEMENTS_PER_SECTION, elements - section * ELEMENTS_PER_SECTION);
    file.add(`<</Type/StructElem/S/Sect/P ${root} 0 R/K[${refs(range(count, (i) => number + 1 + i))}]>>`);
    for (let i = 0; i < count; i++) {
      const id = section * ELEMENTS_PER_SECTION + i;
      file.add(`<</Type/StructElem/S/P/P ${number} 0 R/Pg ${page} 0 R/K ${id}/ID(element ${id})>>`);
    }
  }
  const marked = '/MarkInfo<</Marked true>>';
  const catalog = file.add(`<</Type/Catalog/Pages ${pages} 0 R/StructTreeRoot ${root} 0 R${marked}>>`);
  return form === 'table' ? file.withTable(catalog) : file.withObjectStreams(catalog);
}

/** @param {number} count */
function pagesDocument(count) {
  const file = new PdfFile();
  const fonts = ['Helvetica', 'Times-Roman', 'Courier'].map((name) =>
    file.add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
  );
  const fontEntries = fonts.map((number, index) => `/F${index} ${number} 0 R`).join('');
  const pages = file.next;
  // Contents, resources, a link and the page itself.
  const pageNumbers = range(count, (i) => pages + 4 + i * 4);
  file.add(`<</Type/Pages/Count ${count}/Kids[${refs(pageNumbers)}]>>`);
  const random = seededRandom(5000);
  for (const [index, number] of pageNumbers.entries()) {
    const contents = file.addStream('/Filter/FlateDecode', deflateSync(Buffer.from(textPage(index, random))));
    const resources = file.add(`<</Font<<${fontEntries}>>/ProcSet[/PDF/Text]>>`);
    const target = pageNumbers[(index * 7) % count];
    const link = file.add(
      `<</Type/Annot/Subtype/Link/Rect[72 72 144 86]/Border[0 0 0]/Dest[${target} 0 R/XYZ 0 842 0]>>`,
    );
    const uses = `/Resources ${resources} 0 R/Contents ${contents} 0 R/Annots[${link} 0 R]`;
    if (file.add(`<<${PAGE_ENTRIES}/Parent ${pages} 0 R${uses}>>`) !== number)
      throw new Error('pages are not where the tree says');
  }
  return file.withTable(file.add(`<</Type/Catalog/Pages ${pages} 0 R>>`));
}

const WORDS = 'the quick brown fox jumps over a lazy dog while rain falls on distant grey hills'.split(' ');

/**
 * @param {number} index
 * @param {() => number} random
 */
function textPage(index, random) {
  const lines = range(40, (line) => {
    const words = range(10, () => WORDS[random() % WORDS.length]);
    return `1 0 0 1 72 ${760 - line * 16} Tm (${words.join(' ')}) Tj`;
  });
  return `BT /F${index % 3} 11 Tf (Page ${index + 1}) Tj\n${lines.join('\n')}\nET\n`;
}

const IMAGE_WIDTH = 1024;
const IMAGE_HEIGHT = 340;

/**
 * Pages with one image each, of incompressible noise: measures how often large data is copied.
 *
 * @param {number} count
 */
function imagesDocument(count) {
  const file = new PdfFile();
  const pages = file.next;
  const pageNumbers = range(count, (i) => pages + 3 + i * 3);
  file.add(`<</Type/Pages/Count ${count}/Kids[${refs(pageNumbers)}]>>`);
  const random = seededRandom(130);
  for (const [index, number] of pageNumbers.entries()) {
    const samples = noise(IMAGE_WIDTH * IMAGE_HEIGHT * 3, random);
    const isJpeg = index % 2 === 1;
    const size = `/Width ${IMAGE_WIDTH}/Height ${IMAGE_HEIGHT}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
    const entries = `/Type/XObject/Subtype/Image${size}${isJpeg ? '/Filter/DCTDecode' : ''}`;
    const image = file.addStream(entries, isJpeg ? jpegLike(samples) : samples);
    const contents = file.addStream('', Buffer.from('595 0 0 198 0 0 cm /Im Do'));
    const uses = `/Resources<</XObject<</Im ${image} 0 R>>>>/Contents ${contents} 0 R`;
    if (file.add(`<<${PAGE_ENTRIES}/Parent ${pages} 0 R${uses}>>`) !== number)
      throw new Error('pages are not where the tree says');
  }
  return file.withTable(file.add(`<</Type/Catalog/Pages ${pages} 0 R>>`));
}

/**
 * Headers of a baseline JPEG followed by noise: it is passed through, since it cannot be decoded.
 *
 * @param {Buffer} data
 */
function jpegLike(data) {
  const [high, low] = [IMAGE_HEIGHT >> 8, IMAGE_HEIGHT & 255];
  const frame = [0xff, 0xc0, 0, 17, 8, high, low, IMAGE_WIDTH >> 8, IMAGE_WIDTH & 255, 3];
  const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...frame, ...components, ...scan]),
    // Without bytes that start a marker: an end-of-image marker in the noise would cut off the rest.
    data.map((byte) => Math.min(byte, 0xfe)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/**
 * @template Value
 * @param {number} count
 * @param {(index: number) => Value} make
 */
function range(count, make) {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** @param {readonly number[]} numbers */
function refs(numbers) {
  return numbers.map((number) => `${number} 0 R`).join(' ');
}

/**
 * @param {number} length
 * @param {() => number} random
 */
function noise(length, random) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(random(), at);
  return bytes;
}
