import { joinedRuns } from '../../codecs/joined-runs.ts';
import { findDarkPixels } from '../../codecs/scans/dark-pixels.ts';
import { TILE } from '../../codecs/scans/tile-facts.ts';
import type { DarkRuns } from '../mrc/foreground/dark-runs.ts';
import type { MarkedPage } from '../mrc/marked-page.ts';
import type { ReducedSize } from '../mrc/quality-gate/reduced.ts';
import { BLACK } from './black-shapes.ts';

/** Share of the usual contrast, and least levels: fainter marks are grain or show through from the back. */
const MARK = { share: 0.18, levels: 32 };
/** Pixels at 300 dpi: fewer are dust. */
const MIN_PIXELS = 10;
const DPI_OF_PIXELS = 300;
/** Inches around ink in which the scanner blurred it. */
const HALO = 1 / 75;
/** Inches along the edges of a scan that show the scanner. */
const EDGE = 1 / 150;
/** Minimum pixels per run of marks; a page with more runs is a halftone. */
const PIXELS_PER_RUN = 8;

/** Adds 1 for each tile with marks that are neither ink nor its blurred edges; returns false for a halftone. */
export function addLooseMarks(
  marked: MarkedPage,
  ofShape: Int8Array,
  { factor, width, height }: ReducedSize,
  tiles: Uint8Array,
): boolean {
  const { luma, dpi } = marked.page;
  const { block, columns, rows, level, contrast } = marked.paper;
  const bar = Math.max(MARK.levels, Math.trunc((contrast ?? 0) * MARK.share));
  const edge = level.map((paper) => Math.max(0, paper - bar));
  const most = Math.ceil((luma.width * luma.height) / PIXELS_PER_RUN);
  const marks = findDarkPixels(luma, { block, columns, rows, edge, faint: edge, beside: 1 }, most);
  if (marks === null) return false;
  const loose = looseRuns(marks, marked, ofShape);
  const joined = joinedRuns(loose);
  const least = MIN_PIXELS * (dpi / DPI_OF_PIXELS) ** 2;
  const across = Math.ceil(width / TILE);
  const [lastColumn, lastRow] = [across - 1, Math.ceil(height / TILE) - 1];
  for (let y = 0; y + 1 < loose.rowStart.length; y += 1) {
    const row = Math.min(lastRow, Math.trunc(y / (factor * TILE))) * across;
    for (let run = loose.rowStart[y]!; run < loose.rowStart[y + 1]!; run += 1) {
      if (joined.area[joined.ofRun[run]!]! < least) continue;
      const first = Math.min(lastColumn, Math.trunc(loose.from[run]! / (factor * TILE)));
      const last = Math.min(lastColumn, Math.trunc((loose.to[run]! - 1) / (factor * TILE)));
      tiles.fill(1, row + first, row + last + 1);
    }
  }
  return true;
}

/** Returns the runs of marks outside of ink and its halo. */
function looseRuns(marks: DarkRuns, { page: { dpi }, runs: ink, shapes }: MarkedPage, ofShape: Int8Array) {
  const [halo, edge] = [Math.ceil(dpi * HALO), Math.ceil(dpi * EDGE)];
  const { width, height } = marks;
  const from: number[] = [];
  const to: number[] = [];
  const rowStart = new Int32Array(height + 1);
  const covered = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    covered.fill(y < edge || y >= height - edge ? 1 : 0);
    covered.fill(1, 0, edge);
    covered.fill(1, width - edge);
    const [top, end] = [Math.max(0, y - halo), Math.min(height, y + halo + 1)];
    for (let run = ink.rowStart[top]!; run < ink.rowStart[end]!; run += 1) {
      if (ofShape[shapes.ofRun[run]!] === BLACK) {
        covered.fill(1, Math.max(0, ink.from[run]! - halo), Math.min(width, ink.to[run]! + halo));
      }
    }
    for (let run = marks.rowStart[y]!; run < marks.rowStart[y + 1]!; run += 1) {
      addUncovered(covered, marks.from[run]!, marks.to[run]!, from, to);
    }
    rowStart[y + 1] = from.length;
  }
  return { from: Int32Array.from(from), to: Int32Array.from(to), rowStart };
}

function addUncovered(covered: Uint8Array, start: number, end: number, from: number[], to: number[]): void {
  for (let x = start; x < end; x += 1) {
    if (covered[x] === 1) continue;
    from.push(x);
    while (x < end && covered[x] === 0) x += 1;
    to.push(x);
  }
}
