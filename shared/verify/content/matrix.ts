import { numbersOf } from '../../pdf/content/interpret/number-arrays.ts';
import { IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import type { PDFContext, PDFObject } from '../../pdf/objects.ts';

/** Left, bottom, right, top. */
export type Place = readonly [left: number, bottom: number, right: number, top: number];

/** Translates by x and y, then applies `outer`: called for each glyph, so it skips products with 0 and 1. */
export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, e + x * a + y * c, f + x * b + y * d];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [x * a + y * c + e, x * b + y * d + f];
}

/** Returns the upright box around the transformed unit square. */
export function boxAround(matrix: Matrix): Place {
  return rectUnder(matrix, [0, 0, 1, 1]);
}

/** Returns the upright box around a transformed rectangle. */
export function rectUnder(matrix: Matrix, [left, bottom, right, top]: Place): Place {
  const corners = [
    apply(matrix, left, bottom),
    apply(matrix, right, bottom),
    apply(matrix, left, top),
    apply(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the identity for an invalid matrix. */
export function matrixOf(value: PDFObject | undefined, context: PDFContext): Matrix {
  return numbersOf(value, context, 6) ?? IDENTITY_MATRIX;
}
