import { joined } from './fill';

/** Measures the difference of two images of a page, tile by tile, except beside ink. */

/** Side of a tile in pixels, as a shift. */
const TILE_SHIFT: i32 = 4;
/** Counters of `tallyRow` for each tile, 32 bits each. */
const TALLIES: i32 = 6;
/** Kinds of ink that stays, as in `image-jobs/mrc/quality-gate/reduced.ts`. */
const STAYING_INK: u8 = 1;
const STAYING_SPECKS: u8 = 2;

/** Sets a byte to 1 for each pixel that an ink covers; covers are 16 bits per pixel. */
export function inkRow(covers: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 16) {
    const low = i16x8.ne(v128.load(covers), i16x8.splat(0));
    const high = i16x8.ne(v128.load(covers, 16), i16x8.splat(0));
    const marks = v128.and(i8x16.narrow_i16x8_s(low, high), i8x16.splat(1));
    v128.store(out, v128.or(v128.load(out), marks));
    covers += 32;
    out += 16;
  }
}

/** Marks pixels up to `reach` beside marked ones; the row is surrounded by `reach` unmarked bytes. */
export function reachRow(marked: usize, width: i32, reach: i32, out: usize): void {
  for (let x = 0; x < width; x += 16) {
    let any = v128.load(marked + x);
    for (let step = 1; step <= reach; step += 1) {
      any = v128.or(any, v128.or(v128.load(marked + x - step), v128.load(marked + x + step)));
    }
    v128.store(out + x, any);
  }
}

/**
 * Signed difference of the channel that differs most, summed over three pixels of a row; 16 bits each. Edge
 * pixels are repeated.
 * @param scratch room for 16 bits per pixel and two more
 */
export function differenceRow(
  fine: usize,
  coarse: usize,
  width: i32,
  channels: i32,
  scratch: usize,
  out: usize,
): void {
  let to = scratch + 2;
  for (let x = 0; x < width; x += 1) {
    let most = <i32>load<u8>(coarse) - <i32>load<u8>(fine);
    for (let channel = 1; channel < channels; channel += 1) {
      const step = <i32>load<u8>(coarse + channel) - <i32>load<u8>(fine + channel);
      if (abs(step) > abs(most)) most = step;
    }
    store<i16>(to, most);
    fine += channels;
    coarse += channels;
    to += 2;
  }
  store<i16>(to, load<i16>(to - 2));
  store<i16>(scratch, load<i16>(scratch, 2));
  for (let x = 0; x < width; x += 8) {
    const at = scratch + ((<usize>x) << 1);
    const sum = i16x8.add(i16x8.add(v128.load(at), v128.load(at, 2)), v128.load(at, 4));
    v128.store(out + ((<usize>x) << 1), sum);
  }
}

/**
 * Adds one row to the counters of its tiles: the largest difference, the sum of differences and the number of
 * pixels, outside marks in all rows of `near`; pixels of remaining ink and specks, anywhere; and pixels of
 * thin lines outside marks.
 * @param above `own` and `below`: three rows of `differenceRow`
 * @param near `rows` rows of marks that are combined
 * @param scratch room for a byte per pixel
 */
export function tallyRow(
  above: usize,
  own: usize,
  below: usize,
  near: usize,
  stride: usize,
  rows: i32,
  stays: usize,
  thin: usize,
  width: i32,
  scratch: usize,
  tallies: usize,
): void {
  for (let x = 0; x < width; x += 16) v128.store(scratch + x, joined(near + x, stride, rows));
  for (let left = 0; left < width; left += 1 << TILE_SHIFT) {
    const right = min(width, left + (1 << TILE_SHIFT));
    let most = load<i32>(tallies);
    let sum = 0;
    let pixels = 0;
    let ink = 0;
    let specks = 0;
    let lines = 0;
    for (let x = left; x < right; x += 1) {
      const staying = load<u8>(stays + x);
      ink += i32(staying === STAYING_INK);
      specks += i32(staying === STAYING_SPECKS);
      if (load<u8>(scratch + x) !== 0) continue;
      lines += load<u8>(thin + x);
      const at = (<usize>x) << 1;
      const difference = abs(
        <i32>load<i16>(above + at) + <i32>load<i16>(own + at) + <i32>load<i16>(below + at),
      );
      most = max(most, difference);
      sum += difference;
      pixels += 1;
    }
    store<i32>(tallies, most);
    store<i32>(tallies, load<i32>(tallies, 4) + sum, 4);
    store<i32>(tallies, load<i32>(tallies, 8) + pixels, 8);
    store<i32>(tallies, load<i32>(tallies, 12) + ink, 12);
    store<i32>(tallies, load<i32>(tallies, 16) + specks, 16);
    store<i32>(tallies, load<i32>(tallies, 20) + lines, 20);
    tallies += TALLIES << 2;
  }
}
