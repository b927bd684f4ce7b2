import { describe, expect, test } from 'vitest';
import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { judgeInk, type PictureBox } from './judge.ts';
import type { ScanSamples } from './paper-levels.ts';

const DPI = 300;
const WIDTH = 300;
const HEIGHT = 200;
const PAPER = 240;

/** A bar of ink: left, top, width, height. */
type Bar = readonly [number, number, number, number];

/** Bars of 20 x 3 pixels in rows, as strokes of print. */
const PRINT: readonly Bar[] = Array.from({ length: 30 }, (_, at) => [
  30 + (at % 6) * 40,
  30 + Math.trunc(at / 6) * 28,
  20,
  5,
]);

function scanOf(marks: readonly { readonly bar: Bar; readonly level: number }[]): ScanSamples {
  const samples = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  for (const { bar, level } of marks) eachPixel(bar, (at) => (samples[at] = level));
  return { width: WIDTH, height: HEIGHT, channels: 1, samples };
}

const printed = (level = 20) => PRINT.map((bar) => ({ bar, level }));

function pageOf(bars: readonly Bar[], white: readonly Bar[] = []): Bitmap {
  const data = new Uint8Array(bytesPerRow(WIDTH) * HEIGHT);
  const set = (at: number, ink: number) => {
    const byte = Math.trunc(at / WIDTH) * bytesPerRow(WIDTH) + ((at % WIDTH) >> 3);
    const bit = 0x80 >> ((at % WIDTH) & 7);
    data[byte] = ink === 1 ? data[byte] | bit : data[byte] & ~bit;
  };
  for (const bar of bars) eachPixel(bar, (at) => set(at, 1));
  for (const bar of white) eachPixel(bar, (at) => set(at, 0));
  return { width: WIDTH, height: HEIGHT, data };
}

function eachPixel([left, top, width, height]: Bar, see: (at: number) => void): void {
  for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) see(y * WIDTH + x);
}

const judge = (scan: ScanSamples, page: Bitmap, pictures: readonly PictureBox[] = []) =>
  judgeInk(scan, page, pictures, DPI);

test('a page with ink exactly on its strokes keeps every rule', () => {
  expect(judge(scanOf(printed()), pageOf(PRINT))).toEqual([]);
});

describe('a rule is broken by', () => {
  const scan = scanOf(printed());
  const whole = PRINT.slice(1);
  const [left, top] = PRINT[0];
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
    const [left, top, width] = PRINT[0];
    const edge = { bar: [left, top - 2, width, 2] as const, level: 150 };
    expect(judge(scanOf([...printed(), edge]), pageOf(PRINT))).toEqual([]);
  });
});

test('paper that darkens toward the fold is paper, and print on it is print', () => {
  const scan = scanOf(printed());
  for (let at = 0; at < scan.samples.length; at += 1) {
    scan.samples[at] = Math.round(scan.samples[at] * (1 - (0.5 * (at % WIDTH)) / WIDTH));
  }
  expect(judge(scan, pageOf(PRINT))).toEqual([]);
  expect(judge(scan, pageOf(PRINT.slice(0, -1)))).toContain('stroke-lost');
});

describe('color', () => {
  const colored = (bar: Bar, color: readonly number[]) => {
    const gray = scanOf(printed());
    const samples = Uint8Array.from(
      { length: WIDTH * HEIGHT * 3 },
      (_, at) => gray.samples[Math.trunc(at / 3)],
    );
    eachPixel(bar, (at) => samples.set(color, at * 3));
    return { ...gray, channels: 3, samples } as const;
  };
  const marker: Bar = [100, 172, 80, 20];

  test('as light as paper is missed, unless a picture has it', () => {
    const yellow = colored(marker, [250, 246, 120]);
    expect(judge(yellow, pageOf(PRINT))).toEqual(['color-lost']);
    expect(judge(yellow, pageOf(PRINT), [{ left: 90, top: 165, right: 190, bottom: 200 }])).toEqual([]);
  });

  test('of the paper itself is none', () => {
    const scan = colored([0, 0, 1, 1], [PAPER, PAPER, PAPER]);
    for (let at = 2; at < scan.samples.length; at += 3) scan.samples[at] = Math.round(scan.samples[at] * 0.8);
    expect(judge(scan, pageOf(PRINT))).toEqual([]);
  });
});
