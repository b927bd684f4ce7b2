/** Changes uncertain edge pixels of a mask to match their surroundings, which takes fewer bits. */

/** Zeros before and after a row of bytes, as far as a context reaches. */
const BITS: u32 = 8;

/**
 * Context of template 0 of JBIG2 (ITU-T T.88, 6.2.5.3) with nominal adaptive pixels: four pixels before,
 * seven of the row above, five of the one above that.
 */
function context(two: usize, above: usize, own: usize): i32 {
  let bits = <i32>load<u8>(own - 1) | ((<i32>load<u8>(own - 2)) << 1);
  bits |= ((<i32>load<u8>(own - 3)) << 2) | ((<i32>load<u8>(own - 4)) << 3);
  for (let bit = 4; bit < 11; bit += 1) bits |= (<i32>load<u8>(above + 7 - bit)) << bit;
  for (let bit = 11; bit < 16; bit += 1) bits |= (<i32>load<u8>(two + 13 - bit)) << bit;
  return bits;
}

/** Counts the pixels of a row by context and value; `counts` are 32 bits each. */
export function countContexts(two: usize, above: usize, own: usize, width: i32, counts: usize): void {
  let x = 0;
  while (x < width) {
    if (x + 16 <= width && isEmpty(two + x) && isEmpty(above + x) && isEmpty(own + x)) {
      store<u32>(counts, load<u32>(counts) + 16);
      x += 16;
      continue;
    }
    const end = min(width, x + 16);
    for (; x < end; x += 1) {
      const place = counts + ((<usize>context(two + x, above + x, own + x)) << 3);
      const at = place + ((<usize>load<u8>(own + x)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

/** Returns whether sixteen pixels and their contexts are all light. */
function isEmpty(at: usize): bool {
  return !v128.any_true(v128.or(v128.load(at - 4), v128.load(at + 4)));
}

/** Cost of each value in each context, in 256ths of a bit; 16 bits each, in the order of `counts`. */
export function costsOf(counts: usize, costs: usize): void {
  for (let pair: usize = 0; pair < 65536; pair += 1) {
    const light = load<u32>(counts + (pair << 3));
    const dark = load<u32>(counts + (pair << 3), 4);
    const all = logarithm(2 * (light + dark) + 2);
    store<u16>(costs + (pair << 2), <u16>(all - logarithm(2 * light + 1)));
    store<u16>(costs + (pair << 2), <u16>(all - logarithm(2 * dark + 1)), 2);
  }
}

/** Binary logarithm in 256ths, by squaring. */
function logarithm(value: u32): u32 {
  let out: u32 = 31 - clz(value);
  let rest: u64 = ((<u64>value) << 31) >> out;
  for (let bit: u32 = 0; bit < BITS; bit += 1) {
    rest = (rest * rest) >> 31;
    const isOver = <u32>(rest >> 32);
    rest >>= isOver;
    out = (out << 1) | isOver;
  }
  return out;
}

/**
 * Changes the pixels of a row with a level between their block's `low` and `high` if that takes fewer bits.
 * Never joins, divides, starts or ends strokes or enclosed areas.
 * @param two `above`, `below` and `after`: the surrounding rows, a byte per pixel
 */
export function settleRow(
  two: usize,
  above: usize,
  own: usize,
  below: usize,
  after: usize,
  width: i32,
  levels: usize,
  firstBlock: i32,
  block: i32,
  low: usize,
  high: usize,
  costs: usize,
): void {
  let x: usize = 0;
  while (x < <usize>width) {
    if (isEmpty(above + x) && isEmpty(own + x) && isEmpty(below + x)) {
      x += 16;
      continue;
    }
    const end = min(<usize>width, x + 16);
    for (; x < end; x += 1) {
      const at = own + x;
      const value = load<u8>(at);
      const isInside =
        load<u8>(at - 1) === value &&
        load<u8>(at + 1) === value &&
        load<u8>(above + x) === value &&
        load<u8>(below + x) === value;
      if (isInside) continue;
      const place = <usize>(firstBlock + <i32>x) / block;
      const level = load<u8>(levels + x);
      if (level < load<u8>(low + place) || level > load<u8>(high + place)) continue;
      if (!isFree(above + x, at, below + x, value)) continue;
      const more = costOfDark(two + x, above + x, at, below + x, after + x, costs);
      if (value === 1 ? more > 0 : more < 0) store<u8>(at, value ^ 1);
    }
  }
}

/**
 * Returns whether a pixel may change: surrounding strokes stay connected as before (Yokoi number 1), and it
 * is no end of a stroke.
 */
function isFree(above: usize, own: usize, below: usize, value: u8): bool {
  const right = 1 - <i32>load<u8>(own + 1);
  const upperRight = 1 - <i32>load<u8>(above + 1);
  const upper = 1 - <i32>load<u8>(above);
  const upperLeft = 1 - <i32>load<u8>(above - 1);
  const left = 1 - <i32>load<u8>(own - 1);
  const lowerLeft = 1 - <i32>load<u8>(below - 1);
  const lower = 1 - <i32>load<u8>(below);
  const lowerRight = 1 - <i32>load<u8>(below + 1);
  const light = right + upperRight + upper + upperLeft + left + lowerLeft + lower + lowerRight;
  const alike = value === 1 ? 8 - light : light;
  if (alike < MIN_ALIKE) return false;
  const parts =
    right -
    right * upperRight * upper +
    upper -
    upper * upperLeft * left +
    left -
    left * lowerLeft * lower +
    lower -
    lower * lowerRight * right;
  return parts === 1;
}

/** Minimum equal pixels among eight neighbors: the end of a stroke or gap has fewer. */
const MIN_ALIKE: i32 = 3;

/** Additional cost of a dark pixel, including all pixels with it in their context. */
function costOfDark(two: usize, above: usize, own: usize, below: usize, after: usize, costs: usize): i32 {
  const bits = costs + ((<usize>context(two, above, own)) << 2);
  let more = <i32>load<u16>(bits, 2) - <i32>load<u16>(bits);
  for (let step: usize = 1; step <= 4; step += 1) {
    more += seen(context(two + step, above + step, own + step), <i32>step - 1, own + step, costs);
  }
  for (let bit = 4; bit < 11; bit += 1) {
    const step = <usize>(bit - 7);
    more += seen(context(above + step, own + step, below + step), bit, below + step, costs);
  }
  for (let bit = 11; bit < 16; bit += 1) {
    const step = <usize>(bit - 13);
    more += seen(context(own + step, below + step, after + step), bit, after + step, costs);
  }
  return more;
}

/** Additional cost of coding a pixel if `bit` of its context is set. */
function seen(bits: i32, bit: i32, at: usize, costs: usize): i32 {
  const value = (<usize>load<u8>(at)) << 1;
  const dark = costs + ((<usize>(bits | (1 << bit))) << 2) + value;
  const light = costs + ((<usize>(bits & ~(1 << bit))) << 2) + value;
  return <i32>load<u16>(dark) - <i32>load<u16>(light);
}

/** One bit per byte of a row, the first in the highest. */
export function packRow(at: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 16) {
    const bytes = v128.load(at + x);
    const turned = i8x16.shuffle(bytes, bytes, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    store<u16>(out, <u16>i8x16.bitmask(i8x16.ne(turned, i8x16.splat(0))));
    out += 2;
  }
}
