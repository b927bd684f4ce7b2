/** `[a b c d e f]` (ISO 32000-2, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY_MATRIX: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `inner` first, then `outer` (8.3.4). */
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

/** Tolerance for integers, in units of the last written digit. */
const NOISE = 1e-3;

/**
 * Rounds an interval inward to this number of decimals. Readers fill every pixel that an image touches; a
 * millionth of a pixel too far would stretch it over one more.
 */
export function roundedInward(from: number, to: number, decimals: number): { from: number; length: number } {
  const digits = 10 ** decimals;
  const first = Math.ceil(from * digits - NOISE);
  const last = Math.floor(to * digits + NOISE);
  return { from: first / digits, length: (last - first) / digits };
}

/** Formats a number without an exponent, as content requires. */
export function plainNumber(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/\.?0+$/, '');
}
