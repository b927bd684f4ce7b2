import type { BlockColors } from '../../../codecs/scans/paper-fill.ts';
import { smoothed } from '../paper/grid-filters.ts';
import type { ScannedPage } from '../scanned-page.ts';
import type { DarkRuns } from './dark-runs.ts';
import { type FlatInks, type InkColor, lumaOfInk, STAYS } from './flat-inks.ts';
import type { Shapes } from './shapes.ts';

/** Levels of a channel's distance from the mean of all, beside that of paper and ink in the same proportion. */
const OTHER_HUE = 30;
/** Blocks to each side over which the paper is taken together: more than the ring of a stamp is wide. */
const PAPER_REACH = 2;
/** Of all pixels of a shape, its edges too: scanners whose colours lie beside each other give an edge so much. */
const MOST_OTHER = 0.1;

/**
 * Shapes with pixels that no mixture of their ink and the paper gives stay whole: letters with the ring of a stamp through
 * them, of which the ring would become ink.
 *
 * @param paper as it would be without any ink
 */
export function keepOtherHues(
  { colors, ofShape }: FlatInks,
  { raster: { channels, samples }, luma: { levels } }: ScannedPage,
  paper: BlockColors,
  { from, to, rowStart, width, height }: DarkRuns,
  { ofRun, area }: Shapes,
): void {
  if (channels === 1) return;
  const grounds = smoothedColors(paper);
  const others = new Int32Array(ofShape.length);
  const inkLumas = colors.map(lumaOfInk);
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / paper.block) * paper.columns;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const shape = ofRun[run];
      const ink = ofShape[shape];
      if (ink === STAYS) continue;
      for (let x = from[run]; x < to[run]; x += 1) {
        const at = y * width + x;
        const ground = grounds[row + Math.trunc(x / paper.block)];
        const own: InkColor = [samples[at * 3], samples[at * 3 + 1], samples[at * 3 + 2]];
        const light = (levels[at] - inkLumas[ink]) / Math.max(1, lumaOfInk(ground) - inkLumas[ink]);
        const part = Math.min(1, Math.max(0, light));
        if (hueDistance(own, colors[ink], ground, part) > OTHER_HUE) others[shape] += 1;
      }
    }
  }
  for (let shape = 0; shape < others.length; shape += 1) {
    if (others[shape] > area[shape] * MOST_OTHER) ofShape[shape] = STAYS;
  }
}

/** How far in hue a colour lies from a mixture of ink and so large a part of paper, in its worst channel. */
function hueDistance(own: InkColor, ink: InkColor, paper: InkColor, part: number): number {
  const steps = own.map((level, channel) => level - ink[channel] - (paper[channel] - ink[channel]) * part);
  const mean = (steps[0] + steps[1] + steps[2]) / 3;
  return Math.max(...steps.map((step) => Math.abs(step - mean)));
}

/** The mean colour of the paper around each block. */
function smoothedColors({ columns, rows, levels }: BlockColors): readonly InkColor[] {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const plane = Uint8Array.from({ length: columns * rows }, (_, block) => levels[block * 3 + channel]);
    return smoothed(plane, { columns, rows }, PAPER_REACH);
  });
  return Array.from(red, (level, block): InkColor => [level, green[block], blue[block]]);
}
