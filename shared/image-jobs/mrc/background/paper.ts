import { blockLevels } from '../../../codecs/scans/block-levels.ts';
import { closed, highestAround, smoothed } from '../../../codecs/scans/grid-filters.ts';
import type { Plane } from '../../../codecs/scans/planes.ts';

/** What the paper is like, and how dark ink on it is, in a grid of small blocks. */
export interface Paper {
  /** Pixels of the luma along the side of a block. */
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  /** Level of the paper. */
  readonly level: Uint8Array;
  /** Below this level something stands on the paper. */
  readonly threshold: Uint8Array;
  /** Below this one too, where it is darker than what lies on both sides of it. */
  readonly faint: Uint8Array;
  /** How far ink of the usual kind lies below the paper, in levels; null where there is none on the page. */
  readonly contrast: number | null;
}

/** Blocks along an inch: a stroke of a headline is about as wide. */
const BLOCKS_PER_INCH = 37.5;
/** Letters up to twice so many blocks high are no paper. */
const CLOSING_REACH = 4;
/** In levels: where the usual ink is no darker than this it has faded, and its tones are many. */
const FADED_CONTRAST = 120;
/** In levels: less is grain. */
const MIN_CONTRAST = 38;
/** Of the blocks with some contrast, from the palest on. */
const CONTRAST_SHARE = 0.7;
/** Of all blocks: fewer with contrast are no text. */
const MIN_INKED_SHARE = 0.001;
/** Where an edge is taken to be, between paper and ink. */
const EDGE_SHARE = 0.42;
/** A hairline, of which the scanner saw less than a pixel: without it letters fall apart, or look like others. */
const HAIRLINE_SHARE = 0.24;
const MIN_EDGE = 30;
/** Print that is paler than the usual is looked for down to this. */
const PALE_SHARE = 0.7;

export function findPaper(luma: Plane, dpi: number): Paper {
  const block = Math.max(4, Math.round(dpi / BLOCKS_PER_INCH));
  const { columns, rows, bright, darkest } = blockLevels(luma, block);
  const grid = { columns, rows };
  const level = smoothed(smoothed(closed(bright, grid, CLOSING_REACH), grid, 2), grid, 2);
  const contrasts = level.map((paper, at) => Math.max(0, paper - darkest[at]));
  const contrast = usualContrast(contrasts);
  const local = smoothed(smoothed(highestAround(contrasts, grid, 2), grid, 2), grid, 1);
  const least = Math.trunc((contrast ?? 0) * PALE_SHARE);
  const below = (share: number) =>
    level.map((paper, at) =>
      Math.max(0, paper - Math.max(MIN_EDGE, Math.trunc(Math.max(local[at], least) * share))),
    );
  return {
    block,
    ...grid,
    level,
    threshold: below(EDGE_SHARE),
    faint: below(HAIRLINE_SHARE),
    contrast,
  };
}

/** Null where next to nothing stands out, or all of it is faded. */
function usualContrast(contrasts: Uint8Array): number | null {
  const counts = new Int32Array(256);
  let inked = 0;
  for (const contrast of contrasts) {
    if (contrast <= MIN_CONTRAST) continue;
    counts[contrast] += 1;
    inked += 1;
  }
  if (inked < contrasts.length * MIN_INKED_SHARE) return null;
  let left = Math.ceil(inked * CONTRAST_SHARE);
  let contrast = 0;
  while ((left -= counts[contrast]) > 0) contrast += 1;
  return contrast < FADED_CONTRAST ? null : contrast;
}
