import { blockLevels } from '../../../codecs/scans/block-levels.ts';
import { closed, highestAround, smoothed } from '../../../codecs/scans/grid-filters.ts';
import type { Plane } from '../../../codecs/scans/planes.ts';

/** Background level and ink contrast, in a grid of small blocks. */
export interface Paper {
  /** Side of a block in luma pixels. */
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  /** Background level. */
  readonly level: Uint8Array;
  /** Pixels below this level are marks. */
  readonly threshold: Uint8Array;
  /** Pixels below this level are marks if they are darker than both neighbors. */
  readonly faint: Uint8Array;
  /** Contrast of typical ink in levels below the background; null if the page has none. */
  readonly contrast: number | null;
}

/** Blocks per inch: about the width of a headline's stroke. */
const BLOCKS_PER_INCH = 37.5;
/** Letters up to twice this many blocks high are removed from the background estimate. */
const CLOSING_REACH = 4;
/** In levels: typical ink of lower contrast has faded, and has many tones. */
const FADED_CONTRAST = 120;
/** In levels: less is grain. */
const MIN_CONTRAST = 38;
/** Rank of the typical contrast among blocks with contrast, palest first. */
const CONTRAST_SHARE = 0.7;
/** Minimum share of blocks with contrast; fewer are no text. */
const MIN_INKED_SHARE = 0.001;
/** Positions between background and ink, as shares of the contrast. */
export interface EdgeShares {
  readonly edge: number;
  /**
   * The same for a hairline, of which the scanner saw less than a pixel: without hairlines letters fall apart,
   * or look like others.
   */
  readonly hairline: number;
}

export const LAYERED: EdgeShares = { edge: 0.42, hairline: 0.24 };
const MIN_EDGE = 30;
/** Minimum contrast relative to typical ink for paler print. */
const PALE_SHARE = 0.7;

export function findPaper(luma: Plane, dpi: number, shares = LAYERED): Paper {
  const block = Math.max(4, Math.round(dpi / BLOCKS_PER_INCH));
  const { columns, rows, bright, darkest } = blockLevels(luma, block);
  const grid = { columns, rows };
  const level = smoothed(smoothed(closed(bright, grid, CLOSING_REACH), grid, 2), grid, 2);
  const contrasts = level.map((paper, at) => Math.max(0, paper - darkest[at]!));
  const contrast = usualContrast(contrasts);
  const local = smoothed(smoothed(highestAround(contrasts, grid, 2), grid, 2), grid, 1);
  const least = Math.trunc((contrast ?? 0) * PALE_SHARE);
  const below = (share: number) =>
    level.map((paper, at) =>
      Math.max(0, paper - Math.max(MIN_EDGE, Math.trunc(Math.max(local[at]!, least) * share))),
    );
  return {
    block,
    ...grid,
    level,
    threshold: below(shares.edge),
    faint: below(shares.hairline),
    contrast,
  };
}

/** Null if almost nothing has contrast, or all of it is faded. */
function usualContrast(contrasts: Uint8Array): number | null {
  const counts = new Int32Array(256);
  let inked = 0;
  for (const contrast of contrasts) {
    if (contrast <= MIN_CONTRAST) continue;
    counts[contrast]! += 1;
    inked += 1;
  }
  if (inked < contrasts.length * MIN_INKED_SHARE) return null;
  let left = Math.ceil(inked * CONTRAST_SHARE);
  let contrast = 0;
  while ((left -= counts[contrast]!) > 0) contrast += 1;
  return contrast < FADED_CONTRAST ? null : contrast;
}
