/** A gray or RGB page, one byte per sample, without padding. */
export interface ScanSamples {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly samples: Uint8Array;
}

/** Blocks per inch: each is about as wide as a letter. */
const BLOCKS_PER_INCH = 12;
/** Share of a block's pixels that are at most as bright as its paper. */
const BRIGHT_RANK = 0.9;
/** Blocks to each side over which dark areas are filled: bars up to 0.8 inches are ink, not paper. */
const FILLED_REACH = 5;

/** Returns the contrast of each pixel to the paper around it: levels below, at least 0. */
export function contrastToPaper({ width, height, channels, samples }: ScanSamples, dpi: number): Uint8Array {
  const luma = channels === 1 ? samples : lumaOf(samples, width * height);
  const block = Math.max(4, Math.round(dpi / BLOCKS_PER_INCH));
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const bright = new Uint8Array(columns * rows);
  const counts = new Int32Array(256);
  for (let at = 0; at < bright.length; at += 1) {
    const [left, top] = [(at % columns) * block, Math.trunc(at / columns) * block];
    bright[at] = brightLevel(luma, width, height, left, top, block, counts);
  }
  const paper = closed(bright, columns, rows);
  const contrast = new Uint8Array(width * height);
  const ofRow = new Float64Array(columns);
  for (let y = 0; y < height; y += 1) {
    levelsOfRow(paper, columns, rows, y / block - 0.5, ofRow);
    contrastOfRow(luma, y * width, width, ofRow, block, contrast);
  }
  return contrast;
}

function lumaOf(samples: Uint8Array, pixels: number): Uint8Array {
  const luma = new Uint8Array(pixels);
  for (let at = 0, from = 0; at < pixels; at += 1, from += 3) {
    luma[at] = (samples[from]! * 299 + samples[from + 1]! * 587 + samples[from + 2]! * 114) / 1000;
  }
  return luma;
}

function brightLevel(
  luma: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
  block: number,
  counts: Int32Array,
): number {
  counts.fill(0);
  const right = Math.min(width, left + block);
  const bottom = Math.min(height, top + block);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) counts[luma[at]!]! += 1;
  }
  let below = (right - left) * (bottom - top) * BRIGHT_RANK;
  let level = 0;
  while (level < 255 && (below -= counts[level]!) > 0) level += 1;
  return level;
}

/** Fills dark blocks from the paper around them. */
function closed(bright: Uint8Array, columns: number, rows: number): Uint8Array {
  const [across, down] = [columns + 2 * FILLED_REACH, rows + 2 * FILLED_REACH];
  const usual = bright.slice().sort()[bright.length >> 1]!;
  const wide = Uint8Array.from({ length: across * down }, (_, at) =>
    levelBeyond(
      bright,
      columns,
      rows,
      (at % across) - FILLED_REACH,
      Math.trunc(at / across) - FILLED_REACH,
      usual,
    ),
  );
  const filled = extreme(extreme(wide, across, down, Math.max), across, down, Math.min);
  const paper = new Uint8Array(bright.length);
  for (let row = 0; row < rows; row += 1) {
    const start = (row + FILLED_REACH) * across + FILLED_REACH;
    paper.set(filled.subarray(start, start + columns), row * columns);
  }
  return paper;
}

/**
 * Returns the level of a block, also beyond the page's edges: there the shadow of a fold gets darker still, and a
 * black border is followed by paper.
 */
function levelBeyond(
  bright: Uint8Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
  usual: number,
): number {
  const x = Math.min(columns - 1, Math.max(0, column));
  const y = Math.min(rows - 1, Math.max(0, row));
  const level = bright[y * columns + x]!;
  if (x === column && y === row) return level;
  if (level < usual * SHADOW) return usual;
  const innerX = Math.min(columns - 1, Math.max(0, x + Math.sign(x - column) * SLOPE_BLOCKS));
  const innerY = Math.min(rows - 1, Math.max(0, y + Math.sign(y - row) * SLOPE_BLOCKS));
  const step = Math.max(0, bright[innerY * columns + innerX]! - level) / SLOPE_BLOCKS;
  const far = Math.max(Math.abs(column - x), Math.abs(row - y));
  return Math.max(0, Math.round(level - step * far));
}

/** Share of the usual paper's brightness down to which a dark edge of the page is a shadow, not ink. */
const SHADOW = 0.4;
/** Blocks over which the shadow's slope is measured. */
const SLOPE_BLOCKS = 2;

/** Returns the highest or lowest level around each block. */
function extreme(
  levels: Uint8Array,
  columns: number,
  rows: number,
  of: (a: number, b: number) => number,
): Uint8Array {
  const across = new Uint8Array(levels.length);
  const out = new Uint8Array(levels.length);
  for (let at = 0; at < levels.length; at += 1) {
    const first = at - (at % columns);
    let level = levels[at]!;
    const end = Math.min(first + columns - 1, at + FILLED_REACH);
    for (let near = Math.max(first, at - FILLED_REACH); near <= end; near += 1)
      level = of(level, levels[near]!);
    across[at] = level;
  }
  for (let at = 0; at < levels.length; at += 1) {
    let level = across[at]!;
    const row = Math.trunc(at / columns);
    const end = Math.min(rows - 1, row + FILLED_REACH);
    for (let near = Math.max(0, row - FILLED_REACH); near <= end; near += 1) {
      level = of(level, across[near * columns + (at % columns)]!);
    }
    out[at] = level;
  }
  return out;
}

/** @param at position between the centers of the rows of blocks */
function levelsOfRow(paper: Uint8Array, columns: number, rows: number, at: number, out: Float64Array): void {
  const place = Math.min(rows - 1, Math.max(0, at));
  const upper = Math.trunc(place);
  const lower = Math.min(rows - 1, upper + 1);
  const share = place - upper;
  for (let column = 0; column < columns; column += 1) {
    out[column] = paper[upper * columns + column]! * (1 - share) + paper[lower * columns + column]! * share;
  }
}

function contrastOfRow(
  luma: Uint8Array,
  start: number,
  width: number,
  paper: Float64Array,
  block: number,
  out: Uint8Array,
): void {
  const last = paper.length - 1;
  for (let x = 0; x < width; x += 1) {
    const place = Math.min(last, Math.max(0, x / block - 0.5));
    const left = Math.trunc(place);
    const share = place - left;
    const level = paper[left]! * (1 - share) + paper[Math.min(last, left + 1)]! * share;
    const below = level - luma[start + x]!;
    if (below > 0) out[start + x] = below;
  }
}
