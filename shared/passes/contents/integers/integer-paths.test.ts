import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../../pdf/bytes.ts';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { paintedPaths } from '../../../testing/documents/painted-paths.ts';
import type { Placement } from '../tolerance.ts';
import { GRID_ORIGINS, type GridOrigin } from './integer-grid.ts';
import { integerPaths } from './integer-paths.ts';
import { drawsTheSamePaths } from './integer-proof.ts';

const PAGE: Placement = { scale: 1, isPage: true, points: 0.002 };
const FORM: Placement = { ...PAGE, isPage: false };

function integers(content: string, placement = PAGE, origin: GridOrigin = 'zero'): string | null {
  const bytes = integerPaths(latin1Bytes(content), placement, origin);
  return bytes === null ? null : latin1(bytes, 0, bytes.length);
}

function isProved(before: string, after: string, placement = PAGE): boolean {
  return drawsTheSamePaths(latin1Bytes(before), latin1Bytes(after), placement);
}

/** Enough lines for a run. */
function lines(count = 25, paint = 'S'): string {
  return Array.from({ length: count }, (_, i) => `${i + 0.25} ${i + 0.5} m ${i + 9.75} 7.25 l ${paint}`).join(
    ' ',
  );
}

describe('coordinates become integers', () => {
  test('of the largest unit that they are multiples of', () => {
    const after = integers(lines()) ?? '';
    expect(after).toMatch(/^q \.25 0 0 \.25 0 0 cm 4 w 1 2 m 39 29 l S 5 6 m 43 29 l S /);
    expect(after).toMatch(/ S Q$/);
    expect(isProved(lines(), after)).toBe(true);
  });

  test('from the corner of all paths', () => {
    const moved = lines().replace(/(\d+\.\d+)/g, (number) => String(Number(number) + 300));
    expect(integers(moved, PAGE, 'corner')).toMatch(
      /^q \.25 0 0 \.25 300\.25 300\.5 cm 4 w 0 0 m 38 27 l S /,
    );
  });

  test('of a unit within the tolerance where they have none in common', () => {
    const content = `.3333331 .7777772 m ${lines()}`;
    const after = integers(content) ?? '';
    expect(after).toMatch(/^q \.0028 0 0 \.0028 0 0 cm 357\.14 w 119 278 m 89 179 m /);
    expect(isProved(content, after)).toBe(true);
    const twice = integers(content, { ...PAGE, scale: 2 }) ?? '';
    expect(twice).toMatch(/^q \.0014 0 0 \.0014 0 0 cm 714\.3 w 238 556 m /);
  });

  test('of a small unit where the matrix is large, and of a large one with exact line widths', () => {
    const small = lines().replace(/(\d+\.\d+)/g, (number) => String(Number(number) / 100));
    const enlarged = `900 0 0 900 0 0 cm .3333331 .7777772 m ${small}`;
    const after = integers(enlarged, { ...PAGE, scale: 1 }) ?? '';
    expect(after).toMatch(/ q \.0000031 0 0 \.0000031 0 0 cm \S+ w 107527 250896 m /);
    expect(isProved(enlarged, after)).toBe(true);
    const large = `1 w ${Array.from({ length: 25 }, (_, i) => `${512.923 * i} 0 m ${512.923 * i} 512.923 l S`).join(' ')}`;
    const few = integers(large) ?? '';
    expect(few).toMatch(/q 512\.923 0 0 512\.923 0 0 cm \.0019496 w 0 0 m 0 1 l S 1 0 m /);
    expect(isProved(large, few)).toBe(true);
  });

  test('whose rectangles end where they ended, and have an extent', () => {
    const content = `${lines(25, 'f')} .1111111 .1111111 .0001 3.3333333 re f`;
    const after = integers(content) ?? '';
    expect(after).toContain(' 40 40 .035714 1190 re f ');
    expect(isProved(content, after)).toBe(true);
  });

  test('whose lines have a length', () => {
    const after = integers(`.1111111 .1 m .1112111 .1 l S ${lines()}`) ?? '';
    expect(after).toContain(' 40 36 m 39.71825 35.714286 l S ');
  });

  test('with the state after them that they left', () => {
    const content = `0 g ${lines(9)} 2 w .5 G 1 J /S cs .5 .25 sc ${lines(25)} 1 0 0 rg 3 w ${lines(9, 'f')} BT ET`;
    const after = integers(content) ?? '';
    expect(after).toMatch(/^0 g q \.25 0 0 \.25 0 0 cm 4 w .* 8 w \.5 G 1 J \/S cs \.5 \.25 sc .* 12 w /);
    expect(after).toMatch(/ f Q \.5 G 1 J 1 0 0 rg 3 w BT ET$/);
    expect(isProved(content, after)).toBe(true);
  });

  test('and need no level of their own where one ends', () => {
    const content = `q 5 0 0 5 0 0 cm ${lines()} .5 g 3 w Q ${lines(1)}`;
    const after = integers(content) ?? '';
    expect(after).toMatch(
      /^q 5 0 0 5 0 0 cm \.25 0 0 \.25 0 0 cm 4 w .* S \.5 g 12 w Q 0\.25 0\.5 m 9\.75 7\.25 l S$/,
    );
    expect(isProved(content, after)).toBe(true);
  });
});

