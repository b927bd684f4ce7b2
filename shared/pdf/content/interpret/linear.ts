import type { PDFContext, PDFObject } from '../../objects.ts';
import { numbersOf } from './number-arrays.ts';

/**
 * Linear part of a transformation matrix `[a b c d e f]` (ISO 32000-2, 8.3.4). `e` and `f` are left out
 * because position does not affect size.
 */
export interface Linear {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export const IDENTITY: Linear = { a: 1, b: 0, c: 0, d: 1 };

export function scaling(x: number, y: number): Linear {
  return { a: x, b: 0, c: 0, d: y };
}

/** Applies `inner` first, then `outer`, as `cm` does with the current matrix. */
export function concat(inner: Linear, outer: Linear): Linear {
  return {
    a: inner.a * outer.a + inner.b * outer.c,
    b: inner.a * outer.b + inner.b * outer.d,
    c: inner.c * outer.a + inner.d * outer.c,
    d: inner.c * outer.b + inner.d * outer.d,
  };
}

export function isSame(one: Linear, other: Linear): boolean {
  return one.a === other.a && one.b === other.b && one.c === other.c && one.d === other.d;
}

/** Returns the linear part of a `/Matrix` entry: identity if it is missing, null if it is invalid. */
export function linearOf(value: PDFObject | undefined, context: PDFContext): Linear | null {
  if (value === undefined) return IDENTITY;
  const numbers = numbersOf(value, context, 6);
  if (numbers === null) return null;
  const [a, b, c, d] = numbers;
  return { a, b, c, d };
}
