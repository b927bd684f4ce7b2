import { expect, test } from 'vitest';
import { joinedRuns } from '../../../codecs/joined-runs.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import { scannedPage } from '../scanned-page.ts';
import type { DarkRuns } from './dark-runs.ts';
import { type FlatInks, STAYS } from './flat-inks.ts';
import { colorsOfTones, tonedRuns } from './toned-runs.ts';

/** Levels of a stroke on background of 240: from left to right edge, ink, edge, and so on. */
const ROW = [240, 232, 150, 40, 60, 145, 225, 240, 240, 170, 90, 240];
const WIDTH = ROW.length;
/** One block, whose background is 240. */
const one = (level: number) => Uint8Array.from([level]);
const PAPER = {
  block: 64,
  columns: 1,
  rows: 1,
  level: one(240),
  threshold: one(156),
  faint: one(156),
  contrast: 200,
};
const INKS: FlatInks = { colors: [[40, 40, 40]], ofShape: Int8Array.from([0, STAYS]) };

function pageOf(row: readonly number[], dpi: number) {
  const raster: Raster = { width: WIDTH, height: 1, channels: 1, samples: Uint8Array.from(row) };
  return scannedPage(raster, dpi);
}

/** The pixels below 156: a stroke of four and one of one pixel. */
const runs: DarkRuns = {
  width: WIDTH,
  height: 1,
  from: Int32Array.from([2, 10]),
  to: Int32Array.from([6, 11]),
  rowStart: Int32Array.from([0, 2]),
  mask: Uint8Array.from(ROW, (level) => (level < 156 ? 1 : 0)),
};
const shapes = joinedRuns(runs);

/** A letter for each pixel: background, edge, ink. */
function drawn(row: readonly number[], dpi: number, inks = INKS): string {
  const { from, to, tone, tones } = tonedRuns({ page: pageOf(row, dpi), paper: PAPER, runs, shapes }, inks);
  const letters = Array.from({ length: WIDTH }, () => '.');
  for (let run = 0; run < from.length; run += 1) {
    letters.fill(tone[run] === tones - 1 ? 'I' : 'e', from[run], to[run]);
  }
  return letters.join('');
}

test('where pixels are few, half dark ones beside the ink are its edge, and what stays has none', () => {
  expect(drawn(ROW, 200)).toBe('..eIIe......');
});

test('pixels beside a shape join it where they are a quarter of the way to the ink', () => {
  const soft = ROW.with(1, 190).with(6, 191);
  expect(drawn(soft, 200)).toBe('.eeIIe......');
});

test('a dark pixel of a lifted shape is never left out, however pale it is', () => {
  const pale = ROW.with(3, 230);
  expect(drawn(pale, 200)).toBe('..eeIe......');
});

test('where they are many, there is one tone: the dark pixels', () => {
  expect(drawn(ROW, 300)).toBe('..IIII....I.');
});

test('an edge has the colour that the scan has there on the mean', () => {
  const page = pageOf(ROW, 200);
  const colors = colorsOfTones(page, INKS, tonedRuns({ page, paper: PAPER, runs, shapes }, INKS));
  expect(colors).toEqual([
    [
      [148, 148, 148],
      [40, 40, 40],
    ],
  ]);
});
