import type { Raster } from '../../codecs/pixels/raster.ts';
import type { DarkRuns } from './dark-runs.ts';
import { STAYS } from './flat-inks.ts';
import type { Paper } from './paper.ts';
import type { ScannedPage } from './scanned-page.ts';
import type { Shapes } from './shapes.ts';

/** Pixels around ink that the scanner's blur reaches: one for each so many dots per inch. */
const DPI_OF_HALO = 150;
/** Of a block: fewer pixels of paper say nothing of it. */
const LEAST_KNOWN = 0.15;

/** The picture of a page without some of its ink, with paper in its place. */
export class FilledPaper {
  readonly #page: ScannedPage;
  readonly #runs: DarkRuns;
  readonly #shapes: Shapes;
  readonly #colors: BlockColors;

  constructor(page: ScannedPage, paper: Paper, runs: DarkRuns, shapes: Shapes) {
    this.#page = page;
    this.#runs = runs;
    this.#shapes = shapes;
    this.#colors = blockColors(
      page.raster,
      paper,
      nearInk(page, runs, () => true),
    );
  }

  /** @param ofShape what is lifted off, by its ink; all other dark pixels stay as they are */
  without(ofShape: Int8Array): Raster {
    const { ofRun } = this.#shapes;
    const near = nearInk(this.#page, this.#runs, (run) => ofShape[ofRun[run]] !== STAYS);
    const stays = stayingPixels(this.#page, this.#runs, (run) => ofShape[ofRun[run]] === STAYS);
    const { raster } = this.#page;
    const samples = raster.samples.slice();
    for (let y = 0; y < raster.height; y += 1) {
      for (let x = 0, at = y * near.stride; x < raster.width; x += 1, at += 1) {
        if (near.map[at] === 0 || stays.map[at] === 1) continue;
        paint(samples, (y * raster.width + x) * raster.channels, raster.channels, x, y, this.#colors);
      }
    }
    return { ...raster, samples };
  }
}

interface PixelMap {
  readonly stride: number;
  /** 1 where it is so. */
  readonly map: Uint8Array;
}

type WhichRuns = (run: number) => boolean;

function emptyMap({ raster: { width, height } }: ScannedPage): PixelMap {
  // Whole words, so that rows can be joined four pixels at a time.
  const stride = (width + 3) & ~3;
  return { stride, map: new Uint8Array(stride * height) };
}

function stayingPixels(page: ScannedPage, runs: DarkRuns, isWanted: WhichRuns): PixelMap {
  return marked(page, runs, isWanted, 0);
}

/** The pixels of these runs and all around them that their blur reaches. */
function nearInk(page: ScannedPage, runs: DarkRuns, isWanted: WhichRuns): PixelMap {
  const reach = Math.max(1, Math.ceil(page.dpi / DPI_OF_HALO));
  const { stride, map } = marked(page, runs, isWanted, reach);
  const words = new Uint32Array(map.buffer);
  const rowWords = stride >> 2;
  const out = new Uint32Array(words.length);
  const { height } = page.raster;
  for (let y = 0; y < height; y += 1) {
    const to = y * rowWords;
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      const from = row * rowWords;
      for (let word = 0; word < rowWords; word += 1) out[to + word] |= words[from + word];
    }
  }
  return { stride, map: new Uint8Array(out.buffer) };
}

function marked(page: ScannedPage, runs: DarkRuns, isWanted: WhichRuns, reach: number): PixelMap {
  const empty = emptyMap(page);
  const { from, to, rowStart, height } = runs;
  const { scale, raster } = page;
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / scale) * empty.stride;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      if (!isWanted(run)) continue;
      const left = Math.max(0, Math.trunc(from[run] / scale) - reach);
      const right = Math.min(raster.width, Math.ceil(to[run] / scale) + reach);
      empty.map.fill(1, row + left, row + right);
    }
  }
  return empty;
}

interface BlockColors {
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  /** Three levels of each block. */
  readonly levels: Uint8Array;
}

