import type { Paper } from '../background/paper.ts';
import type { MarkedPage } from '../marked-page.ts';

/**
 * Tones of shapes at their core, unaffected by scanner blur and background: pixels with ink on all four
 * sides, and in thin strokes those nearly as dark as the darkest around.
 */
export interface ShapeTones {
  /** Number of core pixels by shape. */
  readonly pixels: Int32Array;
  /** Mean level of each channel over the core, three per shape; repeated for gray. */
  readonly color: Uint8Array;
  /** Contrast of the core to the background, in levels. */
  readonly contrast: Uint8Array;
  /** Mean step over two pixels at the edges, in levels. */
  readonly sharpness: Uint8Array;
  /** Every core pixel: its position in the raster, and its shape. */
  readonly places: Int32Array;
  readonly owners: Int32Array;
}

/** Relative to the darkest within two pixels, in tenths. */
const NEARLY_DARKEST = 9;

export function shapeTones(marked: MarkedPage): ShapeTones {
  const { places, owners } = corePixels(marked);
  const { page, paper, shapes } = marked;
  const { raster, luma } = page;
  const pixels = new Int32Array(shapes.count);
  const sums = new Float64Array(shapes.count * 3);
  const darkness = new Float64Array(shapes.count);
  const isGray = raster.channels === 1;
  for (let core = 0; core < places.length; core += 1) {
    const at = places[core]!;
    const shape = owners[core]!;
    pixels[shape]! += 1;
    darkness[shape]! += paperAt(paper, at, luma.width) - luma.levels[at]!;
    for (let channel = 0; channel < 3; channel += 1) {
      sums[shape * 3 + channel]! += raster.samples[isGray ? at : at * 3 + channel]!;
    }
  }
  const mean = (sum: number, shape: number) =>
    pixels[shape] === 0 ? 0 : Math.max(0, Math.min(255, Math.round(sum / pixels[shape]!)));
  return {
    pixels,
    color: Uint8Array.from(sums, (sum, at) => mean(sum, Math.trunc(at / 3))),
    contrast: Uint8Array.from(darkness, mean),
    sharpness: edgeSteps(marked),
    places,
    owners,
  };
}

function paperAt({ level, block, columns }: Paper, at: number, width: number): number {
  const y = Math.trunc(at / width);
  return level[Math.trunc(y / block) * columns + Math.trunc((at - y * width) / block)]!;
}

function corePixels({ page: { luma }, paper, runs, shapes: { ofRun, area } }: MarkedPage) {
  const { width, height, from, to, rowStart, mask } = runs;
  const total = area.reduce((sum, pixels) => sum + pixels, 0);
  const places = new Int32Array(total);
  const owners = new Int32Array(total);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    const isInside = y > 0 && y + 1 < height;
    const row = y * width;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      for (let x = from[run]!; x < to[run]!; x += 1) {
        const at = row + x;
        const isSurrounded =
          isInside &&
          x > 0 &&
          x + 1 < width &&
          mask[at - 1]! + mask[at + 1]! + mask[at - width]! + mask[at + width]! === 4;
        if (!isSurrounded && !isNearlyDarkest(luma.levels, width, height, at, paper)) continue;
        places[count] = at;
        owners[count] = ofRun[run]!;
        count += 1;
      }
    }
  }
  return { places: places.slice(0, count), owners: owners.slice(0, count) };
}

function isNearlyDarkest(levels: Uint8Array, width: number, height: number, at: number, paper: Paper) {
  const y = Math.trunc(at / width);
  const x = at - y * width;
  const level = paperAt(paper, at, width);
  // Level of the darkest allowed neighbor.
  const bar = level - Math.trunc(((level - levels[at]!) * 10) / NEARLY_DARKEST);
  const [left, right] = [Math.max(0, x - 2), Math.min(width - 1, x + 2)];
  const bottom = Math.min(height - 1, y + 2);
  for (let row = Math.max(0, y - 2); row <= bottom; row += 1) {
    for (let near = row * width + left; near <= row * width + right; near += 1) {
      if (levels[near]! < bar) return false;
    }
  }
  return true;
}

function edgeSteps({ page, runs, shapes: { ofRun, count } }: MarkedPage): Uint8Array {
  const { levels } = page.luma;
  const { width, height, from, to, rowStart, mask } = runs;
  const sums = new Float64Array(count);
  const edges = new Int32Array(count);
  const add = (shape: number, step: number) => {
    sums[shape]! += step;
    edges[shape]! += 1;
  };
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      const shape = ofRun[run]!;
      const first = from[run]!;
      const last = to[run]! - 1;
      if (first > 0) add(shape, levels[row + first - 1]! - levels[row + Math.min(last, first + 1)]!);
      if (last + 1 < width) add(shape, levels[row + last + 1]! - levels[row + Math.max(first, last - 1)]!);
      const middle = row + ((first + last) >> 1);
      if (y === 0 || y + 1 >= height || mask[middle - width] === 1) continue;
      const inner = mask[middle + width] === 1 ? middle + width : middle;
      add(shape, levels[middle - width]! - levels[inner]!);
    }
  }
  return Uint8Array.from(sums, (sum, shape) =>
    edges[shape] === 0 ? 0 : Math.max(0, Math.round(sum / edges[shape]!)),
  );
}
