import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { issueReceipt } from '../receipt/issue-receipt.ts';
import { receiptSchema } from '../receipt/receipt-schema.ts';
import type { ImageReport } from '../report.ts';
import { evenHeights, printedPage, type StripPage, stripFile } from '../testing/documents/strip-file.ts';
import { createTestHost } from '../testing/host.ts';
import { jobThreads } from '../testing/job-threads.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { lettersOf } from '../testing/pictures/letters.ts';
import { verify } from '../verify.ts';

const host = createTestHost();
const WIDTH = 400;
const HEIGHT = 528;
/** Height of one of twelve strips. */
const STRIP = HEIGHT / 12;
/** Lower edge of a strip, counted from the top. */
const topOf = (strip: number) => HEIGHT - (strip + 1) * STRIP;
const picture = printedPage(WIDTH, HEIGHT);
const page = (parts: Partial<StripPage> = {}): StripPage => ({
  picture,
  heights: evenHeights(HEIGHT, 12),
  ...parts,
});

const small = (input: Uint8Array) => compress(input, DEFAULT_OPTIONS, { host });
const stripsOf = (images: readonly ImageReport[]) => images.map(({ strips = 1 }) => strips);
/** For each image of the page: the number of strips that it replaces, or 1. */
async function joinedOf(parts: Partial<StripPage>): Promise<number[]> {
  const { report } = await small(stripFile([page(parts)]));
  expect(report.warnings).toEqual([]);
  return stripsOf(report.images);
}

