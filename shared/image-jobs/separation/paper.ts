import type { Plane } from './doubled.ts';

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
/** Of a block's pixels, from the darkest on: the paper, where ink does not cover nearly all of it. */
const PAPER_SHARE = 0.8;
/** Letters up to twice so many blocks high are no paper. */
const CLOSING_REACH = 4;
/** In levels: where the usual ink is no darker than this it has faded, and its tones are many. */
const FADED_CONTRAST = 120;
/** In levels: less is grain. */
const LEAST_CONTRAST = 38;
/** Of the blocks with some contrast, from the palest on. */
const CONTRAST_SHARE = 0.7;
/** Of all blocks: fewer with contrast are no text. */
const LEAST_INKED_SHARE = 0.001;
/** Where an edge is taken to be, between paper and ink. */
const EDGE_SHARE = 0.42;
/** A hairline, of which the scanner saw less than a pixel: without it letters fall apart, or look like others. */
const HAIRLINE_SHARE = 0.24;
const LEAST_EDGE = 30;
/** Print that is paler than the usual is looked for down to this. */
const PALE_SHARE = 0.7;

export function findPaper(luma: Plane, dpi: number): Paper {
  const block = Math.max(4, Math.round(dpi / BLOCKS_PER_INCH));
  const columns = Math.ceil(luma.width / block);
  const rows = Math.ceil(luma.height / block);
  const grid = { columns, rows };
  const { bright, darkest } = blockLevels(luma, block, grid);
  const level = smoothed(smoothed(closed(bright, grid), grid, 2), grid, 2);
  const contrasts = level.map((paper, at) => Math.max(0, paper - darkest[at]));
  const contrast = usualContrast(contrasts);
  const local = smoothed(smoothed(spread(contrasts, grid, 2, Math.max), grid, 2), grid, 1);
  const least = Math.trunc((contrast ?? 0) * PALE_SHARE);
  const below = (share: number) =>
    level.map((paper, at) =>
      Math.max(0, paper - Math.max(LEAST_EDGE, Math.trunc(Math.max(local[at], least) * share))),
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

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** The paper's level and the darkest one of each block. */
function blockLevels({ width, height, levels }: Plane, block: number, { columns, rows }: Grid) {
  const bright = new Uint8Array(columns * rows);
  const darkest = new Uint8Array(columns * rows);
  const counts = new Int32Array(64);
  for (let row = 0; row < rows; row += 1) {
    const bottom = Math.min(height, (row + 1) * block);
    for (let column = 0; column < columns; column += 1) {
      const left = column * block;
      const right = Math.min(width, left + block);
      counts.fill(0);
      let least = 255;
      for (let y = row * block; y < bottom; y += 1) {
        for (let at = y * width + left; at < y * width + right; at += 1) {
          const value = levels[at];
          counts[value >> 2] += 1;
          if (value < least) least = value;
        }
      }
      const pixels = (right - left) * (bottom - row * block);
      let above = pixels - Math.ceil(pixels * PAPER_SHARE);
      let bin = 63;
      while (bin > 0 && (above -= counts[bin]) >= 0) bin -= 1;
      bright[row * columns + column] = bin * 4 + 2;
      darkest[row * columns + column] = least;
    }
  }
  return { bright, darkest };
}

/** Null where next to nothing stands out, or all of it is faded. */
function usualContrast(contrasts: Uint8Array): number | null {
  const counts = new Int32Array(256);
  let inked = 0;
  for (const contrast of contrasts) {
    if (contrast <= LEAST_CONTRAST) continue;
    counts[contrast] += 1;
    inked += 1;
  }
  if (inked < contrasts.length * LEAST_INKED_SHARE) return null;
  let left = Math.ceil(inked * CONTRAST_SHARE);
  let contrast = 0;
  while ((left -= counts[contrast]) > 0) contrast += 1;
  return contrast < FADED_CONTRAST ? null : contrast;
}

/** What is darker and smaller than the reach goes. */
function closed(values: Uint8Array, grid: Grid): Uint8Array {
  return spread(spread(values, grid, CLOSING_REACH, Math.max), grid, CLOSING_REACH, Math.min);
}

function spread(
  values: Uint8Array,
  grid: Grid,
  reach: number,
  better: (a: number, b: number) => number,
): Uint8Array {
  return alongBoth(values, grid, reach, (window, from, to) => {
    let best = window[from];
    for (let at = from + 1; at < to; at += 1) best = better(best, window[at]);
    return best;
  });
}

/** The mean over `reach` blocks to each side. */
function smoothed(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  return alongBoth(values, grid, reach, (window, from, to) => {
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += window[at];
    return Math.trunc((sum + ((to - from) >> 1)) / (to - from));
  });
}

function alongBoth(
  values: Uint8Array,
  { columns, rows }: Grid,
  reach: number,
  of: (window: Uint8Array, from: number, to: number) => number,
): Uint8Array {
  const across = new Uint8Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    const line = values.subarray(row * columns, (row + 1) * columns);
    for (let x = 0; x < columns; x += 1) {
      across[row * columns + x] = of(line, Math.max(0, x - reach), Math.min(columns, x + reach + 1));
    }
  }
  const out = new Uint8Array(values.length);
  const line = new Uint8Array(rows);
  for (let x = 0; x < columns; x += 1) {
    for (let y = 0; y < rows; y += 1) line[y] = across[y * columns + x];
    for (let y = 0; y < rows; y += 1) {
      out[y * columns + x] = of(line, Math.max(0, y - reach), Math.min(rows, y + reach + 1));
    }
  }
  return out;
}
