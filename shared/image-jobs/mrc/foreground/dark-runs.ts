import { type DarkPixels, findDarkPixels } from '../../../codecs/scans/dark-pixels.ts';
import type { Paper } from '../background/paper.ts';
import type { ScannedPage } from '../scanned-page.ts';

/** All pixels that are darker than their paper, at the resolution of the masks. */
export type DarkRuns = DarkPixels;

/** Dense print has a run in thirty pixels; a page with more than one in so many is a halftone or noise. */
const PIXELS_PER_RUN = 12;

/** Pixels of the scan from the middle of a hairline to the paper beside it. */
const HAIRLINE = 2;

/** Null where there are too many runs for text. */
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
