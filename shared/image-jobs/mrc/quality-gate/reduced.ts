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

/** The size at which pictures of a page are compared: about that of a screen, whole pixels of the page for each. */
export interface ReducedSize {
  /** Pixels of the page's raster along the side of one. */
  readonly factor: number;
  readonly width: number;
  readonly height: number;
}

const COMPARED_DPI = 110;

/** What is left of whole pixels at the right and lower edge is not compared. */
export function reducedSize({ raster, dpi }: ScannedPage): ReducedSize {
  const factor = Math.max(1, Math.round(dpi / COMPARED_DPI));
  return { factor, width: Math.trunc(raster.width / factor), height: Math.trunc(raster.height / factor) };
}

/** The means of whole squares of pixels. */
export function reduced(source: Raster, { factor, width, height }: ReducedSize): Raster {
  return squareMeans(source, factor, width, height);
}

/** Another picture of the whole page, of any size, as it looks at the size of comparison. */
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

/** For each tone of each ink, the tones of one ink together, how many pixels of it each pixel of the comparison has. */
export type Coverage = readonly Uint16Array[];

/** @param inks how many */
export function coverageOf(
  { factor, width, height }: ReducedSize,
  { from, to, rowStart, ofRun, tone, tones }: TonedRuns,
  ofShape: Int8Array,
  inks: number,
): Coverage {
  const coverage = Array.from({ length: inks * tones }, () => new Uint16Array(width * height));
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.trunc(y / factor) * width;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const ink = ofShape[ofRun[run]];
      if (ink === STAYS) continue;
      const covers = coverage[ink * tones + tone[run]];
      let left = from[run];
      const right = Math.min(to[run], width * factor);
      while (left < right) {
        const cell = Math.trunc(left / factor);
        const end = Math.min(right, (cell + 1) * factor);
        covers[row + cell] += end - left;
        left = end;
      }
    }
  }
  return coverage;
}

/** The same of masks as they are drawn; of each ink, the palest tone first, in which the darker ones lie too. */
export function coverageOfMasks(size: ReducedSize, inks: readonly (readonly InkMask[])[]): Coverage {
  return inks.flatMap((masks) => {
    const coverage = masks.map((mask) => {
      const covers = new Uint16Array(size.width * size.height);
      addCover(mask, size, covers);
      return covers;
    });
    for (const [tone, covers] of coverage.slice(0, -1).entries()) {
      for (let at = 0; at < covers.length; at += 1) {
        covers[at] = Math.max(0, covers[at] - coverage[tone + 1][at]);
      }
    }
    return coverage;
  });
}

/** What stays in a pixel of the comparison, on the paper. */
export const STAYING_INK = 1;
export const STAYING_SPECKS = 2;

/** Where dark pixels stay on the paper, in pixels of the comparison; 0 where none do. */
export function stayingInk(
  { factor, width, height }: ReducedSize,
  { from, to, rowStart }: DarkRuns,
  { ofRun, area }: Shapes,
  ofShape: Int8Array,
): Uint8Array {
  const stays = new Uint8Array(width * height);
  // Specks and dots are a pixel or two of the comparison.
  const leastArea = factor * factor * 2;
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.trunc(y / factor) * width;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const shape = ofRun[run];
      if (ofShape[shape] !== STAYS) continue;
      const first = row + Math.trunc(from[run] / factor);
      const last = row + Math.min(width - 1, Math.trunc((to[run] - 1) / factor));
      if (area[shape] >= leastArea) stays.fill(STAYING_INK, first, last + 1);
      else if (stays[first] === 0) stays[first] = STAYING_SPECKS;
    }
  }
  return stays;
}

/** Levels below what lies beside it: of a fainter line JPEG leaves nothing. */
const LINE_CONTRAST = 18;

/** 1 for each pixel of the comparison where the middle of a thin line lies, about. */
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

/** The paper with the inks on it. @param colors of each tone */
export function composed(
  paper: Raster,
  coverage: Coverage,
  colors: readonly InkColor[],
  { factor }: ReducedSize,
): Raster {
  const tones = coverage.map((covers, tone) => ({ covers, color: colors[tone] }));
  return blended(paper, tones, factor * factor);
}
