import { describe, expect, test } from 'vitest';
import { buildDocument, type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { readingOf } from '../reading.ts';
import { PageContent } from './page-content.ts';
import type { PageMarks } from './page-marks.ts';

/** Helvetica of 500 thousandths a glyph, and an upright font of 16-bit codes. */
const FONTS = {
  50: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32
    /Widths [${'500 '.repeat(96)}] >>`,
  51: `<< /Type /Font /Subtype /Type0 /BaseFont /Tall /Encoding /Identity-V /DescendantFonts [52 0 R]
    /ToUnicode 53 0 R >>`,
  52: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Tall /DW 1000 /DW2 [880 -1000] >>',
  53: stream('', '1 beginbfrange <0041> <005a> <0041> endbfrange'),
};

interface Parts {
  readonly resources?: string;
  readonly page?: string;
  readonly objects?: Readonly<Record<number, ObjectSource>>;
}

function marksOf(content: string, { resources = '', page = '', objects = {} }: Parts = {}): PageMarks {
  const doc = buildDocument({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R ${page}
      /Resources << /Font << /F 50 0 R /V 51 0 R >> ${resources} >> >>`,
    4: stream('', content),
    ...FONTS,
    ...objects,
  });
  const reading = readingOf(doc);
  return new PageContent(reading).marksOf(reading.pages[0]!);
}

const tidy = (value: number) => Math.round(value * 1000) / 1000 + 0;

/** Each glyph as "text x y". */
function glyphs(content: string, parts?: Parts): string[] {
  return marksOf(content, parts).glyphs.map(({ text, x, y }) => `${text} ${tidy(x)} ${tidy(y)}`);
}

/** Each shape as "kind left bottom right top". */
function shapes(content: string, parts?: Parts): string[] {
  return marksOf(content, parts).shapes.map(({ kind, place }) => `${kind} ${place.map(tidy).join(' ')}`);
}

function colors(content: string, parts?: Parts): (readonly number[] | null)[] {
  return marksOf(content, parts).shapes.map(({ rgb }) => rgb);
}

const text = (operations: string, start = '10 20 Td') => `BT /F 10 Tf ${start} ${operations} ET`;

