import { absoluteDifference, ZERO } from '../levels';
import { countCells, lumaRow } from '../similarity-kernel';

/** Side of a tile in pixels, side of a cell in pixels, and cells along the side of a tile. */
const TILE: i32 = 16;
const CELL: i32 = 4;
const CELLS: i32 = 4;
/** (0.01 * 255)^2 and (0.03 * 255)^2 (Wang et al. 2004). */
const C1: f64 = 6.5025;
const C2: f64 = 58.5225;
/** Number of sums per row of cells. */
const CELL_SUMS: usize = 5;
const SUM_A: usize = 0;
const SUM_B: usize = 1;
const SQUARES: usize = 2;
const PRODUCTS: usize = 3;

/**
 * Compares the tiles of one row in two images: mean SSIM of the luma over windows of 8 x 8, difference of the
 * mean luma, mean difference of the luma, and the largest shift of a channel relative to the mean of all;
 * four floats per tile.
 * @param a and `b`: 16 rows, with zeros outside the image
 * @param stride bytes of a row, 16 pixels per tile
 * @param width and `height`: pixels of the image in this row of tiles
 * @param scratch room for 32 rows of a byte per pixel, for 16 rows of `room` bytes times five fourths, and 96
 * bytes
 */
export function tileRow(
  a: usize,
  b: usize,
  stride: usize,
  width: i32,
  height: i32,
  channels: i32,
  scratch: usize,
  out: usize,
): void {
  const tiles = (width + TILE - 1) / TILE;
  const across = <usize>(tiles * TILE);
  let lumaA = a;
  let lumaB = b;
  if (channels === 3) {
    lumaA = scratch;
    lumaB = scratch + across * TILE;
    lumaRow(a, <i32>across * TILE, lumaA);
    lumaRow(b, <i32>across * TILE, lumaB);
  }
  const cells = scratch + across * TILE * 2;
  // Four bytes per cell; there are a fourth as many cells as pixels.
  const room = across;
  const rowOfCells = room * CELL_SUMS;
  for (let row = 0; row < CELLS; row += 1) {
    const from = <usize>(row * CELL) * across;
    countCells(lumaA + from, lumaB + from, across, tiles * CELLS, cells + rowOfCells * row, room);
  }
  const sums = cells + rowOfCells * CELLS;
  for (let tile = 0; tile < tiles; tile += 1) {
    const left = tile * TILE;
    const right = min(width - left, TILE);
    const pixels = <f64>(right * height);
    const at = cells + ((<usize>left / CELL) << 2);
    store<f64>(out, tileSsim(at, room, right, height));
    store<f64>(out, <f64>abs(brightnessOf(at, room)) / pixels, 8);
    store<f64>(out, <f64>differenceOf(lumaA + left, lumaB + left, across) / pixels, 16);
    const moved = <usize>(left * channels);
    store<f64>(out, channels === 3 ? hueOf(a + moved, b + moved, stride, sums) / pixels : 0, 24);
    out += 32;
  }
}

/** Mean over windows of two by two cells; partial at the image's edges. */
function tileSsim(cells: usize, room: usize, width: i32, height: i32): f64 {
  const columns = (width + CELL - 1) / CELL;
  const rows = (height + CELL - 1) / CELL;
  let total: f64 = 0;
  let windows: f64 = 0;
  for (let y = 0; y === 0 || y + 1 < rows; y += 1) {
    for (let x = 0; x === 0 || x + 1 < columns; x += 1) {
      const right = min(columns, x + 2);
      const bottom = min(rows, y + 2);
      const across = min(width, right * CELL) - x * CELL;
      const down = min(height, bottom * CELL) - y * CELL;
      const at = cells + room * CELL_SUMS * y + ((<usize>x) << 2);
      // A missing cell is zero, or belongs to another tile.
      total += windowSsim(at, room, right - x > 1, bottom - y > 1, <f64>(across * down));
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(at: usize, room: usize, isWide: bool, isHigh: bool, pixels: f64): f64 {
  const a = <f64>ofWindow(at + SUM_A * room, room, isWide, isHigh) / pixels;
  const b = <f64>ofWindow(at + SUM_B * room, room, isWide, isHigh) / pixels;
  const squares = <f64>ofWindow(at + SQUARES * room, room, isWide, isHigh);
  const products = <f64>ofWindow(at + PRODUCTS * room, room, isWide, isHigh);
  const variances = squares / pixels - a * a - b * b;
  const covariance = products / pixels - a * b;
  const luminance = (2 * a * b + C1) / (a * a + b * b + C1);
  return (luminance * (2 * covariance + C2)) / (variances + C2);
}

function ofWindow(at: usize, room: usize, isWide: bool, isHigh: bool): i32 {
  const below = at + room * CELL_SUMS;
  let sum = load<i32>(at);
  if (isWide) sum += load<i32>(at, 4);
  if (isHigh) sum += load<i32>(below);
  if (isWide && isHigh) sum += load<i32>(below, 4);
  return sum;
}

/** Difference in the levels of a tile, `b` minus `a`. */
function brightnessOf(cells: usize, room: usize): i32 {
  let sums = ZERO;
  for (let row = 0; row < CELLS; row += 1) {
    sums = i32x4.add(sums, i32x4.sub(v128.load(cells + SUM_B * room), v128.load(cells + SUM_A * room)));
    cells += room * CELL_SUMS;
  }
  return ofLanes(sums);
}

function differenceOf(a: usize, b: usize, stride: usize): i32 {
  let sums = ZERO;
  for (let row = 0; row < TILE; row += 1) {
    sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(absoluteDifference(v128.load(a), v128.load(b))));
    a += stride;
    b += stride;
  }
  return ofLanes(i32x4.extadd_pairwise_i16x8_u(sums));
}

function ofLanes(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Largest shift of a channel relative to the mean of all three, summed over a tile. */
function hueOf(a: usize, b: usize, stride: usize, scratch: usize): f64 {
  for (let part: usize = 0; part < 48; part += 8) {
    let sums = ZERO;
    let at = part;
    for (let row = 0; row < TILE; row += 1) {
      sums = i16x8.add(sums, i16x8.sub(v128.load8x8_u(b + at), v128.load8x8_u(a + at)));
      at += stride;
    }
    v128.store(scratch + (part << 1), sums);
  }
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let pixel = 0; pixel < TILE; pixel += 1) {
    red += load<i16>(scratch);
    green += load<i16>(scratch, 2);
    blue += load<i16>(scratch, 4);
    scratch += 6;
  }
  const mean = <f64>(red + green + blue) / 3;
  return max(max(abs(<f64>red - mean), abs(<f64>green - mean)), abs(<f64>blue - mean));
}
