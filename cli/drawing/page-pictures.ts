import type { VerifiedPage } from '../../shared/index.ts';
import type { Spot } from '../../shared/verify/looks/grid.ts';
import { openedPair, type PageScore, pixelsOf, type ScoredFiles } from './page-scores.ts';
import type { DrawnPage, PageDrawer } from './pdfium-pages.ts';

const GAP = 12;
const FRAME: readonly [number, number, number] = [220, 0, 60];
/** Pixels between a framed place and its frame, and the frame's width. */
const MARGIN = 8;
const STROKE = 3;

/** Draws a page before and after beside each other, with a frame around the place that differs most. */
export function pagePicture(
  files: ScoredFiles,
  { page, spot }: PageScore,
  pages: readonly VerifiedPage[],
  drawer: PageDrawer,
): DrawnPage | null {
  const partner = pages.find((verified) => verified.page === page)?.after;
  if (partner == null) return null;
  return openedPair(files, drawer, (before, after) => {
    const [width, height] = pixelsOf(before.sizeOf(page - 1));
    return besideEachOther(
      [before.draw(page - 1, width, height), after.draw(partner - 1, width, height)],
      spot,
    );
  });
}

function besideEachOther([a, b]: readonly [DrawnPage, DrawnPage], spot: Spot | null): DrawnPage {
  const { height } = a;
  const width = a.width * 2 + GAP;
  const samples = new Uint8Array(width * height * 3).fill(128);
  for (const [index, page] of [a, b].entries()) {
    const left = index * (a.width + GAP);
    const row = page.width * 3;
    for (let y = 0; y < height; y += 1)
      samples.set(page.samples.subarray(y * row, (y + 1) * row), (y * width + left) * 3);
    if (spot !== null) frame({ width, height, channels: 3, samples }, left, page.width, spot);
  }
  return { width, height, channels: 3, samples };
}

function frame({ width, height, samples }: DrawnPage, offset: number, across: number, spot: Spot): void {
  const left = spot.left * across - MARGIN;
  const right = spot.right * across + MARGIN;
  const top = spot.top * height - MARGIN;
  const bottom = spot.bottom * height + MARGIN;
  const isOnFrame = (x: number, y: number) => x < left || x >= right || y < top || y >= bottom;
  for (let y = Math.max(0, Math.floor(top - STROKE)); y < Math.min(height, bottom + STROKE); y += 1) {
    for (let x = Math.max(0, Math.floor(left - STROKE)); x < Math.min(across, right + STROKE); x += 1) {
      if (isOnFrame(x, y)) samples.set(FRAME, (y * width + offset + x) * 3);
    }
  }
}
