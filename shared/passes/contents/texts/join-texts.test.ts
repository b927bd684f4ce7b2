import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../../pdf/bytes.ts';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { shownTexts } from '../../../testing/documents/shown-texts.ts';
import { joinedTexts } from './join-texts.ts';
import { showsTheSameTexts } from './text-proof.ts';

function joined(content: string): string | null {
  const bytes = joinedTexts(latin1Bytes(content));
  return bytes === null ? null : latin1(bytes, 0, bytes.length);
}

function isProved(before: string, after: string): boolean {
  return showsTheSameTexts(latin1Bytes(before), latin1Bytes(after));
}

const FIRST = 'q 0 g BT 56 700 Td/F1 12 Tf(a)Tj ET Q ';

describe('text objects of a line that follow each other become one', () => {
  test.each<[string, string, string]>([
    [
      'with their own state',
      `${FIRST}q 0 g BT 60 700 Td/F2 12 Tf(b)Tj ET Q`,
      'q 0 g BT 56 700 Td/F1 12 Tf(a)Tj 4 0 Td/F2 12 Tf(b)Tj ET Q',
    ],
    [
      'whose font is selected again',
      `${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`,
      'q 0 g BT 56 700 Td/F1 12 Tf(a)Tj 4 0 Td(b)Tj ET Q',
    ],
    [
      'with a font before the place',
      'q BT/F1 10 Tf 5 5 Td(a)Tj ET Q q BT/F2 10 Tf 10 5 Td(b)Tj ET Q',
      'q BT/F1 10 Tf 5 5 Td(a)Tj/F2 10 Tf 5 0 Td(b)Tj ET Q',
    ],
    [
      'placed by matrices that mirror',
      'q BT/F1 10 Tf 1 0 0 -1 5 5 Tm(a)Tj ET Q q BT/F1 10 Tf 1 0 0 -1 15 5 Tm(b)Tj ET Q',
      'q BT/F1 10 Tf 1 0 0 -1 5 5 Tm(a)Tj 10 0 Td(b)Tj ET Q',
    ],
    [
      'placed by matrices that mirror both ways, one after the other',
      'q BT/F1 9 Tf -1 0 0 -1 5 5 Tm(a)Tj ET Q q BT/F1 9 Tf -1 0 0 -1 15 5 Tm(b)Tj ET Q q BT/F1 9 Tf -1 0 0 -1 12 5 Tm(c)Tj ET Q',
      'q BT/F1 9 Tf -1 0 0 -1 5 5 Tm(a)Tj -10 0 Td(b)Tj 3 0 Td(c)Tj ET Q',
    ],
    [
      'after moves within the first',
      'q BT/F1 9 Tf 5 5 Td(a)Tj 0 -2 Td(c)Tj ET Q q BT/F1 9 Tf 5 3 Td(b)Tj ET Q',
      'q BT/F1 9 Tf 5 5 Td(a)Tj 0 -2 Td(c)Tj 0 0 Td(b)Tj ET Q',
    ],
  ])('%s', (_, content, expected) => {
    expect(joined(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
    expect(shownTexts(expected)).toEqual(shownTexts(content));
  });

  test.each<[string, string]>([
    // MuPDF reads blank lines, and poppler another order, where text objects begin.
    ['without a state of its own', 'BT/F1 10 Tf 5 5 Td(a)Tj ET BT/F2 10 Tf 10 5 Td(b)Tj ET'],
    ['of another line', `${FIRST}q 0 g BT 56 690 Td/F1 12 Tf(b)Tj ET Q`],
    ['with other settings', `${FIRST}q 1 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['without a font of its own', `${FIRST}q 0 g BT 60 700 Td(b)Tj ET Q`],
    ['that shows letters before it selects a font', `${FIRST}q 0 g BT 60 700 Td(b)Tj/F2 12 Tf(c)Tj ET Q`],
    ['with something between', `${FIRST}0 0 5 5 re f q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['in marked content', `${FIRST}/P BMC q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q EMC`],
    ['in another level', `${FIRST}q q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q Q`],
    ['after a spacing that would last', 'q BT 5 5 Td/F1 9 Tf 1 Tc(a)Tj ET Q q BT 6 5 Td/F1 9 Tf(b)Tj ET Q'],
    ['that clips', `${FIRST}q 0 g BT 60 700 Td/F1 12 Tf 7 Tr(b)Tj ET Q`],
    ['that clips by a mode set before', `5 Tr ${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['in a pattern', `/P cs/X scn ${FIRST}q 0 g BT/X scn 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    [
      'after a line whose place depends on the leading',
      'q BT/F1 9 Tf 5 5 Td T*(a)Tj ET Q q BT/F1 9 Tf 6 5 Td(b)Tj ET Q',
    ],
    ['that begins where the page does', 'q BT/F1 9 Tf 5 5 Td(a)Tj ET Q q BT/F1 9 Tf(b)Tj 6 5 Td(c)Tj ET Q'],
    ['with another matrix', 'q BT/F1 9 Tf 2 0 0 2 5 5 Tm(a)Tj ET Q q BT/F1 9 Tf 2 0 0 2 9 5 Tm(b)Tj ET Q'],
    ['mirrored otherwise', 'q BT/F1 9 Tf 1 0 0 -1 5 5 Tm(a)Tj ET Q q BT/F1 9 Tf 9 5 Td(b)Tj ET Q'],
    [
      'at a place that floating point misses',
      'q BT/F1 9 Tf 774.1 5 Td(a)Tj ET Q q BT/F1 9 Tf 760.3 5 Td(b)Tj ET Q',
    ],
  ])('not one %s', (_, content) => {
    expect(joined(content)).toBeNull();
  });

  test('readers may add moves one by one, or all before the matrix: both must find the place', () => {
    const texts = [94.2, 295.5, 400.4].map((x) => `q BT/F1 9 Tf 1 0 0 1 ${x} 5 Tm(a)Tj ET Q`);
    expect(joined(texts.join(' '))).toBe(
      'q BT/F1 9 Tf 1 0 0 1 94.2 5 Tm(a)Tj 201.3 0 Td(a)Tj ET Q q BT/F1 9 Tf 1 0 0 1 400.4 5 Tm(a)Tj ET Q',
    );
  });

  test('a place that floating point misses is another: its line may jump to the next pixel', () => {
    const content = 'q BT/F1 9 Tf 774.1 5 Td(a)Tj ET Q q BT/F1 9 Tf 760.3 5 Td(b)Tj ET Q';
    expect(joined(content)).toBeNull();
    expect(isProved(content, 'q BT/F1 9 Tf 774.1 5 Td(a)Tj -13.8 0 Td(b)Tj ET Q')).toBe(false);
  });
});

test('the proof follows lines by a leading that a move has set', () => {
  const content = (last: string) => `BT/F1 9 Tf 5 50 Td(a)Tj 0 -4 TD(b)Tj ${last}(c)Tj ET`;
  expect(isProved(content('T*'), content('0 -4 Td'))).toBe(true);
  expect(isProved(content('T*'), content('0 -5 Td'))).toBe(false);
});

test.each([
  ['behind an inline image', 'f BI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI ', true],
  ['in a colour of a space', '/C cs 1 0 sc ', true],
  // Letters in a pattern may be transparent.
  ['in a pattern', '/Pattern cs/P scn ', false],
])('joined text %s', (_, before, isSame) => {
  const texts = `${before}BT/F1 9 Tf 5 5 Td(a)Tj ET BT/F1 9 Tf 6 5 Td(b)Tj ET`;
  expect(isProved(texts, `${before}BT/F1 9 Tf 5 5 Td(a)Tj 1 0 Td(b)Tj ET`)).toBe(isSame);
});

describe('the proof sees', () => {
  const after = 'q 0 g BT 56 700 Td/F1 12 Tf(a)Tj 4 0 Td(b)Tj ET Q';
  test.each<[string, string]>([
    ['another place', `${FIRST}q 0 g BT 61 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['another font', `${FIRST}q 0 g BT 60 700 Td/F2 12 Tf(b)Tj ET Q`],
    ['a font of the page', `${FIRST}q 0 g BT 60 700 Td(b)Tj ET Q`],
    ['another color', `${FIRST}q 1 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['a spacing', `${FIRST}q 0 g BT 1 Tc 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['other letters', `${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(c)Tj ET Q`],
    ['a drawing between', `${FIRST}f q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['a transformation', `${FIRST}q 1 0 0 1 1 1 cm 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['a mark', `${FIRST}q 0 g BT /P BMC 60 700 Td/F1 12 Tf(b)Tj EMC ET Q`],
    ['a state that is not restored', `${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET`],
    ['text that clips', `7 Tr ${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
    ['what is left restored', `q 1 w ${FIRST}q 0 g BT 60 700 Td/F1 12 Tf(b)Tj ET Q`],
  ])('%s', (_, before) => {
    expect(isProved(before, before)).toBe(!before.startsWith('7 Tr'));
    expect(isProved(before, after)).toBe(false);
  });

  test('another depth', () => {
    expect(isProved('q f', 'q f Q')).toBe(false);
  });
});

/** Content of text objects as programs write them, some with a state of their own. */
const someTexts = fc
  .array(
    fc.record({
      framed: fc.constantFrom(true, true, true, true, true, false),
      color: fc.constantFrom('0 g', '0 g', '0 g', '', '1 0 0 rg'),
      font: fc.constantFrom('', '/F1 9 Tf', '/F1 9 Tf', '/F2 9 Tf', '/F1 12 Tf'),
      isFontFirst: fc.boolean(),
      place: fc.tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 1400, max: 1400 })),
      placedBy: fc.constantFrom('Td', 'Td', 'Td', 'Tm', 'mirrored', 'none'),
      body: fc.array(
        fc.constantFrom('(a)Tj', '[(b)-5(c)]TJ', '3.5 -12 Td', 'T*', '1 Tc', '14 TL', '0 Tr', "(d)'", '0 g'),
        { maxLength: 4 },
      ),
      between: fc.constantFrom('', '', '', '', '', '', '0 0 5 5 re f', '2 w', '1 0 0 1 3 3 cm'),
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
        return lines.filter((line) => line !== '').join(' ');
      })
      .join(' '),
  );

test('whatever the texts, the same are shown in the same places', () => {
  let count = 0;
  fc.assert(
    fc.property(someTexts, (content) => {
      const after = joined(content);
      if (after === null) return;
      count += 1;
      expect(shownTexts(after)).toEqual(shownTexts(content));
      expect(isProved(content, after)).toBe(true);
      expect(after.length).toBeLessThan(content.length);
    }),
    { numRuns: 1000 },
  );
  expect(count).toBeGreaterThan(40);
});
