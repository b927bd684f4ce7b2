import { describe, expect, test } from 'vitest';
import {
  BARRED,
  type Bar,
  colorScanOf,
  type Mark,
  PRINT,
  pageOf,
  printed,
  scanOf,
} from '../../testing/pictures/barred-pages.ts';
import { judgeInk } from './judge.ts';

const { width: WIDTH, height: HEIGHT, paper: PAPER, ink: INK } = BARRED;
const [LEFT, TOP] = PRINT[0]!;

const marks = (bars: readonly Bar[], level: number) => bars.map((bar): Mark => ({ bar, level }));

/** Between the first two bars, and as high as the blur around them. */
const between = (contrast: number): Mark => ({
  bar: [LEFT + 20, TOP - 2, 20, 9],
  level: PAPER - contrast,
});
const LINK: Bar = [LEFT + 20, TOP + 2, 20, 1];

/** Bars that are wider and higher than those of print. */
const grown = (bars: readonly Bar[], across: number, down: number) =>
  bars.map(([x, y, width, height]): Bar => [x - across, y - down, width + 2 * across, height + 2 * down]);

/** Pixels that touch by corners alone. */
const diagonal = (step: 1 | -1) =>
  Array.from({ length: 24 }, (_, at): Bar => [150 + at * step, 171 + at, 1, 1]);

const STRIPES = Array.from({ length: 30 }, (_, at): Bar => [at * 10, 0, 7, HEIGHT]);

describe('a page keeps every rule', () => {
  test.each<[string, readonly Mark[], readonly Bar[]]>([
    ['without a speck', [...printed(), { bar: [270, 10, 2, 2], level: INK }], PRINT],
    ['without the dark edge of the scanner', [{ bar: [0, 0, 2, HEIGHT], level: INK }, ...printed()], PRINT],
    ['with one pixel of ink on paper', printed(), [...PRINT, [LEFT + 20, TOP + 2, 1, 1]]],
    [
      'with ink between a letter and a speck',
      [between(40), ...printed(), { bar: [LEFT + 26, TOP + 1, 3, 3], level: INK }],
      [...PRINT, [LEFT + 20, TOP + 1, 9, 3]],
    ],
    ['with ink between two strokes where the scan is dark', [between(100), ...printed()], [...PRINT, LINK]],
    [
      'with a hairline between two strokes, one above the other',
      [{ bar: [LEFT + 10, TOP, 1, 30], level: PAPER - 60 }, ...printed()],
      [...PRINT, [LEFT + 10, TOP + 5, 1, 23]],
    ],
    ['of little white', marks(STRIPES, INK), STRIPES],
    ['with a black bar', [{ bar: [80, 60, 150, 100], level: INK }], [[80, 60, 150, 100]]],
    [
      'with a black border',
      [{ bar: [0, 0, 40, HEIGHT], level: INK }, ...printed()],
      [[0, 0, 40, HEIGHT], ...PRINT],
    ],
    ['with soft edges', [...marks(grown(PRINT, 2, 2), PAPER - 90), ...printed()], PRINT],
    [
      'of dirty paper with a smear',
      [
        ...marks(
          Array.from({ length: 40 }, (_, at): Bar => [0, at * 5, WIDTH, 1]),
          PAPER - 30,
        ),
        ...printed(),
        { bar: [100, 182, 40, 4], level: PAPER - 40 },
      ],
      PRINT,
    ],
  ])('%s', (_, scan, bars) => {
    expect(judgeInk(scanOf(scan), pageOf(bars), [], 300)).toEqual([]);
  });

  test('whose specks are those of 600 dpi', () => {
    const scan = scanOf([...printed(), { bar: [270, 10, 3, 4], level: INK }]);
    expect(judgeInk(scan, pageOf(PRINT), [], 600)).toEqual([]);
    expect(judgeInk(scan, pageOf(PRINT), [], 300)).toEqual(['stroke-lost', 'stroke-thinned']);
  });

  test('in a picture, with ink or without', () => {
    const box = (...[left, top, width, height]: Bar) => ({
      left,
      top,
      right: left + width,
      bottom: top + height,
    });
    const dark: Bar = [100, 165, 60, 30];
    const photo = scanOf([...printed(), { bar: dark, level: INK }]);
    expect(judgeInk(photo, pageOf(PRINT), [box(...dark)], 300)).toEqual([]);
    const scan = scanOf(printed());
    expect(judgeInk(scan, pageOf([...PRINT, dark]), [box(...dark)], 300)).toEqual([]);
    expect(judgeInk(scan, pageOf([...PRINT, LINK]), [box(...LINK)], 300)).toEqual([]);
  });

  test('on paper that darkens downward', () => {
    const scan = scanOf(printed());
    for (let at = 0; at < scan.samples.length; at += 1) {
      const y = Math.trunc(at / WIDTH);
      scan.samples[at] = Math.round(scan.samples[at]! * (1 - 0.6 * Math.min(1, y / 110)));
    }
    expect(judgeInk(scan, pageOf(PRINT), [], 300)).toEqual([]);
  });
});

