/**
 * Numbers of content streams in their shortest form with exactly the same value (ISO 32000-2, 7.3.3). Both
 * functions require numbers that `contentNumber` accepts: digits with at most one sign in front and one
 * point.
 */

/** Readers hold integers in 32 bits and differ on longer ones; longer ones keep their point. */
const SAFE_DIGITS = 9;

const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;
const PLUS = 0x2b;

/**
 * Writes the number in [start, end) to `out` at `at` without `+`, redundant zeros, or a point without
 * decimals. Never longer than before.
 * @returns the end position in `out`
 */
export function writeDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: Uint8Array,
  at: number,
): number {
  const sign = bytes[start];
  const first = sign === MINUS || sign === PLUS ? start + 1 : start;
  let point = first;
  while (point < end && bytes[point] !== POINT) point += 1;
  let whole = first;
  while (whole < point && bytes[whole] === ZERO) whole += 1;
  let last = end;
  if (point < end) while (last > point + 1 && bytes[last - 1] === ZERO) last -= 1;
  const hasDecimals = point + 1 < last;
  if (whole === point && !hasDecimals) {
    out[at] = ZERO;
    return at + 1;
  }
  if (point < end && !hasDecimals && point - whole > SAFE_DIGITS) return copy(bytes, start, end, out, at);
  let to = at;
  if (sign === MINUS) out[to++] = MINUS;
  to = copy(bytes, whole, point, out, to);
  return hasDecimals ? copy(bytes, point, last, out, to) : to;
}

function copy(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from++) out[to++] = bytes[from]!;
  return to;
}

/** Returns whether both are exactly the same decimal number, beyond the precision of a double. */
export function sameDecimal(
  one: Uint8Array,
  oneStart: number,
  oneEnd: number,
  other: Uint8Array,
  otherStart: number,
  otherEnd: number,
): boolean {
  // Written independently of `writeDecimal`, which it verifies: compares digit by digit from the point outwards.
  const onePoint = pointIn(one, oneStart, oneEnd);
  const otherPoint = pointIn(other, otherStart, otherEnd);
  let isZero = true;
  for (let step = 1; onePoint - step >= oneStart || otherPoint - step >= otherStart; step++) {
    const digit = onePoint - step >= oneStart ? digitAt(one, onePoint - step) : 0;
    if (digit !== (otherPoint - step >= otherStart ? digitAt(other, otherPoint - step) : 0)) return false;
    if (digit !== 0) isZero = false;
  }
  for (let step = 1; onePoint + step < oneEnd || otherPoint + step < otherEnd; step++) {
    const digit = onePoint + step < oneEnd ? digitAt(one, onePoint + step) : 0;
    if (digit !== (otherPoint + step < otherEnd ? digitAt(other, otherPoint + step) : 0)) return false;
    if (digit !== 0) isZero = false;
  }
  return isZero || (one[oneStart] === MINUS) === (other[otherStart] === MINUS);
}

function pointIn(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== POINT) at += 1;
  return at;
}

/** Returns 0 for a sign. */
function digitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  return byte === MINUS || byte === PLUS ? 0 : byte - ZERO;
}
