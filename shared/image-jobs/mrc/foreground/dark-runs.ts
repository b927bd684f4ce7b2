import { type DarkPixels, findDarkPixels } from '../../../codecs/scans/dark-pixels.ts';
import type { Paper } from '../background/paper.ts';
import type { ScannedPage } from '../scanned-page.ts';

/** All pixels darker than their background, at mask resolution. */
export type DarkRuns = DarkPixels;

/** Dense print has a run in thirty pixels; more than one run in this many is a halftone or noise. */
const PIXELS_PER_RUN = 12;

/** Pixels from the middle of a hairline to the background beside it. */
const HAIRLINE = 2;

/** Null if there are too many runs for text. */
export function findDarkRuns({ luma }: ScannedPage, paper: Paper): DarkRuns | null {
  const { block, columns, rows, threshold, faint } = paper;
  const edges = {
    block,
    columns,
    rows,
    edge: threshold,
    faint,
    beside: HAIRLINE,
  };
  return findDarkPixels(luma, edges, Math.ceil((luma.width * luma.height) / PIXELS_PER_RUN));
}