describe('a page in strips', () => {
  for (const codec of ['flate', 'ccitt', 'jbig2'] as const) {
    test(`of ${codec} becomes one picture of the same bits at the same place`, async () => {
      const input = stripFile([page({ codec })]);
      const { bytes, report } = await small(input);
      expect(report.warnings).toEqual([]);
      expect(report.images).toMatchObject([
        { object: 12, strips: 12, codec, outcome: { kind: 'replaced', width: WIDTH, height: HEIGHT } },
      ]);
      expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
    });
  }

  test('is within 3 % of the same page in one picture', async () => {
    const large = printedPage(1200, 1560);
    const strips = await small(stripFile([{ picture: large, heights: evenHeights(1560, 30) }]));
    const whole = await small(stripFile([{ picture: large, heights: [1560] }]));
    expect(strips.bytes.length).toBeLessThan(whole.bytes.length * 1.03);
  });

  test('of stencils becomes one stencil', async () => {
    const input = stripFile([
      page({ isStencil: true, content: (draws) => `0 0 1 rg q ${draws.join(' Q q ')} Q` }),
    ]);
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([12]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('is the same to whoever compares the two files', async () => {
    const input = stripFile([page()]);
    const { bytes } = await small(input);
    const { categories } = await verify(input, bytes, { host });
    expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({
      lost: 0,
      added: 0,
      notCompared: 0,
    });
  });

  test('is the same bytes with threads, however many', async () => {
    const input = stripFile([page({ codec: 'ccitt' }), page({ picture: printedPage(WIDTH, HEIGHT, 2) })]);
    const alone = await small(input);
    for (const threads of [1, 4]) {
      const workThreads = jobThreads(host, threads);
      const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
      expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    }
  });

  test('stays as it is when it comes again', async () => {
    const once = await small(stripFile([page()]));
    const again = await small(once.bytes);
    expect(again.bytes).toEqual(once.bytes);
  });

  test('joins white strips too, which are equal to each other', async () => {
    const half = printedPage(WIDTH, HEIGHT);
    half.data.fill(0, half.data.length / 2);
    expect(await joinedOf({ picture: half })).toEqual([12]);
  });
});

describe('a strip that many places draw', () => {
  /** Its upper quarter, its middle and its end are blank. */
  const airy = (seed = 1) => {
    const { width, height, data } = printedPage(WIDTH, HEIGHT, seed);
    const rows = data.length / 12;
    for (const strip of [0, 1, 2, 6, 11]) data.fill(0, strip * rows, (strip + 1) * rows);
    return { width, height, data };
  };

  for (const codec of ['flate', 'ccitt', 'jbig2'] as const) {
    test(`is a part of each where it is blank, in ${codec}`, async () => {
      const parts = { codec, sharesBlank: true };
      const input = stripFile([page({ ...parts, picture: airy() }), page({ ...parts, picture: airy(2) })]);
      const { bytes, report } = await small(input);
      expect(report.warnings).toEqual([]);
      expect(report.images).toMatchObject([
        { object: 15, strips: 12, outcome: { kind: 'replaced', width: WIDTH, height: HEIGHT } },
        { object: 115, strips: 12, outcome: { kind: 'replaced', width: WIDTH, height: HEIGHT } },
      ]);
      const { categories } = await verify(input, bytes, { host });
      expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({
        lost: 0,
        added: 0,
        notCompared: 0,
      });
      expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
    });
  }

  test('by one name is a part where it is blank', async () => {
    const content = (draws: readonly string[]) =>
      draws
        .map((draw, at) => `q ${[1, 2, 6, 11].includes(at) ? draw.replace(/Im\d+/, 'Im0') : draw} Q`)
        .join(' ');
    const input = stripFile([page({ picture: airy(), content })]);
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([12]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('stays where others draw it', async () => {
    const input = stripFile([
      page({ picture: airy(), sharesBlank: true }),
      page({
        picture: airy(2),
        sharesBlank: true,
        content: (draws) => `q 50 0 0 ${STRIP} 0 ${HEIGHT - 80} cm /Im0 Do Q q ${draws[4]} Q`,
      }),
    ]);
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([1, 12, 1]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('is left alone where all of a page is nothing else', async () => {
    const blank = { ...picture, data: new Uint8Array(picture.data.length) };
    const { report } = await small(stripFile([page({ picture: blank, sharesBlank: true })]));
    expect(stripsOf(report.images)).toEqual([1]);
  });

  test('keeps those apart between which it has ink', async () => {
    const both = stripFile([page(), page({ picture: printedPage(WIDTH, HEIGHT, 2) })]);
    const text = Buffer.from(both).toString('latin1').replace('/Im5 117 0 R', '/Im5  17 0 R');
    const input = Buffer.from(text, 'latin1');
    const { bytes, report } = await small(input);
    expect(report.warnings).toEqual([]);
    expect(stripsOf(report.images)).toEqual([5, 1, 6, 5, 6]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });
});

describe('strips in a form', () => {
  for (const inForm of ['once', 'twice'] as const) {
    test(`that a page draws ${inForm} become one picture`, async () => {
      const input = stripFile([page({ inForm })]);
      const { bytes, report } = await small(input);
      expect(report.warnings).toEqual([]);
      expect(stripsOf(report.images)).toEqual([12]);
      expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
    });
  }

  test('stay apart where something besides content may draw one', async () => {
    const { report } = await small(stripFile([page({ inForm: 'once' })], '/Private << /A [15 0 R] >>'));
    expect(stripsOf(report.images)).toEqual([3, 1, 8]);
  });

  test('stay apart where it has no resources of its own', async () => {
    const { report } = await small(stripFile([page({ inForm: 'bare' })]));
    expect(stripsOf(report.images)).toEqual(Array(12).fill(1));
  });
});

describe('strips whose symbols are elsewhere', () => {
  const codec = 'jbig2-globals';
  const parts = { codec, picture: lettersOf(1, WIDTH, HEIGHT), heights: [390, 390] } as const;

  test('become one picture where nothing else uses these', async () => {
    const input = stripFile([page(parts)]);
    const { bytes, report } = await small(input);
    expect(report.warnings).toEqual([]);
    expect(report.images).toMatchObject([{ object: 12, strips: 2, codec: 'jbig2' }]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('stay strips where these stay, and hold what makes them small', async () => {
    const { report } = await small(stripFile([page(parts)], '/Private 109 0 R'));
    expect(stripsOf(report.images)).toEqual([1, 1]);
  });
});

describe('strips that are inline images', () => {
  const inline = { isInline: true, codec: 'ccitt' } as const;

  for (const parts of [inline, { ...inline, codec: 'flate' }, { ...inline, inForm: 'once' }] as const) {
    test(`become one picture: ${JSON.stringify(parts)}`, async () => {
      const input = stripFile([page(parts)]);
      const { bytes, report } = await small(input);
      expect(report.warnings).toEqual([]);
      expect(report.images).toMatchObject([
        { strips: 12, outcome: { kind: 'replaced', codec: 'jbig2', width: WIDTH, height: HEIGHT } },
      ]);
      expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
      const { categories } = await verify(input, bytes, { host });
      expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({
        lost: 0,
        added: 0,
        notCompared: 0,
      });
    });
  }

  test('become one picture where some are paper without ink, in a few bytes', async () => {
    const airy = printedPage(WIDTH, HEIGHT);
    for (const part of [0, 4, 5, 11])
      airy.data.fill(0, (part * airy.data.length) / 12, ((part + 1) * airy.data.length) / 12);
    const input = stripFile([page({ ...inline, picture: airy })]);
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([12]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test.each([
    ['with a gap between them', (at: number) => `${WIDTH} 0 0 ${STRIP - 1} 0 ${topOf(at)} cm`],
    ['as a staircase', (at: number) => `30 0 0 ${STRIP} ${at * 30} ${at * STRIP} cm`],
  ])('stay what they are %s', async (_, matrix) => {
    const content = (draws: readonly string[]) =>
      draws.map((draw, at) => `q ${matrix(at)} ${draw.slice(draw.indexOf('BI'))} Q`).join(' ');
    expect(await joinedOf({ ...inline, content })).toEqual([]);
  });

  test('stay what they are where two pages draw the same content', async () => {
    const text = Buffer.from(stripFile([page(inline), page(inline)])).toString('latin1');
    const input = Buffer.from(text.replace('/Contents 111 0 R', '/Contents  11 0 R'), 'latin1');
    const { report } = await small(input);
    expect(report.images).toEqual([]);
  });
});

test('the receipt says of how many strips a picture was made', async () => {
  const input = stripFile([page()]);
  const receipt = await issueReceipt(input, await small(input), { host });
  expect(receipt.imagesChanged).toMatchObject([{ object: 12, strips: 12 }]);
  expect(receiptSchema.parse(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
});

test('whoever compares the files sees a strip of other bits', async () => {
  const input = stripFile([page()]);
  const other = stripFile([{ picture: printedPage(WIDTH, HEIGHT, 2), heights: [HEIGHT] }]);
  const { categories } = await verify(input, other, { host });
  expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({ lost: 12, added: 1 });
});

test('very many strips take time as their number', async () => {
  const rows = Array.from({ length: 4000 }, () => 1);
  const { report } = await small(stripFile([{ picture: printedPage(64, 4000), heights: rows }]));
  expect(stripsOf(report.images)).toEqual([4000]);
});

describe('strips are joined', () => {
  test.each([
    [
      'from the bottom to the top',
      (draws: readonly string[]) =>
        draws
          .toReversed()
          .map((draw) => `q ${draw} Q`)
          .join(' '),
    ],
    [
      'in units of pixels',
      (draws: readonly string[]) => `q 0.5 0 0 0.5 0 0 cm ${draws.map((draw) => `q ${draw} Q`).join(' ')} Q`,
    ],
    [
      'turned',
      (draws: readonly string[]) =>
        `q 0 1 -1 0 ${WIDTH} 0 cm ${draws.map((draw) => `q ${draw} Q`).join(' ')} Q`,
    ],
    [
      'each moved from the one before',
      (draws: readonly string[]) =>
        `${WIDTH} 0 0 ${STRIP} 0 ${topOf(0)} cm /Im0 Do ${draws
          .slice(1)
          .map((_, at) => `1 0 0 1 0 -1 cm /Im${at + 1} Do`)
          .join(' ')}`,
    ],
    [
      'each in the same colour',
      (draws: readonly string[]) => draws.map((draw) => `q 0 g ${draw} Q`).join(' '),
    ],
  ])('%s', async (name, content) => {
    const input = stripFile([page({ content })]);
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([12]);
    expect(
      await pdfiumDifferences(input, bytes, { dpis: [name === 'in units of pixels' ? 144 : 72] }),
    ).toEqual([]);
  });

  test('where numbers are rounded to a part of a pixel', async () => {
    const content = (draws: readonly string[]) =>
      draws
        .map(
          (_, strip) =>
            `q ${WIDTH} 0 0 ${STRIP} 0 ${(topOf(strip) + 0.04 * (strip % 2)).toFixed(2)} cm /Im${strip} Do Q`,
        )
        .join(' ');
    expect(await joinedOf({ content })).toEqual([12]);
  });

  test('before and behind what is drawn between them', async () => {
    const content = (draws: readonly string[]) =>
      `q ${draws.slice(0, 5).join(' Q q ')} Q 0 0 10 10 re f q ${draws.slice(5).join(' Q q ')} Q`;
    expect(await joinedOf({ content })).toEqual([5, 7]);
  });

  test('in a page whose content is in parts, one of which another page draws too', async () => {
    const two = Buffer.from(stripFile([page(), page({ picture: printedPage(WIDTH, HEIGHT, 2) })])).toString(
      'latin1',
    );
    const input = Buffer.from(two.replace('/Contents 11 0 R', '/Contents[11 0 R]'), 'latin1');
    const { bytes, report } = await small(input);
    expect(stripsOf(report.images)).toEqual([12, 12]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });
});

describe('strips stay apart', () => {
  const each = Array(12).fill(1);
  const inTurn = (draws: readonly string[], between: string) =>
    draws.map((draw) => `q ${draw} Q ${between}`).join(' ');
  test.each([
    [
      'with a gap of half a pixel between them',
      (draws: readonly string[]) =>
        draws.map((_, at) => `q ${WIDTH} 0 0 ${STRIP - 0.5} 0 ${topOf(at)} cm /Im${at} Do Q`).join(' '),
    ],
    [
      'of which every other one lies a fifth of a pixel off',
      (draws: readonly string[]) =>
        draws
          .map((_, at) => `q ${WIDTH} 0 0 ${STRIP} 0 ${topOf(at) + 0.2 * (at % 2)} cm /Im${at} Do Q`)
          .join(' '),
    ],
    [
      'as a staircase',
      (draws: readonly string[]) =>
        draws.map((_, at) => `q 30 0 0 ${STRIP} ${at * 30} ${at * STRIP} cm /Im${at} Do Q`).join(' '),
    ],
    [
      'where each is marked content',
      (draws: readonly string[]) => draws.map((draw) => `/P << /MCID 0 >> BDC q ${draw} Q EMC`).join(' '),
    ],
    ['where a line is drawn between them', (draws: readonly string[]) => inTurn(draws, '0 0 m 9 9 l S')],
    ['where text stands between them', (draws: readonly string[]) => inTurn(draws, 'BT ET')],
    [
      'in other colours',
      (draws: readonly string[]) => draws.map((draw, at) => `q 0.${at} g ${draw} Q`).join(' '),
    ],
    [
      'each in a clip of its own',
      (draws: readonly string[]) => draws.map((draw, at) => `q 0 0 1 0.${at + 1} re W n ${draw} Q`).join(' '),
    ],
    ['drawn twice', (draws: readonly string[]) => `q ${draws.join(' Q q ')} Q q ${draws.join(' Q q ')} Q`],
    ['where an operator is not known', (draws: readonly string[]) => `${inTurn(draws, '')} xyz`],
  ])('%s', async (_, content) => {
    const { report } = await small(stripFile([page({ content })]));
    expect(stripsOf(report.images)).toEqual(each);
  });

  test.each([
    ['whose samples mean the opposite in turn', (strip: number) => (strip % 2 === 0 ? '/Decode [1 0]' : '')],
    ['with tags', (strip: number) => `/StructParent ${strip}`],
    ['with layers', () => '/OC 1 0 R'],
    ['with metadata', () => '/Metadata 1 0 R'],
  ])('%s', async (_, entries) => {
    expect(await joinedOf({ entries })).toEqual(each);
  });

  test('that another page draws too, and those beside them do not', async () => {
    const both = Buffer.from(stripFile([page(), page()])).toString('latin1');
    const input = Buffer.from(both.replaceAll(/\/Im(\d+) 11(\d) 0 R/g, '/Im$1  1$2 0 R'), 'latin1');
    const { report } = await small(input);
    expect(stripsOf(report.images)).toEqual([...Array(8).fill(1), 4]);
  });

  test('of which one was to be kept', async () => {
    const input = stripFile([page()]);
    const { report } = await compress(input, DEFAULT_OPTIONS, {
      host,
      imageOverrides: { 15: { kind: 'keep' } },
    });
    expect(stripsOf(report.images)).toEqual(each);
  });
});
