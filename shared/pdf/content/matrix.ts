/** `[a b c d e f]` (ISO 32000-2, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY_MATRIX: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer` (8.3.4). */
export function concatMatrices(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [oa, ob, oc, od, oe, of] = outer;
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ];
}

/** Where arithmetic says that a number is a whole one, in parts of the last digit that is written. */
const NOISE = 1e-3;

/**
 * An interval as numbers of so many decimals, not wider than it is: readers fill every pixel that a picture touches, and
 * by the millionth of a pixel on the wrong side it would be stretched over one more.
 */
export function roundedInward(from: number, to: number, decimals: number): { from: number; length: number } {
  const digits = 10 ** decimals;
  const first = Math.ceil(from * digits - NOISE);
  const last = Math.floor(to * digits + NOISE);
  return { from: first / digits, length: (last - first) / digits };
}

/** As content writes numbers: without an exponent. */
export function plainNumber(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/\.?0+$/, '');
}
