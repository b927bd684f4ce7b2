import { smoothed } from '../../../codecs/scans/grid-filters.ts';
import type { BlockColors } from '../../../codecs/scans/paper-fill.ts';
import { type FlatInks, type InkColor, lumaOfInk, STAYS } from './flat-inks.ts';
import type { KnownShapes } from './known-shapes.ts';

/**
 * Levels of a channel's distance from the mean of all, relative to that of a proportional mixture of
 * background and ink.
 */
const OTHER_HUE = 30;
/** Blocks to each side over which the background is averaged: wider than the ring of a stamp. */
const PAPER_REACH = 2;
/** Maximum share of a shape's pixels including edges: scanners with color fringes reach this at an edge. */
const MAX_OTHER = 0.1;

/**
 * Keeps shapes with pixels that are no mixture of their ink and the background: letters crossed by the ring
 * of a stamp, which would become ink.
 */
export function keepOtherHues(
  { colors, ofShape }: FlatInks,
  { page, runs, shapes, bare: paper }: Pick<KnownShapes, 'page' | 'runs' | 'shapes' | 'bare'>,
): void {
  const { channels, samples } = page.raster;
  if (channels === 1) return;
  const { levels } = page.luma;
  const { from, to, rowStart, width, height } = runs;
  const { ofRun, area } = shapes;
  const grounds = smoothedColors(paper);
  const lumas = grounds.reds.map((red, block) =>
    lumaOfInk([red, grounds.greens[block]!, grounds.blues[block]!]),
  );
  const others = new Int32Array(ofShape.length);
  const inkLumas = colors.map(lumaOfInk);
  const othersOfRun = (run: number, y: number, ink: number) => {
    const row = Math.trunc(y / paper.block) * paper.columns;
    const color = colors[ink]!;
    const inkLuma = inkLumas[ink]!;
    let count = 0;
    for (let x = from[run]!; x < to[run]!; x += 1) {
      const at = y * width + x;
      const block = row + Math.trunc(x / paper.block);
      const light = (levels[at]! - inkLuma) / Math.max(1, lumas[block]! - inkLuma);
      const part = Math.min(1, Math.max(0, light));
      if (hueDistance(samples, at * 3, color, grounds, block, part) > OTHER_HUE) count += 1;
    }
    return count;
  };
  for (let y = 0; y < height; y += 1) {
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      const shape = ofRun[run]!;
      if (ofShape[shape] !== STAYS) others[shape]! += othersOfRun(run, y, ofShape[shape]!);
    }
  }
  for (let shape = 0; shape < others.length; shape += 1) {
    if (others[shape]! > area[shape]! * MAX_OTHER) ofShape[shape] = STAYS;
  }
}

/**
 * Distance in hue of the color at `at` from a mixture of ink and this share of background, in its worst
 * channel. Called for each ink pixel of a page, so nothing is allocated here.
 */
function hueDistance(
  samples: Uint8Array,
  at: number,
  ink: InkColor,
  { reds, greens, blues }: ColorPlanes,
  block: number,
  part: number,
): number {
  const red = samples[at]! - ink[0] - (reds[block]! - ink[0]) * part;
  const green = samples[at + 1]! - ink[1] - (greens[block]! - ink[1]) * part;
  const blue = samples[at + 2]! - ink[2] - (blues[block]! - ink[2]) * part;
  const mean = (red + green + blue) / 3;
  return Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean));
}

/** One per block. */
interface ColorPlanes {
  readonly reds: Uint8Array;
  readonly greens: Uint8Array;
  readonly blues: Uint8Array;
}

/** Mean background color around each block. */
function smoothedColors({ columns, rows, levels }: BlockColors): ColorPlanes {
  const smoothedPlane = (channel: number) => {
    const plane = new Uint8Array(columns * rows);
    for (let block = 0; block < plane.length; block += 1) plane[block] = levels[block * 3 + channel]!;
    return smoothed(plane, { columns, rows }, PAPER_REACH);
  };
  return { reds: smoothedPlane(0), greens: smoothedPlane(1), blues: smoothedPlane(2) };
}
