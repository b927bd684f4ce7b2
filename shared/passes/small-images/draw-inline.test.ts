import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { type ObjectSource, objectOf, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { passContext } from '../../testing/pass-context.ts';
import { runPass } from '../../testing/pass-run.ts';
import { smallImages } from './draw-inline.ts';

const COUNT = 9;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const SPACES = [
  '/BitsPerComponent 4 /ColorSpace [/Indexed /DeviceRGB 3 <0028295c0d0aff8000ff00ff>]',
  '/BitsPerComponent 8 /ColorSpace /DeviceGray /Decode [1 0]',
  '/BitsPerComponent 8 /ColorSpace /DeviceRGB',
  '/ImageMask true /BitsPerComponent 1',
];
const SIDE = 6;
/** Bytes of samples in each of these spaces. */
const SIZES = [SIDE * 3, SIDE * SIDE, SIDE * SIDE * 3, SIDE];

/** Samples below 16 in each half byte, so that a palette of four has nearly all of them; never "EI". */
const samples = (at: number) =>
  Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, byte) => ((byte * (at + 3)) & 3) * 17);

function picture(
  at: number,
  more = '',
  data = samples(at).subarray(0, SIZES[at % SIZES.length]),
): ObjectSource {
  const entries = `/Subtype /Image /Width ${SIDE} /Height ${SIDE} ${SPACES[at % SPACES.length]} /Filter /FlateDecode`;
  return stream(`${entries} ${more}`, deflate(data));
}

interface Parts {
  /** Entries of picture 200. */
  readonly more?: string;
  readonly first?: ObjectSource;
  /** Drawn after the pictures. */
  readonly content?: string;
  readonly resources?: string;
  readonly objects?: Record<number, ObjectSource>;
  readonly pages?: readonly string[];
  readonly version?: string;
}

const NAMES = numbers.map((at) => `/I${at} ${200 + at} 0 R`).join(' ');
const DRAWN = numbers.map((at) => `q 9 0 0 9 ${at * 10} 20 cm/I${at} Do Q`).join(' ');

/** A page that draws pictures 200, 201 … */
function icons({ more = '', first, content = '', resources = '', objects = {}, pages = [], version }: Parts) {
  const page = `/Resources << /XObject << ${NAMES} /F 300 0 R >> ${resources} >> /Contents 100 0 R`;
  return pagesDocument(
    [page, ...pages],
    {
      100: stream('', `1 0 0 rg ${DRAWN} ${content}`),
      ...Object.fromEntries(numbers.map((at) => [200 + at, picture(at)])),
      200: first ?? picture(0, more),
      300: stream('/Subtype /Form /BBox [0 0 99 99]', '0 0 9 9 re f'),
      ...objects,
    },
    version === undefined ? {} : { headerVersion: version },
  );
}

async function inlined(parts: Parts = {}) {
  const { doc, report } = await runPass(smallImages, () => icons(parts));
  const content = Buffer.from(pageContent(objectOf(doc, 3) as PDFDict, 1e6)!).toString('latin1');
  return { doc, report, count: content.split('BI/W').length - 1, content };
}

test('small pictures of all kinds are drawn inline, and readers draw the same', async () => {
  const { doc, report, count, content } = await inlined();
  expect([report.changed, count]).toEqual([1, COUNT]);
  expect(content).not.toMatch(/\/I\d Do/);
  const [before, after] = [icons({}), doc].map((each) => writeDocument(each, { objectStreams: true }));
  expect(after!.length).toBeLessThan(before!.length * 0.8);
  expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  // Readers that were not asked for a picture by its name have no use for the name.
  expect(Buffer.from(writeDocument(doc, { objectStreams: false })).toString('latin1')).not.toContain('/I1 ');
});

test('a second run finds nothing', async () => {
  const { doc } = await inlined();
  const again = await smallImages.run(doc, passContext());
  expect(again.items).toBe(0);
});

describe('a picture stays an object', () => {
  const mask = {
    301: stream('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', 'x'),
  };
  const EI = samples(0).subarray(0, SIDE * SIDE);
  EI.set([0x45, 0x49], 20);
  const gray = '/BitsPerComponent 8 /ColorSpace /DeviceGray';
  const of = (entries: string, data = EI) => stream(`/Subtype /Image /Width 6 /Height 6 ${entries}`, data);

  test.each<[string, Parts]>([
    ['that the page draws again', { content: '/I0 Do' }],
    ['that another page draws', { pages: ['/Resources << /XObject << /A 200 0 R >> >>'] }],
    [
      'that a form draws too',
      { content: '/F Do', objects: { 300: stream('/Subtype /Form /BBox [0 0 9 9]', '/I0 Do') } },
    ],
    ['under a soft mask', { more: '/SMask 301 0 R', objects: mask }],
    ['on a layer', { more: '/OC << /Type /OCG /Name (a) >>' }],
    ['that the structure knows', { more: '/StructParent 1' }],
    ['with a colour key', { more: '/Mask [1 1]' }],
    ['that says how colors are meant', { more: '/Intent /Perceptual' }],
    ['whose samples look like the end of an image', { first: of(gray) }],
    [
      'in a profile',
      { first: of('/BitsPerComponent 8 /ColorSpace [/CalGray << /WhitePoint [1 1 1] >>]', samples(0)) },
    ],
    [
      'of damaged data',
      {
        first: stream(
          '/Subtype /Image /Width 6 /Height 6 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
          deflate(samples(0)).subarray(0, 8),
        ),
      },
    ],
    ['of too few samples', { first: of(gray, samples(0).subarray(0, 20)) }],
    [
      'of more than 4 kB',
      {
        first: stream(
          `/Subtype /Image /Width 64 /Height 65 ${gray} /Filter /FlateDecode`,
          deflate(new Uint8Array(64 * 65).fill(7)),
        ),
      },
    ],
  ])('%s', async (_, parts) => {
    const { count, content } = await inlined(parts);
    expect(content).toContain('/I0 Do');
    expect(count).toBe(COUNT - 1);
  });
});

describe('all stay', () => {
  test.each<[string, Parts]>([
    [
      'where a resource has the name of a device space',
      { resources: '/ColorSpace << /RGB [/CalRGB << /WhitePoint [1 1 1] >>] /G /DeviceRGB >>' },
    ],
    ['in PDF 2.0, which needs their length', { version: '2.0' }],
    ['in content that pages share', { pages: ['/Contents 100 0 R'] }],
    ['where content can be read in two ways', { content: '(' }],
  ])('%s', async (_, parts) => {
    const { report, count } = await inlined(parts);
    expect([report.changed, count]).toEqual([0, 0]);
  });
});