describe('a rule is broken by', () => {
  test.each<[string, readonly string[], readonly Mark[], readonly Bar[]]>([
    [
      'the lost dot of a letter',
      ['mark-lost', 'stroke-lost', 'stroke-thinned'],
      [...printed(), { bar: [270, 10, 5, 4], level: INK }],
      PRINT,
    ],
    [
      'a lost stroke of pixels that touch by corners, downward',
      ['mark-lost', 'stroke-lost', 'stroke-thinned'],
      [...printed(), ...marks(diagonal(1), INK)],
      PRINT,
    ],
    [
      'a lost stroke of pixels that touch by corners, upward',
      ['mark-lost', 'stroke-lost', 'stroke-thinned'],
      [...printed(), ...marks(diagonal(-1), INK)],
      PRINT,
    ],
    [
      'ink on light gray alone',
      ['ink-without-stroke'],
      [...printed(), { bar: [100, 182, 40, 4], level: PAPER - 30 }],
      [...PRINT, [100, 182, 40, 4]],
    ],
    [
      'ink on the grain of paper',
      ['ink-on-paper', 'ink-without-stroke'],
      [
        { bar: [0, 0, WIDTH, HEIGHT], level: PAPER },
        ...printed(),
        { bar: [100, 182, 8, 4], level: PAPER - 8 },
      ],
      [...PRINT, [100, 182, 8, 4]],
    ],
    [
      'print all over that is a little bolder',
      ['weight'],
      [...marks(grown(PRINT, 0, 2), PAPER - 40), ...printed()],
      grown(PRINT, 0, 2),
    ],
    [
      'two words that are much bolder',
      ['weight'],
      [...marks(grown([PRINT[7]!, PRINT[13]!], 4, 4), PAPER - 40), ...printed()],
      [...PRINT, ...grown([PRINT[7]!, PRINT[13]!], 4, 4)],
    ],
  ])('%s', (_, rules, scan, bars) => {
    expect(judgeInk(scanOf(scan), pageOf(bars), [], 300)).toEqual(rules);
  });

  test('a lost pale stroke beside a dark photograph', () => {
    const photo = { left: 20, top: 170, right: 280, bottom: 198 };
    const scan = scanOf([
      ...printed(PAPER - 100),
      { bar: [20, 170, 260, 28], level: INK },
      { bar: [260, 10, 20, 5], level: PAPER - 100 },
    ]);
    expect(judgeInk(scan, pageOf(PRINT), [photo], 300)).toContain('stroke-lost');
  });
});

describe('a color', () => {
  const colored = (bars: readonly Bar[], color: readonly [number, number, number]) =>
    judgeInk(
      colorScanOf([...printed(), ...bars.map((bar) => ({ bar, level: color }))]),
      pageOf(PRINT),
      [],
      300,
    );
  const field: Bar = [100, 172, 80, 20];

  test.each<[string, readonly string[], readonly Bar[], readonly [number, number, number]]>([
    ['pale yellow is missed', ['color-lost'], [field], [PAPER, PAPER, PAPER - 40]],
    ['pale cyan is missed', ['color-lost'], [field], [PAPER - 40, PAPER, PAPER]],
    [
      'a cyan that is darker than paper is a mark, too',
      ['color-lost', 'mark-lost'],
      [field],
      [60, PAPER, PAPER],
    ],
    ['a slight hue is paper', [], [field], [PAPER, PAPER, PAPER - 14]],
    ['a dot is dust', [], [[150, 174, 6, 6]], [250, 246, 120]],
    [
      'the fringes of print are its own',
      [],
      PRINT.slice(12, 18).flatMap(([x, y]): Bar[] => [
        [x - 3, y - 5, 26, 1],
        [x - 3, y + 9, 26, 1],
      ]),
      [250, 246, 120],
    ],
  ])('%s', (_, rules, bars, color) => {
    expect(colored(bars, color)).toEqual(rules);
  });
});
