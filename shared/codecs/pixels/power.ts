/** Fractional bits of an exponent that are used: more than 8-bit samples can show. */
const FRACTION_BITS = 40;

/**
 * `base` to the power of `exponent`, by products and square roots alone, which every engine rounds alike;
 * `Math.pow` may differ in its last digit. Zero for a base that is not positive.
 */
export function power(base: number, exponent: number): number {
  if (!(base > 0)) return exponent === 0 ? 1 : 0;
  if (exponent < 0) return 1 / power(base, -exponent);
  const whole = Math.min(Math.floor(exponent), MAX_WHOLE);
  return wholePower(base, whole) * fractionPower(base, exponent - Math.floor(exponent));
}

/** Beyond this every base but 1 has become 0 or infinite. */
const MAX_WHOLE = 1 << 30;

function wholePower(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result *= square;
    square *= square;
  }
  return result;
}

function fractionPower(base: number, exponent: number): number {
  let result = 1;
  let root = base;
  let rest = exponent;
  for (let bit = 0; bit < FRACTION_BITS && rest > 0; bit += 1) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest >= 1) {
      result *= root;
      rest -= 1;
    }
  }
  return result;
}