describe('glyphs', () => {
  test.each<[string, string, readonly string[]]>([
    ['follow each other by their widths', '(AB) Tj', ['A 10 20', 'B 15 20']],
    ['are further apart by Tc', '2 Tc (AB) Tj', ['A 10 20', 'B 17 20']],
    ['are further apart by Tw, behind spaces alone', '7 Tw (A B) Tj', ['A 10 20', 'B 27 20']],
    ['are narrower by Tz', '50 Tz 2 Tc (AB) Tj', ['A 10 20', 'B 13.5 20']],
    ['are raised by Ts, and do not stay so', '3 Ts (A) Tj 0 Ts (B) Tj', ['A 10 23', 'B 15 20']],
    ['move back by the numbers of TJ', '[(A) 100 (B) -200 (C)] TJ', ['A 10 20', 'B 14 20', 'C 21 20']],
    ['move back by less in narrow text', '50 Tz [(A) 100 (B)] TJ', ['A 10 20', 'B 12 20']],
    ['begin lines by Td, from the line before', '(AB) Tj 5 -12 Td (C) Tj', ['A 10 20', 'B 15 20', 'C 15 8']],
    [
      'begin lines by TD, which sets the leading',
      '(A) Tj 0 -7 TD (B) Tj T* (C) Tj',
      ['A 10 20', 'B 10 13', 'C 10 6'],
    ],
    ['begin lines by TL and T*', '9 TL (A) Tj T* (B) Tj', ['A 10 20', 'B 10 11']],
    ["begin lines by '", "9 TL (A) Tj (B) '", ['A 10 20', 'B 10 11']],
    ['begin lines by ", with spaces for words and characters', '9 TL 7 2 (A B) "', ['A 10 11', 'B 31 11']],
    ['are placed by Tm, whatever was before', '(A) Tj 1 0 0 1 50 60 Tm (B) Tj', ['A 10 20', 'B 50 60']],
    ['run along a turned line', '0 1 -1 0 50 60 Tm (AB) Tj 1 0 Td (C) Tj', ['A 50 60', 'B 50 65', 'C 50 61']],
    ['grow with their line', '2 0 0 3 50 60 Tm (AB) Tj 0 1 Td (C) Tj', ['A 50 60', 'B 60 60', 'C 50 63']],
    ['leave out spaces', '( A ) Tj', ['A 15 20']],
  ])('%s', (_, operations, places) => {
    expect(glyphs(text(operations))).toEqual(places);
  });

  test('of a font for upright lines run down, also by the numbers of TJ', () => {
    const content = 'BT /V 10 Tf 1 0 0 1 50 90 Tm 50 Tz [<00410042> 500 <0043>] TJ ET';
    expect(marksOf(content).glyphs.map(({ text: shown }) => shown)).toEqual(['A', 'B', 'C']);
    const ys = marksOf(content).glyphs.map(({ y }) => y);
    expect([ys[1]! - ys[0]!, ys[2]! - ys[1]!].map(tidy)).toEqual([-10, -15]);
    expect(new Set(marksOf(content).glyphs.map(({ x }) => tidy(x))).size).toBe(1);
  });

  test('begin at the origin in each text object', () => {
    expect(glyphs(`${text('(A) Tj')} BT (B) Tj ET`)).toEqual(['A 10 20', 'B 0 0']);
  });

  test('lie where cm puts them, until Q', () => {
    expect(glyphs(`q 2 0 0 2 100 0 cm ${text('(AB) Tj')} Q ${text('(C) Tj')}`)).toEqual([
      'A 120 40',
      'B 130 40',
      'C 10 20',
    ]);
    expect(glyphs(`1 0 0 1 5 0 cm 2 0 0 2 0 0 cm ${text('(A) Tj')}`)).toEqual(['A 25 40']);
  });

  test('without a font are none', () => {
    expect(glyphs('BT 10 20 Td (A) Tj ET')).toEqual([]);
    expect(glyphs('BT /Unknown 10 Tf (A) Tj ET')).toEqual([]);
  });

  test('have their size on the page', () => {
    const sizes = (content: string) => marksOf(content).glyphs.map(({ size }) => tidy(size));
    expect(sizes(text('(A) Tj'))).toEqual([10]);
    expect(sizes(text('2 0 0 3 0 0 Tm (A) Tj'))).toEqual([30]);
    expect(sizes(`0 2 -2 0 0 0 cm ${text('(A) Tj')}`)).toEqual([20]);
    expect(sizes('BT /F -8 Tf 10 20 Td (A) Tj ET')).toEqual([8]);
  });

  test('begin words behind spaces, wide gaps and new places', () => {
    const starts = (operations: string) =>
      marksOf(text(operations)).glyphs.map(({ text: shown, startsWord }) => (startsWord ? '|' : '') + shown);
    expect(starts('(AB C) Tj').join('')).toBe('|AB|C');
    expect(starts('[(A) -250 (B) -251 (C) 900 (D)] TJ').join('')).toBe('|AB|CD');
    expect(starts('(A) Tj 5 0 Td (B) Tj T* (C) Tj 1 0 0 1 0 0 Tm (D) Tj').join('')).toBe('|A|B|C|D');
    expect(starts('(A) Tj (B) Tj').join('')).toBe('|AB');
  });

  test('are unsure behind one of unknown width, until the next place', () => {
    const objects = { 50: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' };
    const marks = marksOf(text('(AB) Tj 0 -9 Td (C) Tj'), { objects });
    expect(marks.glyphs.map(({ isPlaceSure }) => isPlaceSure)).toEqual([true, false, true]);
  });

  test.each([
    [0, true, [255, 0, 0]],
    [1, true, [0, 0, 255]],
    [2, true, [255, 0, 0]],
    [3, false, null],
    [4, true, [255, 0, 0]],
    [5, true, [0, 0, 255]],
    [6, true, [255, 0, 0]],
    [7, false, null],
  ])('in mode %i: visible %s, with the color %j', (mode, isVisible, rgb) => {
    const [glyph] = marksOf(`1 0 0 rg 0 0 1 RG ${text(`${mode} Tr (A) Tj`)}`).glyphs;
    expect(glyph).toMatchObject({ isVisible, ...(rgb === null ? {} : { rgb }) });
  });

  test('outside of the page or a clip are not visible', () => {
    const visible = (content: string) => marksOf(content).glyphs.map(({ isVisible }) => isVisible);
    expect(visible(text('(A) Tj', '500 20 Td'))).toEqual([false]);
    expect(visible(`0 50 200 50 re W n ${text('(A) Tj')}`)).toEqual([false]);
    expect(visible(`0 0 200 50 re W n ${text('(A) Tj')}`)).toEqual([true]);
    expect(visible(`q 0 50 200 50 re W n Q ${text('(A) Tj')}`)).toEqual([true]);
  });
});

describe('shapes', () => {
  test.each<[string, readonly string[]]>([
    ['10 20 30 40 re f', ['area 10 20 40 60']],
    ['10 20 30 40 re F', ['area 10 20 40 60']],
    ['10 20 30 40 re f*', ['area 10 20 40 60']],
    ['10 20 30 40 re S', ['line 10 20 40 60']],
    ['10 20 30 40 re s', ['line 10 20 40 60']],
    ['10 20 30 40 re B', ['area 10 20 40 60', 'line 10 20 40 60']],
    ['10 20 30 40 re b*', ['area 10 20 40 60', 'line 10 20 40 60']],
    ['10 20 30 40 re n', []],
    ['10 20 m 40 20 l 40 60 l f', ['area 10 20 40 60']],
    ['10 20 m 15 70 35 80 40 30 c f', ['area 10 20 40 80']],
    ['10 20 m 35 80 40 30 v f', ['area 10 20 40 80']],
    ['10 20 m 15 80 40 30 y f', ['area 10 20 40 80']],
    ['10 20 m 40 60 l 50 50 m 60 70 l S', ['line 10 20 40 60', 'line 50 50 60 70']],
    ['10 20 30 40 re f S', ['area 10 20 40 60']],
    ['2 0 0 2 5 5 cm 10 20 30 5 re f', ['area 25 45 85 55']],
    ['190 10 50 20 re f', ['area 190 10 200 30']],
    ['300 10 50 20 re f', []],
  ])('%s', (content, expected) => {
    expect(shapes(content)).toEqual(expected);
  });

  test('are cut by clips, which hold until Q and only shrink', () => {
    const box = '0 0 200 100 re f';
    expect(shapes(`10 10 50 50 re W n ${box}`)).toEqual(['area 10 10 60 60']);
    expect(shapes(`10 10 50 50 re W* n ${box}`)).toEqual(['area 10 10 60 60']);
    expect(shapes(`10 10 50 50 re W n 40 40 50 50 re W n ${box}`)).toEqual(['area 40 40 60 60']);
    expect(shapes(`q 10 10 50 50 re W n Q ${box}`)).toEqual(['area 0 0 200 100']);
    expect(shapes(`10 10 20 20 re 60 50 20 20 re W n ${box}`)).toEqual(['area 10 10 80 70']);
    // The path is painted as it was, and clips what follows.
    expect(shapes(`10 10 50 50 re W f ${box}`)).toEqual(['area 10 10 60 60', 'area 10 10 60 60']);
    expect(shapes(`10 10 5 5 re W n 100 50 5 5 re W n ${box}`)).toEqual([]);
    expect(shapes(`W n ${box}`)).toEqual([]);
  });

  test('are counted in the order in which they lie above each other', () => {
    const marks = marksOf(`0 0 9 9 re f ${text('(A) Tj')} 0 0 9 9 re B`);
    expect([...marks.shapes, ...marks.glyphs].map(({ order }) => order).sort()).toEqual([0, 1, 2, 3]);
    expect(marks.glyphs[0]!.order).toBe(1);
  });

  test('hide what is below them if they are opaque upright rectangles of one color', () => {
    const resources = `/ExtGState << /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> /Line << /CA 0.5 >> >>
      /Pattern << /P 60 0 R >>`;
    const objects = {
      60: `<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0]
        /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>`,
    };
    const covers = (content: string) =>
      marksOf(content, { resources, objects }).shapes.map(({ isCover }) => isCover);
    expect(covers('0 0 9 9 re B')).toEqual([true, false]);
    expect(covers('/Line gs 0 0 9 9 re f')).toEqual([true]);
    expect(covers('/Half gs 0 0 9 9 re f')).toEqual([false]);
    expect(covers('/Multiply gs 0 0 9 9 re f')).toEqual([false]);
    expect(covers('0 0 m 9 0 l 9 9 l f')).toEqual([false]);
    expect(covers('/Pattern cs /P scn 0 0 9 9 re f')).toEqual([false]);
  });

  test('have pens of the width and dashes on the page', () => {
    const pens = (content: string) =>
      marksOf(content, {
        resources: '/ExtGState << /G << /LW -4 /D [[1 2] 0] >> /None << /D 7 >> >>',
      }).shapes.map(({ pen }) => pen && [tidy(pen.width), tidy(pen.period)]);
    const line = '10 10 m 50 10 l S';
    expect(pens(line)).toEqual([[1, 0]]);
    expect(pens(`3 w [2 1] 0 d ${line}`)).toEqual([[3, 3]]);
    expect(pens(`2 0 0 2 0 0 cm 3 w [2 1 4] 5 d ${line}`)).toEqual([[6, 14]]);
    expect(pens(`4 0 0 1 0 0 cm 3 w ${line}`)).toEqual([[6, 0]]);
    expect(pens(`/G gs ${line}`)).toEqual([[4, 3]]);
    expect(pens(`3 w [2] 0 d /None gs ${line}`)).toEqual([[3, 2]]);
    expect(pens(`[2] 0 d [] 0 d ${line}`)).toEqual([[1, 0]]);
    expect(pens(`[2] 0 d (no) 0 d ${line}`)).toEqual([[1, 2]]);
    expect(pens('10 10 50 50 re f')).toEqual([undefined]);
  });
});

describe('colors', () => {
  const box = '0 0 9 9 re B';

  test.each<[string, (readonly number[])[]]>([
    [
      '',
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      '1 g 0.2 G',
      [
        [255, 255, 255],
        [51, 51, 51],
      ],
    ],
    [
      '1 0 0 rg 0 0.2 1 RG',
      [
        [255, 0, 0],
        [0, 51, 255],
      ],
    ],
    [
      '/DeviceRGB cs /DeviceRGB CS',
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      '/DeviceRGB cs 1 0 0 sc /DeviceRGB CS 0 1 0 SC',
      [
        [255, 0, 0],
        [0, 255, 0],
      ],
    ],
    [
      '/DeviceGray cs 1 scn /DeviceGray CS 0.2 SCN',
      [
        [255, 255, 255],
        [51, 51, 51],
      ],
    ],
    [
      '1 0 0 rg 0 1 0 sc 0 0 1 RG 1 0 1 SC',
      [
        [0, 255, 0],
        [255, 0, 255],
      ],
    ],
    [
      '1 0 0 rg q 0 1 0 rg Q',
      [
        [255, 0, 0],
        [0, 0, 0],
      ],
    ],
  ])('%j', (content, expected) => {
    expect(colors(`${content} ${box}`)).toEqual(expected);
  });

  test('begin black in every space, or in full ink', () => {
    const resources = `/ColorSpace << /Spot [/Separation /Gold /DeviceGray
      << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0.2] /N 1 >>] >>`;
    expect(colors('/Spot cs 0 0 9 9 re f', { resources })).toEqual([[51, 51, 51]]);
    expect(colors('/Spot CS 0 0 9 9 re S', { resources })).toEqual([[51, 51, 51]]);
    expect(colors('/Spot cs 0 scn 0 0 9 9 re f', { resources })).toEqual([[255, 255, 255]]);
    expect(colors('1 g /DeviceCMYK cs 0 0 9 9 re f')).toEqual(colors('0 0 0 1 k 0 0 9 9 re f'));
    expect(colors('1 G /DeviceCMYK CS 0 0 9 9 re S')).toEqual(colors('0 0 0 1 K 0 0 9 9 re S'));
  });

  test('of shadings are those at both ends', () => {
    const shading = `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0]
      /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>`;
    const resources = `/Shading << /S ${shading} >> /Pattern << /P << /PatternType 2 /Shading ${shading} >> >>`;
    const found = marksOf('10 10 50 50 re W n /S sh /Pattern cs /P scn 0 0 20 20 re f', { resources }).shapes;
    expect(found).toMatchObject([
      { kind: 'shading', place: [10, 10, 60, 60], rgb: [0, 0, 0], end: [255, 255, 255], isCover: false },
      { kind: 'area', rgb: [0, 0, 0], end: [255, 255, 255] },
    ]);
  });

  test('that a print shop must know of are named once they paint', () => {
    const print = (content: string) => [
      ...marksOf(content, {
        resources: '/ExtGState << /O << /OP true /ca 0.5 >> >> /ColorSpace << /L [/Lab << >>] >>',
      }).print,
    ];
    expect(print('0 0 0 1 k')).toEqual([]);
    expect(print(`0 0 0 1 k 0 0 9 9 re f`)).toEqual(['CMYK']);
    expect(print(`0 0 0 1 K 0 0 9 9 re f`)).toEqual([]);
    expect(print(`0 0 0 1 k ${text('(A) Tj')}`)).toEqual(['CMYK']);
    expect(print(`0 0 0 1 k ${text('3 Tr (A) Tj')}`)).toEqual([]);
    expect(print('/O gs 0 0 9 9 re f')).toEqual(['overprint', 'opacity 50%']);
    expect(print('q /O gs Q 0 0 9 9 re f')).toEqual([]);
  });
});

describe('pictures', () => {
  const image = (dict = '') => stream(`/Type /XObject /Subtype /Image /Width 1 /Height 1 ${dict}`, 'x');
  const resources = '/XObject << /I 60 0 R /M 61 0 R >>';
  const objects = {
    60: image('/ColorSpace /DeviceCMYK /BitsPerComponent 8'),
    61: image('/ImageMask true /BitsPerComponent 1'),
  };
  const draw = (content: string) => marksOf(content, { resources, objects });

  test('lie in the unit square of their space, turned and cut as it is', () => {
    expect(draw('q 50 0 0 40 10 20 cm /I Do Q q 0 50 -40 0 100 20 cm /I Do Q').pictures).toMatchObject([
      { place: [10, 20, 60, 60], seen: [10, 20, 60, 60], turn: 0, rgb: null, order: 0 },
      { place: [60, 20, 100, 70], turn: 3, order: 1 },
    ]);
    expect(draw('30 30 10 10 re W n 50 0 0 40 10 20 cm /I Do').pictures[0]).toMatchObject({
      place: [10, 20, 60, 60],
      seen: [30, 30, 40, 40],
    });
  });

  test('have their ink; stencils have the color of the area', () => {
    expect([...draw('1 0 0 rg /I Do').print]).toEqual(['CMYK']);
    expect(draw('1 0 0 rg /M Do').pictures[0]!.rgb).toEqual([255, 0, 0]);
    expect([...draw('0 0 0 1 k /M Do').print]).toEqual(['CMYK']);
    expect([...draw('0 0 0 1 K /M Do').print]).toEqual([]);
  });

  test('in the content itself are pictures too', () => {
    const [picture] = marksOf('20 0 0 10 5 5 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI').pictures;
    expect(picture).toMatchObject({ place: [5, 5, 25, 15], source: { kind: 'inline' } });
    expect([...picture!.source.stream!.contents]).toEqual([0x78]);
    const [mask] = marksOf('0 1 0 rg BI /IM true /W 1 /H 1 ID x\nEI').pictures;
    expect(mask!.rgb).toEqual([0, 255, 0]);
  });

  test('are none by unknown names, and of other objects', () => {
    expect(draw('/Unknown Do /F Do').pictures).toEqual([]);
    expect(draw('/Unknown Do').isWhole).toBe(true);
  });
});

describe('forms', () => {
  const form = (content: string, dict = '') => stream(`/Type /XObject /Subtype /Form ${dict}`, content);

  test('draw in the state around them, by their own matrix and box', () => {
    const resources = '/XObject << /X 60 0 R >>';
    const objects = { 60: form('0 0 50 50 re f', '/BBox [0 0 20 30] /Matrix [2 0 0 1 5 5]') };
    expect(shapes('1 0 0 rg 1 0 0 1 10 10 cm /X Do', { resources, objects })).toEqual(['area 15 15 55 45']);
    expect(colors('1 0 0 rg /X Do 0 0 1 1 re f', { resources, objects })).toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ]);
  });

  test('use their own resources, or those of the page', () => {
    const resources = '/XObject << /X 60 0 R /Y 61 0 R >>';
    const own = '/Resources << /Font << /G 50 0 R >> >>';
    const objects = {
      60: form('BT /G 10 Tf (A) Tj /F 10 Tf (B) Tj ET', own),
      61: form('BT /F 10 Tf (C) Tj ET'),
    };
    expect(glyphs('/X Do /Y Do', { resources, objects })).toEqual(['A 0 0', 'C 0 0']);
  });

  test('that draw themselves end, and the page is known not to be whole', () => {
    const resources = '/XObject << /X 60 0 R >>';
    const objects = { 60: form('0 0 5 5 re f /X Do') };
    const marks = marksOf('/X Do', { resources, objects });
    expect(marks.isWhole).toBe(false);
    expect(marks.shapes.length).toBeGreaterThan(20);
    expect(marks.shapes.length).toBeLessThan(41);
  });

  test('are found by names with escapes', () => {
    const parts = { resources: '/XObject << /A#42 60 0 R >>', objects: { 60: form('0 0 5 5 re f') } };
    for (const name of ['AB', 'A#42', '#41#42']) expect(shapes(`/${name} Do`, parts)).toHaveLength(1);
  });
});

