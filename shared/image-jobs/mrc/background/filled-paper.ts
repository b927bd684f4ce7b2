import type { Raster } from '../../../codecs/pixels/raster.ts';
import {
  type BlockColors,
  filledWith,
  LIFTED,
  STAYING,
  sumsOfPaper,
} from '../../../codecs/scans/paper-fill.ts';
import type { DarkRuns } from '../foreground/dark-runs.ts';
import { STAYS } from '../foreground/flat-inks.ts';
import type { Shapes } from '../foreground/shapes.ts';
import type { MarkedPage } from '../marked-page.ts';
import type { ScannedPage } from '../scanned-page.ts';
import type { Paper } from './paper.ts';

/** Dots per inch for each pixel of scanner blur around ink. */
const DPI_OF_HALO = 150;
/** Minimum share of known background pixels in a block. */
const MIN_KNOWN = 0.15;

/** The image of a page with some of its ink replaced by background. */
export class FilledPaper {
  readonly #page: ScannedPage;
  readonly #runs: DarkRuns;
  readonly #shapes: Shapes;
  /** Buffer of the last result: a page of three channels is too large to allocate for each trial. */
  #samples: Uint8Array | undefined;
  /** Colors of the background without any ink. */
  readonly colors: BlockColors;

  constructor({ page, paper, runs, shapes }: MarkedPage) {
    this.#page = page;
    this.#runs = runs;
    this.#shapes = shapes;
    this.colors = this.#blockColors(paper);
  }

  /**
   * Returns the page without some ink. Invalidates the previous result.
   * @param ofShape ink of each shape to remove; other dark pixels stay
   */
  without(ofShape: Int8Array): Raster {
    const { ofRun } = this.#shapes;
    const kinds = new Uint8Array(ofRun.length);
    for (let run = 0; run < kinds.length; run += 1) {
      kinds[run] = ofShape[ofRun[run]!] === STAYS ? STAYING : LIFTED;
    }
    const filled = filledWith(this.#page.raster, this.#marked(kinds), this.colors, this.#samples);
    this.#samples = filled.samples;
    return filled;
  }

  #marked(kinds: Uint8Array) {
    return { runs: this.#runs, kinds, reach: Math.max(1, Math.ceil(this.#page.dpi / DPI_OF_HALO)) };
  }

  /** Mean background color of each block; if a block has none, that of its surroundings. */
  #blockColors({ block, columns, rows }: Paper): BlockColors {
    const grid = { block, columns, rows };
    const all = this.#marked(new Uint8Array(this.#runs.from.length).fill(LIFTED));
    const sums = sumsOfPaper(this.#page.raster, all, grid);
    return { ...grid, levels: knownColors({ columns, rows, sums }, block * block * MIN_KNOWN) };
  }
}

interface ColorSums {
  readonly columns: number;
  readonly rows: number;
  /** Sums of three channels and the number of pixels, per cell. */
  readonly sums: Int32Array | Float64Array;
}

function knownColors(cells: ColorSums, leastPixels: number): Uint8Array {
  const { columns, rows, sums } = cells;
  const levels = new Uint8Array(columns * rows * 3).fill(255);
  const isLast = columns === 1 && rows === 1;
  const around = isLast ? null : knownColors(halved(cells), leastPixels);
  const across = (columns + 1) >> 1;
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const pixels = sums[cell * 4 + 3]!;
    const parent = (Math.trunc(cell / columns) >> 1) * across + ((cell % columns) >> 1);
    for (let channel = 0; channel < 3; channel += 1) {
      if (pixels > leastPixels || (isLast && pixels > 0)) {
        levels[cell * 3 + channel] = Math.round(sums[cell * 4 + channel]! / pixels);
      } else if (around !== null) {
        levels[cell * 3 + channel] = around[parent * 3 + channel]!;
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
    for (let part = 0; part < 4; part += 1) out[to + part]! += sums[cell * 4 + part]!;
  }
  return { columns: across, rows: down, sums: out };
}
