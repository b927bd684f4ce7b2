import type { Raster } from '../../../codecs/pixels/raster.ts';
import type { Plane } from '../../../codecs/scans/planes.ts';

/** (77 red + 150 green + 29 blue) / 256, rounded down. */
export function plainLuma({ channels, samples }: Raster): Uint8Array {
  if (channels === 1) return samples;
  return Uint8Array.from({ length: samples.length / 3 }, (_, pixel) => {
    const [red, green, blue] = samples.subarray(pixel * 3, pixel * 3 + 3);
    return (red! * 77 + green! * 150 + blue! * 29) >> 8;
  });
}

function inside(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}

/** Per block the level that this many pixels exceed, in bins of four, and the darkest one. */
export function plainBlockLevels({ width, height, levels }: Plane, block: number) {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const bright = new Uint8Array(columns * rows);
  const darkest = new Uint8Array(columns * rows);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const pixels: number[] = [];
    const top = Math.trunc(cell / columns) * block;
    const left = (cell % columns) * block;
    for (let y = top; y < Math.min(height, top + block); y += 1) {
      pixels.push(...levels.subarray(y * width + left, y * width + Math.min(width, left + block)));
    }
    const ordered = pixels.toSorted((a, b) => b - a);
    const above = pixels.length - Math.ceil(pixels.length * 0.8);
    bright[cell] = (ordered[above]! >> 2) * 4 + 2;
    darkest[cell] = Math.min(...pixels);
  }
  return { columns, rows, bright, darkest };
}

/** 1 for each block of 8 x 8 with a row or a column that is darker than both sides by the contrast. */
export function plainThinBlocks({ width, height, levels }: Plane, contrast: number): Uint8Array {
  const [columns, rows] = [Math.trunc(width / 8), Math.trunc(height / 8)];
  const levelAt = (x: number, y: number) => levels[inside(y, height) * width + inside(x, width)]!;
  const depth = (x: number, y: number, right: number, down: number) =>
    Math.max(0, Math.min(levelAt(x - right, y - down), levelAt(x + right, y + down)) - levelAt(x, y));
  return Uint8Array.from({ length: columns * rows }, (_, block) => {
    const [left, top] = [(block % columns) * 8, Math.trunc(block / columns) * 8];
    const eight = Array.from({ length: 8 }, (__, step) => step);
    const sums = eight.flatMap((line) => [
      eight.reduce((sum, step) => sum + depth(left + step, top + line, 0, 2), 0),
      eight.reduce((sum, step) => sum + depth(left + line, top + step, 2, 0), 0),
    ]);
    return sums.some((sum) => sum >= contrast * 8) ? 1 : 0;
  });
}
