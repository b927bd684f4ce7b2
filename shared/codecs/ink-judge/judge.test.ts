import { describe, expect, test } from 'vitest';
import {
  BARRED,
  type Bar,
  colorScanOf,
  PRINT,
  pageOf,
  printed,
  scanOf,
} from '../../testing/pictures/barred-pages.ts';
import type { Bitmap } from '../bitmap.ts';
import { judgeInk, type PictureBox } from './judge.ts';
import type { ScanSamples } from './paper-levels.ts';

const DPI = 300;
const { width: WIDTH, height: HEIGHT, paper: PAPER } = BARRED;

const judge = (scan: ScanSamples, page: Bitmap, pictures: readonly PictureBox[] = []) =>
  judgeInk(scan, page, pictures, DPI);

test('a page with ink exactly on its strokes keeps every rule', () => {
  expect(judge(scanOf(printed()), pageOf(PRINT))).toEqual([]);
});

describe('a rule is broken by', () => {
  const scan = scanOf(printed());
  const whole = PRINT.slice(1);
  const [left, top] = PRINT[0]!;
  test.each<[string, readonly string[], Bitmap]>([
    ['a stroke without ink', ['mark-lost', 'stroke-lost', 'stroke-thinned'], pageOf(whole)],
    [
      'a stroke of which half is missing',
      ['mark-lost', 'stroke-lost', 'stroke-thinned'],
      pageOf([...whole, [left, top, 10, 5]]),
    ],
    ['a stroke with a gap of a pixel', ['stroke-divided'], pageOf(PRINT, [[left + 9, top, 1, 5]])],
    ['a stroke of half its thickness', ['stroke-thinned'], pageOf([...whole, [left, top + 1, 20, 3]])],
    [
      'a dot where paper is',
      ['ink-on-paper', 'ink-without-stroke'],
      pageOf([...PRINT, [left + 30, top + 2, 3, 3]]),
    ],
    [
      'a link between two strokes',
      ['ink-on-paper', 'strokes-joined'],
      pageOf([...PRINT, [left + 20, top + 2, 20, 1]]),
    ],
  ])('%s', (_, rules, page) => {
    expect(judge(scan, page)).toEqual(rules);
  });

  test('print that is bolder than the scan', () => {
    const soft = PRINT.map(([x, y, width, height]): Bar => [x - 2, y - 2, width + 4, height + 4]);
    const marks = [...soft.map((bar) => ({ bar, level: 210 })), ...printed()];
    expect(judge(scanOf(marks), pageOf(PRINT))).toEqual([]);
    expect(judge(scanOf(marks), pageOf(soft))).toContain('weight');
  });

  test('a link between two strokes through the gray between them, unless that is a line too', () => {
    const gray = (rows: number) => ({
      bar: [left + 20, top + 2 - rows, 20, 2 * rows + 1] as const,
      level: 180,
    });
    const link: Bar = [left + 20, top + 2, 20, 1];
    expect(judge(scanOf([...printed(), gray(4)]), pageOf([...PRINT, link]))).toEqual(['strokes-joined']);
    expect(judge(scanOf([...printed(), gray(0)]), pageOf([...PRINT, link]))).toEqual([]);
  });

  test('another size', () => {
    expect(judge({ ...scan, width: HEIGHT, height: WIDTH }, pageOf(PRINT))).toEqual(['size']);
  });
});

describe('a pale mark', () => {
  const mark: Bar = [100, 182, 40, 4];
  const scan = (level: number) => scanOf([...printed(), { bar: mark, level }]);

  test('is missed, unless a picture has it', () => {
    expect(judge(scan(150), pageOf(PRINT))).toEqual(['mark-lost']);
    const box = { left: 96, top: 178, right: 144, bottom: 190 };
    expect(judge(scan(150), pageOf(PRINT), [box])).toEqual([]);
    expect(judge(scan(150), pageOf(PRINT), [{ ...box, left: 120 }])).toEqual(['mark-lost']);
  });

  test('that shows through from the back is paper', () => {
    expect(judge(scan(PAPER - 30), pageOf(PRINT))).toEqual([]);
  });

  test('as small as dust is paper', () => {
    expect(judge(scanOf([...printed(), { bar: [100, 182, 4, 3], level: 150 }]), pageOf(PRINT))).toEqual([]);
  });

  test('beside ink is its edge', () => {
    const [left, top, width] = PRINT[0]!;
    const edge = { bar: [left, top - 2, width, 2] as const, level: 150 };
    expect(judge(scanOf([...printed(), edge]), pageOf(PRINT))).toEqual([]);
  });
});

test('paper that darkens toward the fold is paper, and print on it is print', () => {
  const scan = scanOf(printed());
  for (let at = 0; at < scan.samples.length; at += 1) {
    scan.samples[at] = Math.round(scan.samples[at]! * (1 - (0.5 * (at % WIDTH)) / WIDTH));
  }
  expect(judge(scan, pageOf(PRINT))).toEqual([]);
  expect(judge(scan, pageOf(PRINT.slice(0, -1)))).toContain('stroke-lost');
});

describe('color', () => {
  const colored = (bar: Bar, level: readonly [number, number, number]) =>
    colorScanOf([...printed(), { bar, level }]);
  const marker: Bar = [100, 172, 80, 20];

  test('as light as paper is missed, unless a picture has it', () => {
    const yellow = colored(marker, [250, 246, 120]);
    expect(judge(yellow, pageOf(PRINT))).toEqual(['color-lost']);
    expect(judge(yellow, pageOf(PRINT), [{ left: 90, top: 165, right: 190, bottom: 200 }])).toEqual([]);
  });

  test('of the paper itself is none', () => {
    const scan = colored([0, 0, 1, 1], [PAPER, PAPER, PAPER]);
    for (let at = 2; at < scan.samples.length; at += 3)
      scan.samples[at] = Math.round(scan.samples[at]! * 0.8);
    expect(judge(scan, pageOf(PRINT))).toEqual([]);
  });
});
