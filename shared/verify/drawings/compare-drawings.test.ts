import { describe, expect, test } from 'vitest';
import type { Place } from '../content/matrix.ts';
import type { DrawnPicture, DrawnShape, Glyph } from '../content/page-marks.ts';
import { colorLoss, compareDrawings, isColored, type OtherMarks } from './compare-drawings.ts';

const BLACK = [0, 0, 0] as const;
const RED = [255, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

function area(place: Place, parts: Partial<DrawnShape> = {}): DrawnShape {
  return { kind: 'area', place, rgb: BLACK, isCover: false, order: 0, ...parts };
}

const line = (place: Place, parts: Partial<DrawnShape> = {}) =>
  area(place, { kind: 'line', pen: { width: 1, period: 0 }, ...parts });
/** Other shapes before it, so that the lists are not in step. */
const OTHER = area([500, 500, 600, 600]);

const moved = ([left, bottom, right, top]: Place, by: number): Place => [
  left + by,
  bottom - by,
  right + by,
  top - by,
];

describe('shapes of equal pages', () => {
  test('are all there', () => {
    const shapes = [area([0, 0, 9, 9]), line([0, 0, 9, 0]), area([0, 0, 9, 9], { rgb: null })];
    expect(compareDrawings(shapes, shapes)).toEqual({
      before: 3,
      after: 3,
      losses: [],
      additions: [],
      colors: [],
      added: [],
      notCompared: 0,
    });
  });

  test('may be drawn in another order, and rounded', () => {
    const before = [area([0, 0, 9, 9]), area([50, 50, 70, 60], { rgb: RED }), line([0, 0, 9, 0])];
    const after = before.toReversed().map((shape) => ({ ...shape, place: moved(shape.place, 0.7) }));
    expect(compareDrawings(before, after)).toMatchObject({ losses: [], additions: [], colors: [] });
    expect(compareDrawings(before, after.toReversed())).toMatchObject({
      losses: [],
      additions: [],
      colors: [],
    });
  });

  test('of several colors may lie on each other', () => {
    const place: Place = [0, 0, 9, 9];
    const before = [area(place), area(place, { rgb: RED }), area(place, { rgb: WHITE })];
    const after = [OTHER, before[2]!, before[0]!, before[1]!];
    expect(compareDrawings(before, after)).toMatchObject({ losses: [], colors: [] });
  });

  test('each stand for one, the nearest first', () => {
    const [first, second] = [area([0, 0, 9, 9], { rgb: RED }), area([0.6, 0, 9.6, 9])];
    const found = compareDrawings([first, second, OTHER], [second, first]);
    expect(found).toMatchObject({
      colors: [],
      losses: [{ change: 'removed', name: 'area at 500 500 600 600' }],
    });
  });

  test('in close rows each find their own', () => {
    const rows = [0, 0.6, 1.2, 1.8].map((at) => line([0, at, 90, at]));
    for (const after of [rows.toReversed(), [...rows.slice(1), rows[0]!]])
      expect(compareDrawings(rows, [OTHER, ...after])).toMatchObject({
        losses: [],
        additions: ['area at 500 500 600 600'],
      });
  });

  test('find one of their color, though another is nearer', () => {
    const after = [area([0.5, 0, 9.5, 9], { rgb: RED }), area([0.6, 0, 9.6, 9])];
    expect(compareDrawings([area([0, 0, 9, 9])], after)).toMatchObject({
      losses: [],
      colors: [],
      added: [after[0]],
    });
  });
});

describe('a shape that is gone', () => {
  test('is told with its place, and one that is new too', () => {
    const found = compareDrawings(
      [area([0, 0, 9, 9]), line([1.4, 2, 30.6, 2])],
      [area([0, 0, 9, 9]), OTHER, OTHER],
    );
    expect(found).toMatchObject({
      before: 2,
      after: 3,
      losses: [{ change: 'removed', name: 'line at 1 2 31 2' }],
      additions: ['area at 500 500 600 600', 'area at 500 500 600 600'],
      added: [OTHER, OTHER],
    });
  });

  test('counts as gone if it is moved by more than rounding, on any side', () => {
    for (const side of [0, 1, 2, 3]) {
      const place = [10, 10, 30, 30].map((at, index) => at + (index === side ? 0.8 : 0)) as unknown as Place;
      for (const after of [[area(place)], [area(place), OTHER]])
        expect(compareDrawings([area([10, 10, 30, 30])], after).losses).toHaveLength(1);
    }
  });

  test('is not replaced by one of another kind', () => {
    for (const kind of ['line', 'shading'] as const)
      expect(compareDrawings([area([0, 0, 9, 9])], [area([0, 0, 9, 9], { kind })]).losses).toHaveLength(1);
  });

  test.each<[string, DrawnShape, number]>([
    ['too thin to be seen', area([0, 0, 0.04, 9]), 0],
    ['too flat to be seen', area([0, 0, 9, 0.04]), 0],
    ['a thin line', line([0, 0, 0, 9]), 1],
    ['thin, but to be seen', area([0, 0, 0.06, 9]), 1],
    ['white on nothing', area([0, 0, 9, 9], { rgb: WHITE, order: 5 }), 0],
    ['nearly white on nothing', area([0, 0, 9, 9], { rgb: [251, 255, 252], order: 5 }), 0],
    ['light gray', area([0, 0, 9, 9], { rgb: [250, 255, 255], order: 5 }), 1],
    ['a pattern', area([0, 0, 9, 9], { rgb: null, order: 5 }), 1],
    ['white over another', area([490, 490, 501, 501], { rgb: WHITE, order: 5 }), 1],
    ['white below another', area([490, 490, 501, 501], { rgb: WHITE, order: -1 }), 0],
    ['white beside another', area([490, 490, 500, 500], { rgb: WHITE, order: 5 }), 0],
    ['white above another on the page', area([500, 600, 600, 610], { rgb: WHITE, order: 5 }), 0],
  ])('is a loss or none: %s', (_, shape, losses) => {
    expect(compareDrawings([OTHER, shape], [OTHER]).losses).toHaveLength(losses);
  });

  test('in white is told where it hid a picture or a letter', () => {
    const cover = area([40, 40, 90, 60], { rgb: WHITE, order: 5 });
    const picture = (seen: Place, order: number): DrawnPicture => ({
      ...{ source: { kind: 'inline', stream: null }, place: [0, 0, 99, 99], seen, turn: 0, rgb: null, order },
    });
    const letter = (x: number, order: number, isVisible = true): Glyph => ({
      ...{ text: 'A', x, y: 45, isPlaceSure: true, startsWord: true, size: 10, rgb: BLACK, face: null },
      ...{ isVisible, order },
    });
    const lossesOver = (others: Partial<OtherMarks>) =>
      compareDrawings([OTHER, cover], [OTHER], { glyphs: [], pictures: [], ...others }).losses.length;
    expect(lossesOver({ pictures: [picture([0, 0, 99, 99], 1)] })).toBe(1);
    expect(lossesOver({ pictures: [picture([0, 0, 99, 99], 9)] })).toBe(0);
    expect(lossesOver({ pictures: [picture([0, 0, 40, 99], 1)] })).toBe(0);
    expect(lossesOver({ glyphs: [letter(50, 1)] })).toBe(1);
    expect(lossesOver({ glyphs: [letter(50, 9), letter(95, 1), letter(50, 1, false)] })).toBe(0);
  });

  test('in white on nothing is one of so many that most are told unseen', () => {
    const count = 7_000;
    const whites = Array.from({ length: count }, (_, at) =>
      area([at * 10, 0, at * 10 + 5, 9], { rgb: WHITE, order: at + 1 }),
    );
    const { length } = compareDrawings(whites, [OTHER]).losses;
    expect(length).toBeGreaterThan(count / 3);
    expect(length).toBeLessThan(count);
  });

  test('is told whatever it was if nothing is left', () => {
    expect(compareDrawings([area([0, 0, 9, 9], { rgb: WHITE })], []).losses).toHaveLength(1);
  });
});

describe('colors', () => {
  test('that are others are told', () => {
    const place: Place = [0, 0, 9, 9];
    for (const around of [[], [OTHER]])
      expect(
        compareDrawings([area(place, { rgb: RED })], [...around, area(place, { rgb: [0, 0, 255] })]).colors,
      ).toEqual([{ change: 'changed', name: 'area at 0 0 9 9', before: '#ff0000', after: '#0000ff' }]);
  });

  test('of a shading are compared at both ends', () => {
    const shade = (rgb: DrawnShape['rgb'], end: DrawnShape['rgb']) => [
      area([0, 0, 9, 9], { kind: 'shading', rgb, end }),
    ];
    expect(compareDrawings(shade(RED, WHITE), shade(RED, WHITE)).colors).toEqual([]);
    expect(compareDrawings(shade(RED, WHITE), shade(RED, BLACK)).colors).toMatchObject([
      { before: 'gray #ffffff', after: 'gray #000000' },
    ]);
    expect(compareDrawings(shade(RED, WHITE), shade(BLACK, RED)).colors).toMatchObject([
      { before: '#ff0000', after: 'gray #000000' },
    ]);
    expect(compareDrawings(shade(RED, WHITE), shade(RED, null)).colors).toEqual([]);
  });

  test('that nobody tells apart, and patterns, are no losses', () => {
    expect(colorLoss('area', [200, 0, 0], [202, 1, 0])).toEqual([]);
    expect(colorLoss('area', null, RED)).toEqual([]);
    expect(colorLoss('area', RED, null)).toEqual([]);
  });

  test('are written as on the web, with grays by name', () => {
    expect(colorLoss('area', [10, 200, 0], [9, 9, 9])).toEqual([
      { change: 'changed', name: 'area', before: '#0ac800', after: 'gray #090909' },
    ]);
  });

  test.each<[DrawnShape['rgb'], boolean]>([
    [RED, true],
    [[0, 0, 90], true],
    [BLACK, false],
    [WHITE, false],
    [[120, 121, 120], false],
    [null, false],
  ])('%j is in color: %j', (rgb, colored) => {
    expect(isColored(rgb)).toBe(colored);
  });
});

describe('pens', () => {
  const drawn = (width: number, period = 0) => [line([0, 0, 9, 0], { pen: { width, period } })];
  const lossOf = (before: readonly DrawnShape[], after: readonly DrawnShape[]) =>
    compareDrawings(before, after).losses;

  test.each([
    ['1 wide', '2 wide', drawn(1), drawn(2)],
    ['2 wide', '1 wide', drawn(2), drawn(1)],
    ['1 wide', '1 wide, dashed by 3.5', drawn(1), drawn(1, 3.52)],
    ['1 wide, dashed by 3', '1 wide', drawn(1, 3), drawn(1)],
    ['1 wide, dashed by 3', '1 wide, dashed by 6', drawn(1, 3), drawn(1, 6)],
  ])('%s is another line than %s', (before, after, was, is) => {
    expect(lossOf(was, is)).toEqual([{ change: 'changed', name: 'line at 0 0 9 0', before, after }]);
    expect(lossOf(was, [OTHER, ...is])).toHaveLength(1);
  });

  test.each([
    ['thin lines', drawn(0.1), drawn(0.35)],
    ['much the same width', drawn(10), drawn(12)],
    ['much the same dashes', drawn(1, 10), drawn(1, 12)],
    ['no pens', [area([0, 0, 9, 9])], [area([0, 0, 9, 9], { pen: { width: 9, period: 0 } })]],
  ])('%s look alike', (_, was, is) => {
    expect(lossOf(was, is)).toEqual([]);
    expect(lossOf(is, was)).toEqual([]);
  });
});
