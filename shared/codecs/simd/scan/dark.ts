/** Finds pixels darker than their background. */

/**
 * Interpolates the thresholds of one pixel row at block centers, 32 bits each in 256ths of a level, the last
 * one twice.
 * @param upper levels at the blocks above
 * @param share of the lower ones, in 256ths
 * @returns the highest
 */
export function edgesOfRow(upper: usize, lower: usize, columns: i32, share: i32, out: usize): i32 {
  let highest = 0;
  let edge = 0;
  for (let x = 0; x < columns; x += 1) {
    edge = load<u8>(upper + x) * (256 - share) + load<u8>(lower + x) * share;
    store<i32>(out, edge);
    out += 4;
    highest = max(highest, edge);
  }
  store<i32>(out, edge);
  return highest;
}

/**
 * Finds the dark pixels of one row, as a byte each and as runs. A pixel is dark below its threshold; or below
 * the faint one if the pixels `beside` it are lighter than it by as much as it is lighter than its threshold:
 * the bar of an e between its bowls.
 * @param beside pixels to each side and, if `hasRows`, up and down
 * @param highest level that may be dark
 * @param edges and faint ones, from `edgesOfRow`
 * @param first and `share`: the block before each pixel, and the pixel's distance from there in 256ths; 32
 * bits each
 * @param runs first pixel and end pixel (exclusive), 32 bits each
 * @returns the number of runs
 */
export function darkRow(
  at: usize,
  stride: usize,
  width: i32,
  beside: i32,
  hasRows: bool,
  highest: i32,
  edges: usize,
  faint: usize,
  first: usize,
  share: usize,
  mask: usize,
  runs: usize,
): i32 {
  const start = runs;
  const most = i8x16.splat(<i8>highest);
  let wasDark = false;
  for (let left = 0; left < width; left += 16) {
    const isLight = !v128.any_true(i8x16.le_u(v128.load(at + left), most));
    if (isLight && !wasDark) {
      v128.store(mask + left, i8x16.splat(0));
      continue;
    }
    const end = min(width, left + 16);
    for (let x = left; x < end; x += 1) {
      const level = <i32>load<u8>(at + x);
      let isDark = false;
      if (level <= highest) {
        const place = (<usize>load<u32>(first + ((<usize>x) << 2))) << 2;
        const part = load<i32>(share + ((<usize>x) << 2));
        const edge = between(edges + place, part);
        isDark = level << 8 < edge;
        if (!isDark) {
          const limit = between(faint + place, part);
          isDark =
            level << 8 < limit &&
            isHairline(at, stride, width, x, beside, hasRows, level + (((level << 8) - edge) >> 8));
        }
      }
      store<u8>(mask + x, isDark);
      if (isDark === wasDark) continue;
      store<i32>(runs, x);
      runs += 4;
      wasDark = isDark;
    }
  }
  if (wasDark) {
    store<i32>(runs, width);
    runs += 4;
  }
  return <i32>((runs - start) >> 3);
}

function between(at: usize, share: i32): i32 {
  const left = load<i32>(at);
  return left + (((load<i32>(at, 4) - left) * share) >> 8);
}

/** Returns whether the pixels on both sides, left and right or above and below, are lighter than this. */
function isHairline(
  row: usize,
  stride: usize,
  width: i32,
  x: i32,
  beside: i32,
  hasRows: bool,
  level: i32,
): bool {
  const at = row + x;
  const isInside = x >= beside && x + beside < width;
  if (isInside && <i32>load<u8>(at - beside) > level && <i32>load<u8>(at + beside) > level) return true;
  const step = stride * beside;
  return hasRows && <i32>load<u8>(at - step) > level && <i32>load<u8>(at + step) > level;
}
