import { joinedRuns } from '../../codecs/joined-runs.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { lumaOf } from '../../codecs/scans/planes.ts';
import type { MrcRefusal } from '../../report.ts';
import { type EdgeShares, findPaper, type Paper } from './background/paper.ts';
import { type DarkRuns, findDarkRuns } from './foreground/dark-runs.ts';
import type { Shapes } from './foreground/shapes.ts';
import type { ScannedPage } from './scanned-page.ts';

/** A scanned page with its paper, and the dark shapes on it. */
export interface MarkedPage {
  readonly page: ScannedPage;
  readonly paper: Paper;
  readonly runs: DarkRuns;
  readonly shapes: Shapes;
}

/** Minimum share of pixels about as bright as the background; else it is a photograph or a slide. */
const MIN_PAPER = 0.6;
const PAPER_LEVELS = 28;
const PAPER_RANK = 0.9;

type NoMarks = Extract<MrcRefusal, 'no-uniform-background' | 'no-solid-text' | 'halftone'>;

/**
 * Finds the dark shapes; the reason why not if the page is no print on paper.
 * @param scan the page at comparison size
 */
export function markedPage(page: ScannedPage, scan: Raster, shares?: EdgeShares): MarkedPage | NoMarks {
  if (!isMostlyPaper(scan)) return 'no-uniform-background';
  const paper = findPaper(page.luma, page.dpi, shares);
  if (paper.contrast === null) return 'no-solid-text';
  const runs = findDarkRuns(page, paper);
  return runs === null ? 'halftone' : { page, paper, runs, shapes: joinedRuns(runs) };
}

function isMostlyPaper(scan: Raster): boolean {
  const luma = lumaOf(scan);
  const counts = new Int32Array(256);
  for (const level of luma) counts[level]! += 1;
  let below = luma.length * PAPER_RANK;
  let bright = 0;
  while (bright < 255 && (below -= counts[bright]!) > 0) bright += 1;
  let near = 0;
  for (let level = Math.max(0, bright - PAPER_LEVELS); level < 256; level += 1) near += counts[level]!;
  return near >= luma.length * MIN_PAPER;
}
