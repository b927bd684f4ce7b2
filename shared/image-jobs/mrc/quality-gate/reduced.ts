import type { Raster } from '../../../codecs/pixels/raster.ts';
import { lanczos } from '../../../codecs/resample/lanczos.ts';
import { lumaOf } from '../../../codecs/scans/planes.ts';
import { blended, enlarged, squareMeans } from '../../../codecs/scans/reduced.ts';
import { findThinLines, THIN_BLOCK } from '../../../codecs/scans/thin-lines.ts';
import type { DarkRuns } from '../foreground/dark-runs.ts';
import type { InkColor } from '../foreground/flat-inks.ts';
import { STAYS } from '../foreground/flat-inks.ts';
import { addCover, type InkMask } from '../foreground/ink-masks.ts';
import type { Shapes } from '../foreground/shapes.ts';
import type { TonedRuns } from '../foreground/toned-runs.ts';
import type { ScannedPage } from '../scanned-page.ts';

/** Comparison size: about that of a screen, each pixel a whole number of page pixels. */
export interface ReducedSize {
  /** Side of a comparison pixel in page pixels. */
  readonly factor: number;
  readonly width: number;
  readonly height: number;
}

const COMPARED_DPI = 110;

/** Incomplete squares at the right and lower edge are not compared. */
export function reducedSize({ raster, dpi }: ScannedPage): ReducedSize {
  const factor = Math.max(1, Math.round(dpi / COMPARED_DPI));
  return { factor, width: Math.trunc(raster.width / factor), height: Math.trunc(raster.height / factor) };
}

/** Returns the means of whole squares of pixels. */
export function reduced(source: Raster, { factor, width, height }: ReducedSize): Raster {
  return squareMeans(source, factor, width, height);
}

/** Scales another image of the whole page, of any size, to comparison size. */
export function asReduced(picture: Raster, page: ScannedPage, size: ReducedSize): Raster {
  const span = {
    width: (picture.width * size.width * size.factor) / page.raster.width,
    height: (picture.height * size.height * size.factor) / page.raster.height,
  };
  if (span.width >= size.width && span.height >= size.height) {
    return lanczos(picture, size.width, size.height, span);
  }
  return enlarged(picture, size, span);
}

/** Covered page pixels per comparison pixel, for each tone of each ink, grouped by ink. */
export type Coverage = readonly Uint16Array[];

/** @param inks number of inks */
export function coverageOf(
  { factor, width, height }: ReducedSize,
  { from, to, rowStart, ofRun, tone, tones }: TonedRuns,
  ofShape: Int8Array,
  inks: number,
): Coverage {
  const coverage = Array.from({ length: inks * tones }, () => new Uint16Array(width * height));
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.trunc(y / factor) * width;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      const ink = ofShape[ofRun[run]!]!;
      if (ink === STAYS) continue;
      const covers = coverage[ink * tones + tone[run]!]!;
      let left = from[run]!;
      const right = Math.min(to[run]!, width * factor);
      while (left < right) {
        const cell = Math.trunc(left / factor);
        const end = Math.min(right, (cell + 1) * factor);
        covers[row + cell]! += end - left;
        left = end;
      }
    }
  }
  return coverage;
}

/** Like coverageOf() for drawn masks; for each ink the palest tone first, which includes the darker ones. */
export function coverageOfMasks(size: ReducedSize, inks: readonly (readonly InkMask[])[]): Coverage {
  return inks.flatMap((masks) => {
    const coverage = masks.map((mask) => {
      const covers = new Uint16Array(size.width * size.height);
      addCover(mask, size, covers);
      return covers;
    });
    for (const [tone, covers] of coverage.slice(0, -1).entries()) {
      for (let at = 0; at < covers.length; at += 1) {
        covers[at] = Math.max(0, covers[at]! - coverage[tone + 1]![at]!);
      }
    }
    return coverage;
  });
}

/** Kinds of ink that stays in the background. */
export const STAYING_INK = 1;
export const STAYING_SPECKS = 2;

/** Returns where dark pixels stay in the background, by comparison pixel; 0 for none. */
export function stayingInk(
  { factor, width, height }: ReducedSize,
  { from, to, rowStart }: DarkRuns,
  { ofRun, area }: Shapes,
  ofShape: Int8Array,
): Uint8Array {
  const stays = new Uint8Array(width * height);
  // Specks and dots cover one or two comparison pixels.
  const leastArea = factor * factor * 2;
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.trunc(y / factor) * width;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      const shape = ofRun[run]!;
      if (ofShape[shape] !== STAYS) continue;
      const first = row + Math.trunc(from[run]! / factor);
      const last = row + Math.min(width - 1, Math.trunc((to[run]! - 1) / factor));
      if (area[shape]! >= leastArea) stays.fill(STAYING_INK, first, last + 1);
      else if (stays[first] === 0) stays[first] = STAYING_SPECKS;
    }
  }
  return stays;
}

/** Levels below its surroundings: JPEG loses fainter lines. */
const LINE_CONTRAST = 18;

/** Returns 1 for each comparison pixel near the middle of a thin line. */
export function thinLines(raster: Raster, { factor, width, height }: ReducedSize): Uint8Array {
  const { width: across, height: down } = raster;
  const found = findThinLines({ width: across, height: down, levels: lumaOf(raster) }, LINE_CONTRAST);
  const out = new Uint8Array(width * height);
  const middle = (block: number) => Math.trunc((block * THIN_BLOCK + THIN_BLOCK / 2) / factor);
  for (let block = 0; block < found.blocks.length; block += 1) {
    if (found.blocks[block] === 0) continue;
    const [x, y] = [middle(block % found.columns), middle(Math.trunc(block / found.columns))];
    if (x < width && y < height) out[y * width + x] = 1;
  }
  return out;
}

/** Draws the inks on the background. @param colors of each tone */
export function composed(
  paper: Raster,
  coverage: Coverage,
  colors: readonly InkColor[],
  { factor }: ReducedSize,
): Raster {
  const tones = coverage.map((covers, tone) => ({ covers, color: colors[tone]! }));
  return blended(paper, tones, factor * factor);
}