/** A page of upright lines, like a circuit diagram's. */
function uprightLines(unit: number): string {
  const at = (steps: number) => Number((steps * unit).toFixed(4));
  return Array.from(
    { length: 25 },
    (_, i) => `${at(i)} ${at(7)} m ${at(i)} ${at(99)} l S ${at(i + 3)} ${at(4)} ${at(9)} ${at(2)} re f`,
  ).join(' ');
}

test('upright lines on a decimal grid stay where pixels begin', () => {
  const onGrid = uprightLines(0.24);
  expect(integers(onGrid)).toBeNull();
  expect(integers(`${onGrid} ${lines(40)}`)).toBeNull();
  expect(integers(`${onGrid} ${lines(60)}`)).not.toBeNull();

  // Not on it, or on one that is exact in binary.
  expect(integers(uprightLines(0.2437))).not.toBeNull();
  expect(integers(uprightLines(0.75))).toMatch(
    /^q \.75 0 0 \.75 0 0 cm 1\.3333 w 0 7 m 0 99 l S 3 4 9 2 re f /,
  );
});

describe('content stays', () => {
  test.each<[string, string]>([
    ['without paths', 'BT/F 9 Tf(a)Tj ET'],
    ['with few of them', lines(15)],
    ['with few of them beside other content', `${lines()} BT(${'a'.repeat(9000)})Tj ET`],
    ['with clipping paths', lines(25, 'W n')],
    ['with dashed lines', `[3 2] 0 d ${lines()}`],
    ['with lines of a named state', `/G gs ${lines()}`],
    ['with patterns', lines(25, 'f /P scn')],
    ['with levels that do not match', `Q ${lines()}`],
    ['with numbers that readers parse differently', lines().replaceAll('7.25', '--7.25')],
    ['that has no extent', `0 0 0 0 0 0 cm ${lines()}`],
    ['whose integers would be too large', `9999999.123 0 m ${lines()}`],
    ['with a path around a transformation', `1 1 m 1 0 0 1 5 5 cm ${lines(20)}`],
    ['within text', `BT ${lines()} ET`],
  ])('%s', (_, content) => {
    expect(integers(content)).toBeNull();
  });

  test('in forms, where lines have the width that they have outside', () => {
    expect(integers(lines(), FORM)).toBeNull();
    expect(integers(lines(25, 'f'), FORM)).not.toBeNull();
    expect(integers(`[]0 d 2 w ${lines()}`, FORM)).toMatch(/^\[\]0 d 2 w q \.25 0 0 \.25 0 0 cm 8 w /);
  });
});

