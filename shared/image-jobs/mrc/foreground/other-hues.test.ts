import { expect, test } from 'vitest';
import { lumaOf } from '../../../codecs/scans/planes.ts';
import { flat } from '../../../testing/pictures/rasters.ts';
import { type InkColor, STAYS } from './flat-inks.ts';
import { keepOtherHues } from './other-hues.ts';

const WIDTH = 40;
const ROWS = 4;
const INK: InkColor = [30, 30, 34];
const PAPER: InkColor = [246, 243, 236];
/** Average of both, as on edges. */
const EDGE: InkColor = [138, 136, 135];
/** As dark as an edge. */
const RING: InkColor = [190, 122, 126];

/** Bars of 40 x 4 pixels, one below the other; in each row, `pixels` of them have `color` instead of the ink. */
function kept(bars: readonly { readonly color: InkColor; readonly pixels: number }[]): readonly number[] {
  const height = bars.length * ROWS;
  const raster = flat(WIDTH, height, INK);
  for (let y = 0; y < height; y += 1) {
    const { color, pixels } = bars[Math.trunc(y / ROWS)]!;
    for (let x = 0; x < pixels; x += 1) raster.samples.set(color, (y * WIDTH + x) * 3);
  }
  const page = { raster, dpi: 300, luma: { width: WIDTH, height, levels: lumaOf(raster) } };
  const grid = { block: 8, columns: WIDTH / 8, rows: Math.ceil(height / 8) };
  const levels = Uint8Array.from({ length: grid.columns * grid.rows * 3 }, (_, at) => PAPER[at % 3]!);
  const runs = {
    width: WIDTH,
    height,
    from: new Int32Array(height),
    to: new Int32Array(height).fill(WIDTH),
    rowStart: Int32Array.from({ length: height + 1 }, (_, row) => row),
    mask: new Uint8Array(WIDTH * height).fill(1),
  };
  const ends = Int32Array.from(bars, (_, bar) => (bar + 1) * ROWS);
  const shapes = {
    count: bars.length,
    left: new Int32Array(bars.length),
    right: new Int32Array(bars.length).fill(WIDTH),
    top: ends.map((end) => end - ROWS),
    bottom: ends,
    area: new Int32Array(bars.length).fill(WIDTH * ROWS),
    ofRun: Int32Array.from({ length: height }, (_, row) => Math.trunc(row / ROWS)),
  };
  const inks = { colors: [INK], ofShape: new Int8Array(bars.length) };
  keepOtherHues(inks, { page, runs, shapes, bare: { ...grid, levels } });
  return [...inks.ofShape];
}

test('a letter through which the pale ring of a stamp runs stays on the paper', () => {
  const bars = [
    { color: EDGE, pixels: 20 },
    { color: RING, pixels: 6 },
    { color: RING, pixels: 3 },
  ];
  expect(kept(bars)).toEqual([0, STAYS, 0]);
});
