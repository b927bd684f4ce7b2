import { expect, test } from 'vitest';
import { joinedRuns } from '../../codecs/joined-runs.ts';
import { lumaOf } from '../../codecs/scans/planes.ts';
import { TILE } from '../../codecs/scans/tile-facts.ts';
import { LETTER_HEIGHT, scannedPrint } from '../../testing/pictures/scanned-print.ts';
import { findPaper } from '../mrc/background/paper.ts';
import { findDarkRuns } from '../mrc/foreground/dark-runs.ts';
import { STAYS } from '../mrc/foreground/flat-inks.ts';
import { reducedSize } from '../mrc/quality-gate/reduced.ts';
import type { ScannedPage } from '../mrc/scanned-page.ts';
import { BLACK } from './black-shapes.ts';
import { addLooseMarks } from './loose-marks.ts';

/** Below it, nothing becomes ink. */
const PRINT_ENDS = 0.6 + LETTER_HEIGHT;
const PAPER = 236;

/** A mark in pixels: left, top, width, height, and levels below the paper. */
type Mark = readonly [number, number, number, number, number];

const pageOf = (marks: readonly Mark[], dpi: number): ScannedPage => {
  const lines = [0.2, 0.4, 0.6].map((top) => ({ top, letters: 12, inks: [[30, 30, 34] as const] }));
  const raster = scannedPrint({ width: 2, height: 1.6, dpi, channels: 1, paper: [PAPER, 0, 0], lines });
  for (const [left, top, across, down, contrast] of marks) {
    for (let y = top; y < top + down; y += 1) {
      const start = y * raster.width + left;
      raster.samples.fill(PAPER - contrast, start, start + across);
    }
  }
  return {
    raster,
    dpi,
    luma: { width: raster.width, height: raster.height, levels: lumaOf(raster) },
  };
};

/** Columns and rows of the tiles with loose marks. */
function tilesOf(marks: readonly Mark[], dpi = 300): readonly string[] {
  const page = pageOf(marks, dpi);
  const paper = findPaper(page.luma, dpi);
  const runs = findDarkRuns(page, paper)!;
  const shapes = joinedRuns(runs);
  const ofShape = Int8Array.from({ length: shapes.count }, (_, shape) =>
    shapes.bottom[shape]! <= (PRINT_ENDS + 0.02) * dpi ? BLACK : STAYS,
  );
  const size = reducedSize(page);
  const columns = Math.ceil(size.width / TILE);
  const tiles = new Uint8Array(columns * Math.ceil(size.height / TILE));
  expect(addLooseMarks({ page, paper, runs, shapes }, ofShape, size, tiles)).toBe(true);
  return [...tiles.keys()]
    .filter((tile) => tiles[tile] === 1)
    .map((tile) => `${tile % columns} ${Math.trunc(tile / columns)}`);
}

/** A tile is 48 pixels wide at 300 dpi. */
test.each<[string, readonly string[], readonly Mark[], number?]>([
  ['print alone has none', [], []],
  ['faint pencil', ['4 7'], [[200, 340, 20, 4, 60]]],
  ['show-through has none', [], [[200, 340, 20, 4, 20]]],
  ['dark pencil, with its blurred edge', ['4 7'], [[200, 340, 20, 4, 190]]],
  ['a line of pencil has all of its tiles', ['2 7', '3 7', '4 7'], [[120, 340, 100, 3, 80]]],
  ['dust has none', [], [[200, 340, 3, 3, 120]]],
  ['dust at 600 dpi has none', [], [[400, 680, 6, 6, 120]], 600],
  [
    'the blurred edge of print has none',
    [],
    [
      [398, 58, 44, 12, 60],
      [400, 60, 40, 8, 190],
    ],
  ],
  [
    'the dark edges of a scan have none',
    [],
    [
      [0, 0, 600, 2, 200],
      [0, 478, 600, 2, 200],
      [0, 0, 2, 480, 200],
      [598, 0, 2, 480, 200],
    ],
  ],
])('%s', (_, tiles, marks, dpi) => {
  expect(tilesOf(marks, dpi)).toEqual(tiles);
});