describe('the proof sees', () => {
  const before = '2 w 1 1 m 5 5 l S .5 g 3 w 1 1 4 4 re f BT ET';
  const good = '2 w q .5 0 0 .5 1 1 cm 4 w 0 0 m 8 8 l S .5 g 6 w 0 0 8 8 re f Q .5 g 3 w BT ET';
  const inner = 'q 2 w 1 1 m 5 5 l S Q 1 1 m 5 5 l S';
  const goodInner = 'q 2 w .5 0 0 .5 0 0 cm 4 w 2 2 m 10 10 l S Q 1 1 m 5 5 l S';

  test('nothing in the same drawing', () => {
    expect(isProved(before, good)).toBe(true);
    expect(isProved(inner, goodInner)).toBe(true);
    expect(isProved(before, before)).toBe(true);
  });

  test.each<[string, string, string]>([
    ['a point too far', '8 8 l', '8.005 8 l'],
    ['a corner too far', '0 0 8 8 re', '0 0 8 8.005 re'],
    ['another origin', '1 1 cm', '1 1.0021 cm'],
    ['another unit', '.5 0 0 .5', '.5002 0 0 .5002'],
    ['a unit that is not the same along both axes', '.5 0 0 .5', '.5 0 0 .5001'],
    ['a rotation', '.5 0 0 .5', '.5 .0001 0 .5'],
    ['a missing line width', ' 4 w', ''],
    ['another line width', ' 4 w', ' 4.001 w'],
    ['another line width within', '6 w', '6.001 w'],
    ['another color within', '.5 g 6 w', '.4 g 6 w'],
    ['another color after it', 'Q .5 g', 'Q .4 g'],
    ['a color that is lost after it', 'Q .5 g', 'Q'],
    ['a line width that is lost after it', 'Q .5 g 3 w', 'Q .5 g'],
    ['a state that is set without need', 'Q .5 g', 'Q 1 J .5 g'],
    ['a level that does not end', ' f Q .5 g 3 w', ' f'],
    ['paths that are not in the run', 'S .5 g', 'S Q .5 g'],
    ['other painting', 'l S', 'l s'],
    ['more at the end', 'BT ET', 'BT ET n'],
    ['less at the end', 'BT ET', 'BT'],
    ['a level without a unit', 'q .5 0 0 .5 1 1 cm', 'q'],
  ])('%s', (_, text, other) => {
    expect(good).toContain(text);
    expect(isProved(before, good.replace(text, other))).toBe(false);
  });

  test.each<[string, string, string]>([
    ['a unit that does not end', '2 w 1 1 m 5 5 l S', '2 w .5 0 0 .5 0 0 cm 4 w 2 2 m 10 10 l S'],
    ['a unit after a level', inner, goodInner.replace('Q 1 1 m 5 5 l', 'Q 2 2 m 10 10 l')],
    ['dashes', '[2]0 d 1 1 m 5 5 l S', '[2]0 d q .5 0 0 .5 0 0 cm 2 w 2 2 m 10 10 l S Q'],
    [
      'dashes within',
      '[]0 d 1 1 m 5 5 l S [2]0 d 1 1 m S BT ET',
      '[]0 d q .5 0 0 .5 0 0 cm 2 w 2 2 m 10 10 l S [2]0 d 2 2 m S Q [2]0 d BT ET',
    ],
    ['clipping within', '1 1 m 5 5 l W n', 'q .5 0 0 .5 0 0 cm 2 2 m 10 10 l W n Q'],
    ['patterns within', '1 1 m f /P scn 1 1 m f', 'q .5 0 0 .5 0 0 cm 2 2 m f /P scn 2 2 m f Q /P scn'],
    ['a unit within a path', '1 1 m 5 5 m f', '1 1 m q .5 0 0 .5 0 0 cm 10 10 m f Q'],
    [
      'a color before its space',
      '1 1 m f /S cs .5 sc 1 1 m f',
      'q .5 0 0 .5 0 0 cm 2 2 m f /S cs .5 sc 2 2 m f Q .5 sc /S cs',
    ],
    ['a width of a named state', '/G gs 1 1 m 5 5 l S', '/G gs q .5 0 0 .5 0 0 cm 2 w 2 2 m 10 10 l S Q'],
  ])('%s', (_, content, after) => {
    expect(isProved(content, after)).toBe(false);
  });
});

// Doubles are drawn by their bits: nearly all would be almost 0.
const coordinate = fc.integer({ min: -70_000_000, max: 70_000_000 }).map((steps) => steps / 100_000);
const anyCoordinate = fc.oneof(
  coordinate.map((value) => value.toFixed(5)),
  coordinate.map((value) => (Math.round(value) * 0.12).toFixed(2)),
);
const numbers = (count: number) => fc.array(anyCoordinate, { minLength: count, maxLength: count });
const paint = fc.constantFrom('S', 'f', 'B*', 'n', 's');
const anyPath = fc.oneof(
  fc.tuple(numbers(2), numbers(2), paint).map(([a, b, end]) => `${a.join(' ')} m ${b.join(' ')} l ${end}`),
  fc.tuple(numbers(2), numbers(6), paint).map(([a, b, end]) => `${a.join(' ')} m ${b.join(' ')} c h ${end}`),
  fc.tuple(numbers(4), paint).map(([a, end]) => `${a.join(' ')} re ${end}`),
);
const anyChange = fc.constantFrom(
  '.7 w',
  '1 w',
  '.2 G',
  '1 0 0 rg',
  '1 J',
  '/S cs',
  '.3 .4 sc',
  '[]0 d',
  '[2]0 d',
  '/G gs',
);
const anyRest = fc.constantFrom('BT/F 9 Tf(a)Tj ET', '1 0 0 1 5 5 cm', '.5 0 0 -.5 3 3 cm', '0 0 9 9 re W n');
const anyParts = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: anyPath },
    { weight: 5, arbitrary: anyChange },
    { weight: 1, arbitrary: anyRest },
  ),
  { minLength: 30, maxLength: 120 },
);

test('whatever is painted stays within 0.002 points, as wide and in its color', () => {
  let written = 0;
  fc.assert(
    fc.property(anyParts, anyParts, fc.constantFrom(...GRID_ORIGINS), (first, second, origin) => {
      const content = `q ${first.join(' ')} Q ${second.join(' ')}`;
      const after = integers(content, PAGE, origin);
      if (after === null) return;
      written += 1;
      const old = paintedPaths(content);
      const now = paintedPaths(after);
      expect(now.map(({ paint, state }) => ({ paint, state }))).toEqual(
        old.map(({ paint, state }) => ({ paint, state })),
      );
      for (const [index, { points, width }] of now.entries()) {
        expect(Math.abs(width - old[index]!.width)).toBeLessThanOrEqual(0.0002);
        for (const [at, { x, y }] of points.entries()) {
          const before = old[index]!.points[at]!;
          expect(Math.hypot(x - before.x, y - before.y)).toBeLessThanOrEqual(0.002001);
        }
      }
      expect(isProved(content, after)).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(written).toBeGreaterThan(30);
});