describe('cells of patterns', () => {
  const objects = {
    60: stream(
      '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
      '0 0 1 rg 1 1 5 5 re f',
    ),
  };
  const resources = '/Pattern << /P 60 0 R >>';

  test('are among the marks once a page, in their own space, and hide nothing', () => {
    const content = '2 0 0 2 0 0 cm /Pattern cs /P scn 0 0 50 50 re f /P scn 0 0 9 9 re f';
    expect(shapes(content, { resources, objects })).toEqual([
      'area 1 1 6 6',
      'area 0 0 100 100',
      'area 0 0 18 18',
    ]);
    expect(marksOf(content, { resources, objects }).shapes[0]).toMatchObject({
      rgb: [0, 0, 255],
      isCover: false,
    });
  });

  test('may hold pictures', () => {
    const cell = '/PatternType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
    const image = '5 0 0 4 1 2 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI';
    const { pictures } = marksOf('/Pattern cs /P scn', { resources, objects: { 60: stream(cell, image) } });
    expect(pictures).toMatchObject([{ place: [1, 2, 6, 6] }]);
  });
});

describe('marked content', () => {
  const marked = (content: string, parts?: Parts) => {
    const { markedContent, spoken, layers } = marksOf(content, parts);
    return { markedContent, spoken, layers };
  };
  const NONE = { markedContent: [], spoken: [], layers: [] };

  test('has numbers, texts that are read instead, and layers', () => {
    expect(marked('/P << /MCID 7 >> BDC EMC /P << /MCID 0 >> BDC EMC')).toEqual({
      ...NONE,
      markedContent: [7, 0],
    });
    expect(marked('/Span << /ActualText (both\\ncopied) >> BDC EMC').spoken).toEqual([
      'ActualText "both\\ncopied"',
    ]);
    expect(marked('/Span << /ActualText <feff00e4> >> BDC EMC').spoken).toEqual(['ActualText "ä"']);
    expect(marked('/Span << /ActualText () /MCID (3) >> BDC EMC /P BMC EMC')).toEqual(NONE);
  });

  test('may have its properties among the resources', () => {
    const resources = '/Properties << /A << /MCID 4 /Alt (a cat) >> /L 60 0 R >>';
    const objects = { 60: '<< /Type /OCG /Name (Notes) >>' };
    expect(marked('/Figure /A BDC EMC', { resources, objects })).toEqual({
      ...NONE,
      markedContent: [4],
      spoken: ['Alt "a cat"'],
    });
    expect(marked('/OC /L BDC EMC', { resources, objects }).layers).toHaveLength(1);
    expect(marked('/OC /L BDC EMC', { resources, objects }).layers[0]).toContain('Notes');
    expect(marked('/Figure /Unknown BDC EMC', { resources, objects })).toEqual(NONE);
  });

  test('is a layer by an XObject too', () => {
    const parts = {
      resources: '/XObject << /X 60 0 R >>',
      objects: { 60: stream('/Subtype /Form /OC 61 0 R', ''), 61: '<< /Type /OCG /Name (Notes) >>' },
    };
    expect(marked('/X Do', parts).layers).toHaveLength(1);
  });
});

