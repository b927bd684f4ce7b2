import { describe, expect, test } from 'vitest';
import { type ObjectSource, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { imagePlacements } from './placement.ts';

const IMAGE = '/Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray';
const image = (more = ''): ObjectSource => stream(`${IMAGE} ${more}`, new Uint8Array(64));
const form = (content: string, more = ''): ObjectSource =>
  stream(`/Subtype /Form /BBox [0 0 100 100] ${more}`, content);

/** Widths, heights and pages of the images, by object number. */
function placements(
  pages: readonly string[],
  objects: Readonly<Record<number, ObjectSource>>,
  parts: Parameters<typeof pagesDocument>[2] = {},
): Record<number, { width: number; height: number; pages: readonly number[] }> {
  const found = imagePlacements(pagesDocument(pages, objects, parts));
  return Object.fromEntries(
    [...found].map(([tag, { widthPt, heightPt, pages }]) => [
      Number.parseInt(tag, 10),
      { width: round(widthPt), height: round(heightPt), pages },
    ]),
  );
}

function round(points: number): number {
  return Math.round(points * 1e6) / 1e6;
}

const ONE_IMAGE = '/Resources << /XObject << /I 100 0 R >> >> /Contents 101 0 R';

describe('size on the page', () => {
  test.each([
    ['the current matrix', 'q 50 0 0 20 7 7 cm /I Do Q', 50, 20],
    ['matrices in a row', '2 0 0 2 0 0 cm q 10 0 0 5 0 0 cm /I Do Q', 20, 10],
    ['a rotation', '0 30 -40 0 0 0 cm /I Do', 30, 40],
    ['a slant', '3 4 0 10 0 0 cm /I Do', 5, 10],
    ['a mirror', '-30 0 0 -10 0 0 cm /I Do', 30, 10],
    ['a state that was restored', 'q 100 0 0 100 0 0 cm Q 5 0 0 6 0 0 cm /I Do', 5, 6],
    ['more Q than q', 'Q Q 5 0 0 6 0 0 cm /I Do', 5, 6],
    [
      'the largest of several, each direction by itself',
      'q 5 0 0 60 0 0 cm /I Do Q 50 0 0 6 0 0 cm /I Do',
      50,
      60,
    ],
  ])('%s', (_, content, width, height) => {
    expect(placements([ONE_IMAGE], { 100: image(), 101: stream('', content) })).toEqual({
      100: { width, height, pages: [0] },
    });
  });

  test('a page with a larger user unit shows everything larger', () => {
    expect(
      placements([`${ONE_IMAGE} /UserUnit 10`], { 100: image(), 101: stream('', '5 0 0 6 0 0 cm /I Do') }),
    ).toEqual({ 100: { width: 50, height: 60, pages: [0] } });
  });

  test('content in parts is one content, and operands may be parted from their operator', () => {
    expect(
      placements(['/Resources << /XObject << /I 100 0 R >> >> /Contents [101 0 R 102 0 R]'], {
        100: image(),
        101: stream('', 'q 50 0 0 20 0 0'),
        102: stream('', 'cm /I Do Q'),
      }),
    ).toEqual({ 100: { width: 50, height: 20, pages: [0] } });
  });

  test('resources may be inherited, and an image be on several pages', () => {
    expect(
      placements(
        ['/Contents 101 0 R', '/Contents 102 0 R'],
        {
          100: image(),
          101: stream('', '10 0 0 10 0 0 cm /I Do'),
          102: stream('', '20 0 0 20 0 0 cm /I Do'),
        },
        { pageTree: '/Resources << /XObject << /I 100 0 R >> >>' },
      ),
    ).toEqual({ 100: { width: 20, height: 20, pages: [0, 1] } });
  });
});

describe('through other content', () => {
  test('a form multiplies its matrix with that of its place', () => {
    expect(
      placements(['/Resources << /XObject << /F 102 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', '3 0 0 3 0 0 cm /F Do'),
        102: form(
          '10 0 0 5 0 0 cm /I Do',
          '/Matrix [2 0 0 2 0 0] /Resources << /XObject << /I 100 0 R >> >>',
        ),
      }),
    ).toEqual({ 100: { width: 60, height: 30, pages: [0] } });
  });

  test('a form without resources takes those of the page', () => {
    expect(
      placements(['/Resources << /XObject << /F 102 0 R /I 100 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', '/F Do'),
        102: form('10 0 0 5 0 0 cm /I Do'),
      }),
    ).toEqual({ 100: { width: 10, height: 5, pages: [0] } });
  });

  test('the same form without resources means another image on another page', () => {
    expect(
      placements(
        [
          '/Resources << /XObject << /F 102 0 R /I 100 0 R >> >> /Contents 101 0 R',
          '/Resources << /XObject << /F 102 0 R /I 103 0 R >> >> /Contents 101 0 R',
        ],
        { 100: image(), 101: stream('', '/F Do'), 102: form('10 0 0 5 0 0 cm /I Do'), 103: image() },
      ),
    ).toEqual({
      100: { width: 10, height: 5, pages: [0] },
      103: { width: 10, height: 5, pages: [1] },
    });
  });

  test('the largest place of a form counts, through any number of forms and places', () => {
    const places = Array.from({ length: 500 }, (_, i) => `q ${i / 10} 0 0 ${i / 10} 0 0 cm /F Do Q`).join(
      '\n',
    );
    expect(
      placements(['/Resources << /XObject << /F 102 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', places),
        102: form('2 0 0 2 0 0 cm /G Do', '/Resources << /XObject << /G 103 0 R >> >>'),
        103: form('10 0 0 5 0 0 cm /I Do', '/Resources << /XObject << /I 100 0 R >> >>'),
      }),
    ).toEqual({ 100: { width: 998, height: 499, pages: [0] } });
  });

  test('many slanted places of one form are summed up by one that is at least as large', () => {
    const places = Array.from({ length: 300 }, (_, i) => `q 1 ${i / 100} 0 1 0 0 cm /F Do Q`).join('\n');
    const { 100: placed } = placements(['/Resources << /XObject << /F 102 0 R >> >> /Contents 101 0 R'], {
      100: image(),
      101: stream('', places),
      102: form('10 0 0 5 0 0 cm /I Do', '/Resources << /XObject << /I 100 0 R >> >>'),
    });
    const largestWidth = 10 * Math.sqrt(1 + 2.99 * 2.99);
    expect(placed!.width).toBeGreaterThanOrEqual(round(largestWidth));
    expect(placed!.width).toBeLessThan(largestWidth * 1.1);
  });

  test('a tiling pattern is placed in its content, whatever the current matrix', () => {
    expect(
      placements(['/Resources << /Pattern << /P 102 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', '9 0 0 9 0 0 cm /Pattern cs /P scn 0 0 5 5 re f'),
        102: stream(
          '/PatternType 1 /Matrix [4 0 0 4 0 0] /Resources << /XObject << /I 100 0 R >> >>',
          '2 0 0 1 0 0 cm /I Do',
        ),
      }),
    ).toEqual({ 100: { width: 8, height: 4, pages: [0] } });
  });

  test('a soft-mask group is placed where it is set', () => {
    expect(
      placements(
        [
          '/Resources << /ExtGState << /G << /SMask << /S /Luminosity /G 102 0 R >> >> >> >> /Contents 101 0 R',
        ],
        {
          100: image(),
          101: stream('', '3 0 0 3 0 0 cm /G gs'),
          102: form(
            '10 0 0 5 0 0 cm /I Do',
            '/Group << /S /Transparency >> /Resources << /XObject << /I 100 0 R >> >>',
          ),
        },
      ),
    ).toEqual({ 100: { width: 30, height: 15, pages: [0] } });
  });

  test('a Type 3 glyph is as large as font matrix, font size, scale and text matrix make it', () => {
    expect(
      placements(['/Resources << /Font << /T 102 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', '2 0 0 2 0 0 cm BT /T 12 Tf 50 Tz 3 0 0 3 0 0 Tm (a) Tj ET'),
        102: '<< /Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /CharProcs << /a 103 0 R >> /Resources << /XObject << /I 100 0 R >> >> >>',
        103: stream('', '100 0 d0 100 0 0 100 0 0 cm /I Do'),
      }),
    ).toEqual({ 100: { width: 36, height: 72, pages: [0] } });
  });

  test('glyphs of a font without resources take those of the page', () => {
    expect(
      placements(['/Resources << /Font << /T 102 0 R >> /XObject << /I 100 0 R >> >> /Contents 101 0 R'], {
        100: image(),
        101: stream('', 'BT /T 10 Tf (a) Tj ET'),
        102: '<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 103 0 R >> >>',
        103: stream('', '1 0 d0 /I Do'),
      }),
    ).toEqual({ 100: { width: 10, height: 10, pages: [0] } });
  });

  test('an appearance is scaled from its box to the rectangle of the annotation, in every state', () => {
    expect(
      placements(['/Annots [102 0 R]'], {
        100: image(),
        102: '<< /Subtype /Widget /Rect [10 10 60 40] /AP << /N << /On 103 0 R /Off 104 0 R >> >> >>',
        103: form('100 0 0 100 0 0 cm /I Do', '/Resources << /XObject << /I 100 0 R >> >>'),
        104: stream(
          '/Subtype /Form /BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0] /Resources << /XObject << /I 105 0 R >> >>',
          '10 0 0 5 0 0 cm /I Do',
        ),
        105: image(),
      }),
    ).toEqual({
      100: { width: 50, height: 30, pages: [0] },
      // Turned by a quarter: width in the form is height in the rectangle.
      105: { width: 30, height: 25, pages: [0] },
    });
  });

  test('masks are as large as their images', () => {
    expect(
      placements([ONE_IMAGE], {
        100: image('/SMask 102 0 R /Mask 103 0 R'),
        101: stream('', '50 0 0 20 0 0 cm /I Do'),
        102: image(),
        103: image(),
      }),
    ).toEqual({
      100: { width: 50, height: 20, pages: [0] },
      102: { width: 50, height: 20, pages: [0] },
      103: { width: 50, height: 20, pages: [0] },
    });
  });
});

