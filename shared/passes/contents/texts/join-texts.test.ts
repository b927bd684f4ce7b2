import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../../pdf/bytes.ts';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { shownTexts } from '../../../testing/documents/shown-texts.ts';
import { joinedTexts } from './join-texts.ts';
import { FLOAT_NOISE } from './line-position.ts';
import { showsTheSameTexts } from './text-proof.ts';

function joined(content: string, noise = 0): string | null {
  const bytes = joinedTexts(latin1Bytes(content), noise);
  return bytes === null ? null : latin1(bytes, 0, bytes.length);
}

function isProved(before: string, after: string, noise = 0): boolean {
  return showsTheSameTexts(latin1Bytes(before), latin1Bytes(after), noise);
}

const FIRST = 'q\n0 g\nBT\n56 700 Td/F1 12 Tf(a)Tj\nET\nQ\n';

describe('text objects that follow each other become one', () => {
  test.each<[string, string, string]>([
    [
      'with their own state',
      `${FIRST}q\n0 g\nBT\n60 690 Td/F2 12 Tf(b)Tj\nET\nQ`,
      'q\n0 g\nBT\n56 700 Td/F1 12 Tf(a)Tj\n4 -10 Td/F2 12 Tf(b)Tj\nET\nQ',
    ],
    [
      'whose font is selected again',
      `${FIRST}q\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`,
      'q\n0 g\nBT\n56 700 Td/F1 12 Tf(a)Tj\n4 0 Td(b)Tj\nET\nQ',
    ],
    [
      'in one state',
      'BT/F1 10 Tf\n5 5 Td(a)Tj\nET\nBT/F2 10 Tf\n10 5 Td(b)Tj\nET',
      'BT/F1 10 Tf\n5 5 Td(a)Tj/F2 10 Tf\n5 0 Td(b)Tj\nET',
    ],
    [
      'with settings that last',
      'BT/F1 10 Tf\n1 Tc\n5 5 Td(a)Tj\nET\nBT\n2 Tc\n10 5 Td(b)Tj\nET',
      'BT/F1 10 Tf\n1 Tc\n5 5 Td(a)Tj\n2 Tc\n5 0 Td(b)Tj\nET',
    ],
    [
      'placed by matrices that mirror',
      'BT/F1 10 Tf\n1 0 0 -1 5 5 Tm(a)Tj\nET\nBT/F1 10 Tf\n1 0 0 -1 15 8 Tm(b)Tj\nET',
      'BT/F1 10 Tf\n1 0 0 -1 5 5 Tm(a)Tj\n10 -3 Td(b)Tj\nET',
    ],
    [
      'after moves within the first',
      'BT/F1 10 Tf\n5 5 Td(a)Tj\n0 -2 Td(c)Tj\nET\nBT\n5 1 Td(b)Tj\nET',
      'BT/F1 10 Tf\n5 5 Td(a)Tj\n0 -2 Td(c)Tj\n0 -2 Td(b)Tj\nET',
    ],
  ])('%s', (_, content, expected) => {
    expect(joined(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
    expect(shownTexts(expected)).toEqual(shownTexts(content));
  });

  test.each<[string, string]>([
    ['with other settings', `${FIRST}q\n1 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['without a font of its own', `${FIRST}q\n0 g\nBT\n60 700 Td(b)Tj\nET\nQ`],
    [
      'that shows letters before it selects a font',
      `${FIRST}q\n0 g\nBT\n60 700 Td(b)Tj/F2 12 Tf(c)Tj\nET\nQ`,
    ],
    ['with something between', `${FIRST}0 0 5 5 re\nf\nq\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['in marked content', 'BT/F1 9 Tf\n5 5 Td(a)Tj\nET\n/P BMC\nBT\n6 5 Td(b)Tj\nET\nEMC'],
    ['in another level', `${FIRST}q\nq\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ\nQ`],
    [
      'after a spacing that would last',
      'q\nBT\n5 5 Td/F1 9 Tf\n1 Tc(a)Tj\nET\nQ\nq\nBT\n6 5 Td/F1 9 Tf(b)Tj\nET\nQ',
    ],
    ['that clips', 'BT/F1 9 Tf\n7 Tr\n5 5 Td(a)Tj\nET\nBT\n6 5 Td(b)Tj\nET'],
    ['that clips by a mode set before', '5 Tr\nBT/F1 9 Tf\n5 5 Td(a)Tj\nET\nBT\n6 5 Td(b)Tj\nET'],
    ['in a pattern', '/P cs/X scn\nBT/F1 9 Tf\n5 5 Td(a)Tj\nET\nBT/X scn\n6 5 Td(b)Tj\nET'],
    [
      'after a line whose place depends on the leading',
      'BT/F1 9 Tf\n5 5 Td\nT*(a)Tj\nET\nBT\n6 5 Td(b)Tj\nET',
    ],
    ['that begins where the page does', 'BT/F1 9 Tf\n5 5 Td(a)Tj\nET\nBT(b)Tj\n6 5 Td(c)Tj\nET'],
    ['with another matrix', 'BT/F1 9 Tf\n2 0 0 2 5 5 Tm(a)Tj\nET\nBT\n2 0 0 2 9 5 Tm(b)Tj\nET'],
    ['mirrored otherwise', 'BT/F1 9 Tf\n1 0 0 -1 5 5 Tm(a)Tj\nET\nBT\n9 5 Td(b)Tj\nET'],
    ['at a place that floating point misses', 'BT/F1 9 Tf\n5 774.1 Td(a)Tj\nET\nBT\n5 760.3 Td(b)Tj\nET'],
  ])('not one %s', (_, content) => {
    expect(joined(content)).toBeNull();
  });

  test('readers may add moves one by one, or all before the matrix: both must find the place', () => {
    const texts = [94.2, 295.5, 400.4].map((x) => `BT/F1 9 Tf\n1 0 0 1 ${x} 5 Tm(a)Tj\nET`);
    expect(joined(texts.join('\n'))).toBe(
      'BT/F1 9 Tf\n1 0 0 1 94.2 5 Tm(a)Tj\n201.3 0 Td(a)Tj\nET\nBT/F1 9 Tf\n1 0 0 1 400.4 5 Tm(a)Tj\nET',
    );
  });

  test('a place that floating point misses is near enough where coordinates are rounded', () => {
    const content = 'BT/F1 9 Tf\n5 774.1 Td(a)Tj\nET\nBT\n5 760.3 Td(b)Tj\nET';
    const expected = 'BT/F1 9 Tf\n5 774.1 Td(a)Tj\n0 -13.8 Td(b)Tj\nET';
    expect(joined(content, FLOAT_NOISE)).toBe(expected);
    expect(isProved(content, expected, FLOAT_NOISE)).toBe(true);
    expect(isProved(content, expected)).toBe(false);
  });
});

test('the proof follows lines by a leading that a move has set', () => {
  const content = (last: string) => `BT/F1 9 Tf\n5 50 Td(a)Tj\n0 -4 TD(b)Tj\n${last}(c)Tj\nET`;
  expect(isProved(content('T*'), content('0 -4 Td'))).toBe(true);
  expect(isProved(content('T*'), content('0 -5 Td'))).toBe(false);
});

test.each([
  ['behind an inline image', 'f\nBI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI\n', true],
  ['in a colour of a space', '/C cs\n1 0 sc\n', true],
  // Letters in a pattern may be transparent.
  ['in a pattern', '/Pattern cs/P scn\n', false],
])('joined text %s', (_, before, isSame) => {
  const texts = `${before}BT/F1 9 Tf\n5 5 Td(a)Tj\nET\nBT/F1 9 Tf\n6 5 Td(b)Tj\nET`;
  expect(isProved(texts, `${before}BT/F1 9 Tf\n5 5 Td(a)Tj\n1 0 Td(b)Tj\nET`)).toBe(isSame);
});

describe('the proof sees', () => {
  const after = 'q\n0 g\nBT\n56 700 Td/F1 12 Tf(a)Tj\n4 0 Td(b)Tj\nET\nQ';
  test.each<[string, string]>([
    ['another place', `${FIRST}q\n0 g\nBT\n61 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['another font', `${FIRST}q\n0 g\nBT\n60 700 Td/F2 12 Tf(b)Tj\nET\nQ`],
    ['a font of the page', `${FIRST}q\n0 g\nBT\n60 700 Td(b)Tj\nET\nQ`],
    ['another color', `${FIRST}q\n1 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['a spacing', `${FIRST}q\n0 g\nBT\n1 Tc\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['other letters', `${FIRST}q\n0 g\nBT\n60 700 Td/F1 12 Tf(c)Tj\nET\nQ`],
    ['a drawing between', `${FIRST}f\nq\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['a transformation', `${FIRST}q\n1 0 0 1 1 1 cm\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['a mark', `${FIRST}q\n0 g\nBT\n/P BMC\n60 700 Td/F1 12 Tf(b)Tj\nEMC\nET\nQ`],
    ['a state that is not restored', `${FIRST}q\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET`],
    ['text that clips', `7 Tr\n${FIRST}q\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
    ['what is left restored', `q\n1 w\n${FIRST}q\n0 g\nBT\n60 700 Td/F1 12 Tf(b)Tj\nET\nQ`],
  ])('%s', (_, before) => {
    expect(isProved(before, before)).toBe(!before.startsWith('7 Tr'));
    expect(isProved(before, after)).toBe(false);
  });

  test('another depth', () => {
    expect(isProved('q\nf', 'q\nf\nQ')).toBe(false);
  });
});

/** Content of text objects as programs write them, some with a state of their own. */
const someTexts = fc
  .array(
    fc.record({
      framed: fc.constantFrom(true, true, true, false),
      color: fc.constantFrom('0 g', '0 g', '0 g', '', '1 0 0 rg'),
      font: fc.constantFrom('', '/F1 9 Tf', '/F1 9 Tf', '/F2 9 Tf', '/F1 12 Tf'),
      isFontFirst: fc.boolean(),
      place: fc.tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 1390, max: 1400 })),
      placedBy: fc.constantFrom('Td', 'Td', 'Td', 'Tm', 'mirrored', 'none'),
      body: fc.array(
        fc.constantFrom('(a)Tj', '[(b)-5(c)]TJ', '3.5 -12 Td', 'T*', '1 Tc', '14 TL', '0 Tr', "(d)'", '0 g'),
        { maxLength: 4 },
      ),
      between: fc.constantFrom('', '', '', '', '', '', '0 0 5 5 re\nf', '2 w', '1 0 0 1 3 3 cm'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((texts) =>
    texts
      .map(({ framed, color, font, isFontFirst, place: [x, y], placedBy, body, between }) => {
        const at = `${x / 2} ${y / 2}`;
        const position = { Td: `${at} Td`, Tm: `1 0 0 1 ${at} Tm`, mirrored: `1 0 0 -1 ${at} Tm`, none: '' }[
          placedBy
        ];
        const head = isFontFirst ? [font, position] : [position, font];
        const lines = [between, framed ? 'q' : '', color, 'BT', ...head, ...body, 'ET', framed ? 'Q' : ''];
        return lines.filter((line) => line !== '').join('\n');
      })
      .join('\n'),
  );

test.each([0, FLOAT_NOISE])(
  'whatever the texts, the same are shown in the same places (noise %s)',
  (noise) => {
    let count = 0;
    fc.assert(
      fc.property(someTexts, (content) => {
        const after = joined(content, noise);
        if (after === null) return;
        count += 1;
        expect(shownTexts(after)).toEqual(shownTexts(content));
        expect(isProved(content, after, noise)).toBe(true);
        expect(after.length).toBeLessThan(content.length);
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(40);
  },
);