describe('an ExtGState', () => {
  test('may set the font', () => {
    const resources = '/ExtGState << /G << /Font [50 0 R 20] >> /None << /Font 50 0 R >> >>';
    expect(glyphs('/G gs BT (AB) Tj ET', { resources })).toEqual(['A 0 0', 'B 10 0']);
    expect(glyphs('/None gs BT (AB) Tj ET', { resources })).toEqual([]);
    expect(glyphs(`/Unknown gs ${text('(A) Tj')}`, { resources })).toEqual(['A 10 20']);
  });
});

describe('a page', () => {
  test('begins at the corner that is displayed, in its unit', () => {
    expect(shapes('20 30 10 10 re f', { page: '/CropBox [10 20 90 80]' })).toEqual(['area 10 10 20 20']);
    expect(shapes('0 0 200 100 re f', { page: '/CropBox [10 20 90 80]' })).toEqual(['area 0 0 80 60']);
    expect(shapes('20 30 10 10 re f', { page: '/UserUnit 2' })).toEqual(['area 40 60 60 80']);
  });

  test('may have its content in parts, which are parted like words', () => {
    const objects = {
      4: '[60 0 R 61 0 R 62 0 R]',
      60: stream('', '0 0 9'),
      61: stream('', '9 re'),
      62: stream('', 'f'),
    };
    expect(shapes('', { objects })).toEqual(['area 0 0 9 9']);
  });

  test('whose content is broken is known not to be whole', () => {
    expect(marksOf('0 0 9 9 re f').isWhole).toBe(true);
    expect(marksOf('0 0 9 9 re f (abc').isWhole).toBe(false);
    expect(marksOf('', { objects: { 4: stream('/Filter /Unknown', 'q') } }).isWhole).toBe(false);
  });

  test('with numbers beyond all bounds keeps what can be placed', () => {
    const far = `1${'0'.repeat(300)}`;
    const marks = marksOf(
      `q ${far} 0 0 ${far} 0 0 cm ${far} 0 0 ${far} 0 0 cm /I Do 0 0 1 1 re f ${text('(A) Tj')} Q 0 0 9 9 re f`,
    );
    expect(marks.isWhole).toBe(false);
    expect(marks.shapes.at(-1)!.place).toEqual([0, 0, 9, 9]);
    for (const { place } of marks.shapes) expect(place.every(Number.isFinite)).toBe(true);
  });

  test('has the appearances of its annotations at their places', () => {
    const objects = {
      70: '<< /Type /Annot /Subtype /Stamp /Rect [100 50 120 60] /AP << /N 71 0 R >> >>',
      71: stream('/Subtype /Form /BBox [0 0 10 10]', '0 0 10 5 re f'),
    };
    expect(shapes('0 0 9 9 re f', { page: '/Annots [70 0 R]', objects })).toEqual([
      'area 0 0 9 9',
      'area 100 50 120 55',
    ]);
  });
});
