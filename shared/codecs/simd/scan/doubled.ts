/** Twice the samples along both axes, by a cubic a quarter of a sample away: 111, 29, -9 and -3 of 128. */

const NEAREST: v128 = i16x8.splat(111);
const NEXT: v128 = i16x8.splat(29);
const FAR: v128 = i16x8.splat(9);
const BEYOND: v128 = i16x8.splat(3);
/** A half of 128, and as many times 128 as keep all sums above zero. */
const BIAS: v128 = i16x8.splat(64 + 24 * 128);
const BIAS_LEVELS: v128 = i16x8.splat(24);

/** A row of `pixels`, before and behind which its end samples stand twice more. */
export function doubleRow(at: usize, pixels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 8) {
    const left = eight(at - 1);
    const own = i16x8.mul(eight(at), NEAREST);
    const right = eight(at + 1);
    const even = level(own, left, right, eight(at - 2));
    const odd = level(own, right, left, eight(at + 2));
    const both = i8x16.narrow_i16x8_u(even, odd);
    v128.store(out, i8x16.shuffle(both, both, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    at += 8;
    out += 16;
  }
}

/** The two rows that come of `own`, between the two above it and the two below it. */
export function doubleColumns(
  two: usize,
  above: usize,
  own: usize,
  below: usize,
  after: usize,
  pixels: i32,
  upper: usize,
  lower: usize,
): void {
  for (let x = 0; x < pixels; x += 8) {
    const up = eight(above + x);
    const near = i16x8.mul(eight(own + x), NEAREST);
    const down = eight(below + x);
    const first = level(near, up, down, eight(two + x));
    const second = level(near, down, up, eight(after + x));
    const both = i8x16.narrow_i16x8_u(first, second);
    v128.store64_lane(upper + x, both, 0);
    v128.store64_lane(lower + x, both, 1);
  }
}

function eight(at: usize): v128 {
  return v128.load8x8_u(at);
}

/** Of unsigned sums; below 0 and above 255 until they are narrowed. */
function level(own: v128, next: v128, far: v128, beyond: v128): v128 {
  const more = i16x8.add(i16x8.add(own, i16x8.mul(next, NEXT)), BIAS);
  const less = i16x8.add(i16x8.mul(far, FAR), i16x8.mul(beyond, BEYOND));
  return i16x8.sub(i16x8.shr_u(i16x8.sub(more, less), 7), BIAS_LEVELS);
}