describe('no claim where a use is unknown', () => {
  const drawn = { 100: image(), 101: stream('', '50 0 0 20 0 0 cm /I Do') };

  test.each([
    ['drawn nowhere', ONE_IMAGE, { 100: image(), 101: stream('', 'q Q') }],
    ['a thumbnail too', `${ONE_IMAGE} /Thumb 100 0 R`, drawn],
    ['in private data too', `${ONE_IMAGE} /PieceInfo << /App << /Private [<< /X 100 0 R >>] >> >>`, drawn],
    [
      'an alternate',
      ONE_IMAGE,
      { ...drawn, 100: image('/Alternates [<< /Image 102 0 R >>] /SMask 102 0 R'), 102: image() },
      [100],
    ],
    ['drawn by content that is cut off', ONE_IMAGE, { ...drawn, 101: stream('', '9 0 0 9 0 0 cm /I Do (') }],
    ['drawn by content that cannot be unpacked', ONE_IMAGE, { ...drawn, 101: stream('/Filter /Foo', 'x') }],
    [
      'under a matrix that readers read differently',
      ONE_IMAGE,
      { ...drawn, 101: stream('', '--5 0 0 9 0 0 cm /I Do') },
    ],
    ['under a matrix with too few numbers', ONE_IMAGE, { ...drawn, 101: stream('', '5 0 0 9 cm /I Do') }],
    [
      'in a form of unknown matrix',
      '/Resources << /XObject << /F 102 0 R >> >> /Contents 101 0 R',
      {
        100: image(),
        101: stream('', '/F Do'),
        102: form('9 0 0 9 0 0 cm /I Do', '/Matrix [1 0] /Resources << /XObject << /I 100 0 R >> >>'),
      },
    ],
    [
      'in a form that draws itself',
      '/Resources << /XObject << /F 102 0 R >> >> /Contents 101 0 R',
      {
        100: image(),
        101: stream('', '/F Do'),
        102: form('2 0 0 2 0 0 cm /I Do /F Do', '/Resources << /XObject << /F 102 0 R /I 100 0 R >> >>'),
      },
    ],
    [
      'also drawn by a form field that stands on no page',
      `${ONE_IMAGE} /AA 102 0 R`,
      {
        ...drawn,
        102: '<< /Subtype /Widget /Rect [0 0 500 500] /AP << /N 103 0 R >> >>',
        103: form('/I Do', '/Resources << /XObject << /I 100 0 R >> >>'),
      },
    ],
    [
      'in glyphs of a font that the text inherits from the content around it',
      '/Resources << /Font << /T 103 0 R >> /XObject << /F 102 0 R >> >> /Contents 101 0 R',
      {
        100: image(),
        101: stream('', 'BT /T 10 Tf (a) Tj ET 5 0 0 5 0 0 cm /F Do'),
        102: form('BT (a) Tj ET'),
        103: '<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 104 0 R >> /Resources << /XObject << /I 100 0 R >> >> >>',
        104: stream('', '1 0 d0 /I Do'),
      },
    ],
  ] as [string, string, Record<number, ObjectSource>, number[]?][])('%s', (_, page, objects, known = []) => {
    expect(Object.keys(placements([page], objects)).map(Number)).toEqual(known);
  });

  test('an image on another page keeps its size', () => {
    const found = placements([ONE_IMAGE, '/Resources << /XObject << /I 103 0 R >> >> /Contents 104 0 R'], {
      100: image(),
      101: stream('', '9 0 0 9 0 0 cm /I Do'),
      103: image(),
      104: stream('', '/I Do ('),
    });
    expect(found).toEqual({ 100: { width: 9, height: 9, pages: [0] } });
  });

  test('an unknown operator without operands changes nothing', () => {
    expect(placements([ONE_IMAGE], { 100: image(), 101: stream('', '9 0 0 9 0 0 cm se /I Do') })).toEqual({
      100: { width: 9, height: 9, pages: [0] },
    });
  });

  test('the structure tree may name what it describes', () => {
    expect(
      placements(
        [ONE_IMAGE],
        {
          ...drawn,
          102: '<< /Type /StructTreeRoot /K << /S /Figure /K << /Type /OBJR /Obj 100 0 R >> >> >>',
        },
        { catalog: '/StructTreeRoot 102 0 R' },
      ),
    ).toEqual({ 100: { width: 50, height: 20, pages: [0] } });
  });
});

test('a form is read once however often, and by however many forms, it is drawn', () => {
  // 2^40 ways from the page to the image.
  const levels = Array.from({ length: 38 }, (_, level): [number, ObjectSource] => [
    200 + level,
    form('/F Do 1 0 0 1 5 5 cm /F Do', `/Resources << /XObject << /F ${201 + level} 0 R >> >>`),
  ]);
  expect(
    placements(['/Resources << /XObject << /F 200 0 R >> >> /Contents 101 0 R'], {
      100: image(),
      101: stream('', '/F Do'),
      ...Object.fromEntries(levels),
      238: form('7 0 0 7 0 0 cm /I Do', '/Resources << /XObject << /I 100 0 R >> >>'),
    }),
  ).toEqual({ 100: { width: 7, height: 7, pages: [0] } });
});
