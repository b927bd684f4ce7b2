/** Replaces ink by background. */

/**
 * Marks the pixels of selected runs in a row of bytes: those with kind `wanted`, and `reach` pixels to both
 * sides.
 * @param runs first pixel of each and end pixel (exclusive), 32 bits each
 * @param kinds a byte per run
 */
export function markRuns(
  runs: usize,
  kinds: usize,
  count: i32,
  wanted: u8,
  reach: i32,
  width: i32,
  out: usize,
): void {
  for (let run = 0; run < count; run += 1) {
    if (load<u8>(kinds + run) !== wanted) continue;
    const at = runs + ((<usize>run) << 3);
    const left = max(0, load<i32>(at) - reach);
    const right = min(width, load<i32>(at, 4) + reach);
    memory.fill(out + left, 1, right - left);
  }
}

/** Combines the bytes of `rows` rows above each other. */
export function joined(near: usize, stride: usize, rows: i32): v128 {
  let any = v128.load(near);
  for (let row = 1; row < rows; row += 1) {
    near += stride;
    any = v128.or(any, v128.load(near));
  }
  return any;
}

/**
 * Adds the pixels of one row that no row of `near` marks to the sums of their blocks: three channels, and a
 * count; 32 bits each. For gray, the second and third channel are those of the next pixels.
 * @param scratch room for a byte per pixel
 */
export function sumPaper(
  at: usize,
  width: i32,
  channels: i32,
  near: usize,
  stride: usize,
  rows: i32,
  block: i32,
  scratch: usize,
  sums: usize,
): void {
  for (let x = 0; x < width; x += 16) v128.store(scratch + x, joined(near + x, stride, rows));
  for (let left = 0; left < width; left += block) {
    const right = min(width, left + block);
    let first: u32 = 0;
    let second: u32 = 0;
    let third: u32 = 0;
    let pixels: u32 = 0;
    for (let x = left; x < right; x += 1) {
      if (load<u8>(scratch + x) === 0) {
        first += load<u8>(at);
        second += load<u8>(at, 1);
        third += load<u8>(at, 2);
        pixels += 1;
      }
      at += channels;
    }
    store<u32>(sums, load<u32>(sums) + first);
    store<u32>(sums, load<u32>(sums, 4) + second, 4);
    store<u32>(sums, load<u32>(sums, 8) + third, 8);
    store<u32>(sums, load<u32>(sums, 12) + pixels, 12);
    sums += 16;
  }
}

/**
 * Paints the pixels of one row that some row of `near` marks and `stays` does not, in the color interpolated
 * between the surrounding blocks.
 * @param upper three levels for each of the blocks above
 * @param down share of the lower ones, in 256ths
 * @param first and `share`: the block before each pixel, and the pixel's distance from there in 256ths; 32
 * bits each
 * @param scratch room for three 32-bit numbers per block and one more
 */
export function fillRow(
  at: usize,
  width: i32,
  channels: i32,
  near: usize,
  stride: usize,
  rows: i32,
  stays: usize,
  upper: usize,
  lower: usize,
  columns: i32,
  down: i32,
  first: usize,
  share: usize,
  scratch: usize,
): void {
  betweenRows(upper, lower, columns, down, scratch);
  for (let left = 0; left < width; left += 16) {
    const painted = v128.andnot(joined(near + left, stride, rows), v128.load(stays + left));
    let bits = <u32>i8x16.bitmask(i8x16.ne(painted, i8x16.splat(0)));
    if (left + 16 > width) bits &= (1 << (width - left)) - 1;
    while (bits !== 0) {
      const x = left + ctz(bits);
      bits &= bits - 1;
      const across = load<i32>(share + ((<usize>x) << 2));
      let color = scratch + <usize>load<u32>(first + ((<usize>x) << 2)) * 12;
      let to = at + x * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const level = load<i32>(color) * (256 - across) + load<i32>(color, 12) * across;
        store<u8>(to, (level + (1 << 15)) >> 16);
        color += 4;
        to += 1;
      }
    }
  }
}

/** The last block is repeated. */
function betweenRows(upper: usize, lower: usize, columns: i32, down: i32, out: usize): void {
  const count = columns * 3;
  for (let at = 0; at < count; at += 1) {
    store<i32>(out, load<u8>(upper + at) * (256 - down) + load<u8>(lower + at) * down);
    out += 4;
  }
  memory.copy(out, out - 12, 12);
}