/** The mean colour of each block's paper; where there is none to be seen, that of its surroundings. */
function blockColors(
  { width, height, channels, samples }: Raster,
  { block, columns, rows }: Paper,
  { map, stride }: PixelMap,
): BlockColors {
  const sums = new Float64Array(columns * rows * 4);
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / block) * columns;
    for (let column = 0; column < columns; column += 1) {
      const right = Math.min(width, (column + 1) * block);
      let pixels = 0;
      let first = 0;
      let second = 0;
      let third = 0;
      for (let x = column * block; x < right; x += 1) {
        if (map[y * stride + x] !== 0) continue;
        const at = (y * width + x) * channels;
        pixels += 1;
        first += samples[at];
        // Of gray they are the next pixel's, and nobody asks for them.
        second += samples[at + 1];
        third += samples[at + 2];
      }
      const to = (row + column) * 4;
      sums[to] += first;
      sums[to + 1] += second;
      sums[to + 2] += third;
      sums[to + 3] += pixels;
    }
  }
  const levels = knownColors({ columns, rows, sums }, block * block * LEAST_KNOWN);
  return { block, columns, rows, levels };
}

interface ColorSums {
  readonly columns: number;
  readonly rows: number;
  /** Three channels and the number of pixels, of each cell. */
  readonly sums: Float64Array;
}

function knownColors(cells: ColorSums, leastPixels: number): Uint8Array {
  const { columns, rows, sums } = cells;
  const levels = new Uint8Array(columns * rows * 3).fill(255);
  const isLast = columns === 1 && rows === 1;
  const around = isLast ? null : knownColors(halved(cells), leastPixels);
  const across = (columns + 1) >> 1;
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const pixels = sums[cell * 4 + 3];
    const parent = (Math.trunc(cell / columns) >> 1) * across + ((cell % columns) >> 1);
    for (let channel = 0; channel < 3; channel += 1) {
      if (pixels > leastPixels || (isLast && pixels > 0)) {
        levels[cell * 3 + channel] = Math.round(sums[cell * 4 + channel] / pixels);
      } else if (around !== null) {
        levels[cell * 3 + channel] = around[parent * 3 + channel];
      }
    }
  }
  return levels;
}

function halved({ columns, rows, sums }: ColorSums): ColorSums {
  const across = (columns + 1) >> 1;
  const down = (rows + 1) >> 1;
  const out = new Float64Array(across * down * 4);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const to = ((Math.trunc(cell / columns) >> 1) * across + ((cell % columns) >> 1)) * 4;
    for (let part = 0; part < 4; part += 1) out[to + part] += sums[cell * 4 + part];
  }
  return { columns: across, rows: down, sums: out };
}

/** The paper's colour at a pixel, between the centres of the blocks around it. */
function paint(
  samples: Uint8Array,
  to: number,
  channels: number,
  x: number,
  y: number,
  { block, columns, rows, levels }: BlockColors,
): void {
  const acrossAt = Math.max(0, Math.trunc(((2 * x + 1 - block) * 128) / block));
  const downAt = Math.max(0, Math.trunc(((2 * y + 1 - block) * 128) / block));
  const left = Math.min(columns - 1, acrossAt >> 8);
  const right = Math.min(columns - 1, left + 1);
  const upper = Math.min(rows - 1, downAt >> 8) * columns;
  const lower = Math.min(rows - 1, (downAt >> 8) + 1) * columns;
  const rightShare = acrossAt & 255;
  const lowerShare = downAt & 255;
  for (let channel = 0; channel < channels; channel += 1) {
    const above =
      levels[(upper + left) * 3 + channel] * (256 - rightShare) +
      levels[(upper + right) * 3 + channel] * rightShare;
    const below =
      levels[(lower + left) * 3 + channel] * (256 - rightShare) +
      levels[(lower + right) * 3 + channel] * rightShare;
    samples[to + channel] = (above * (256 - lowerShare) + below * lowerShare + (1 << 15)) >> 16;
  }
}
