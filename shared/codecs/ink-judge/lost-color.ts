import type { ScanSamples } from './paper-levels.ts';
import { HALO, IN_PICTURE } from './pixel-flags.ts';

/** Cells per inch, and the side of a tile in cells. */
const CELLS_PER_INCH = 100;
const TILE = 16;
/** Levels by which a cell's hue differs from that of the paper around. */
const MAX_HUE = 22;
/** Maximum share of a tile's cells with another hue. */
const MAX_COLORED = 0.06;

/** Returns whether a colored mark is neither ink nor in a picture. */
export function hasLostColor(scan: ScanSamples, flags: Uint8Array, dpi: number): boolean {
  if (scan.channels !== 3) return false;
  const side = Math.max(1, Math.round(dpi / CELLS_PER_INCH));
  const [across, down] = [Math.trunc(scan.width / side), Math.trunc(scan.height / side)];
  const hues = Array.from({ length: 2 }, () => new Int16Array(across * down).fill(UNKNOWN));
  for (let row = 0; row < down; row += 1) {
    for (let cell = 0; cell < across; cell += 1) {
      hueOfCell(scan, flags, side, cell, row, hues, row * across + cell);
    }
  }
  const usual = hues.map(median);
  const tiles = Math.ceil(across / TILE);
  const colored = new Int32Array(tiles * Math.ceil(down / TILE));
  for (let at = 0; at < across * down; at += 1) {
    const isColored = hues.some(
      (plane, index) => plane[at] !== UNKNOWN && Math.abs(plane[at]! - usual[index]!) > MAX_HUE,
    );
    if (isColored)
      colored[Math.trunc(Math.trunc(at / across) / TILE) * tiles + Math.trunc((at % across) / TILE)]! += 1;
  }
  return colored.some((count) => count > TILE * TILE * MAX_COLORED);
}

const UNKNOWN = -1000;

/** Sets red and blue relative to green, of pixels without ink; unknown if there are few. */
function hueOfCell(
  { width, samples }: ScanSamples,
  flags: Uint8Array,
  side: number,
  cell: number,
  row: number,
  hues: readonly Int16Array[],
  to: number,
): void {
  let [red, blue, pixels] = [0, 0, 0];
  for (let y = row * side; y < (row + 1) * side; y += 1) {
    for (let at = y * width + cell * side; at < y * width + (cell + 1) * side; at += 1) {
      if ((flags[at]! & (HALO | IN_PICTURE)) !== 0) continue;
      red += samples[at * 3]! - samples[at * 3 + 1]!;
      blue += samples[at * 3 + 2]! - samples[at * 3 + 1]!;
      pixels += 1;
    }
  }
  if (pixels * 2 < side * side) return;
  hues[0]![to] = Math.round(red / pixels);
  hues[1]![to] = Math.round(blue / pixels);
}

function median(values: Int16Array): number {
  const counts = new Int32Array(2 * MAX_LEVEL + 1);
  let known = 0;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] === UNKNOWN) continue;
    counts[values[at]! + MAX_LEVEL]! += 1;
    known += 1;
  }
  if (known === 0) return 0;
  let left = known >> 1;
  let level = 0;
  while ((left -= counts[level]!) >= 0) level += 1;
  return level - MAX_LEVEL;
}

const MAX_LEVEL = 255;
