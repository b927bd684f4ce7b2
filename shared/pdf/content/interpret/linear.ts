import { arrayItems, PDFArray, type PDFContext, PDFNumber, type PDFObject } from '../../objects.ts';

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

/** Returns the numbers of an array of `length` numbers (direct or indirect); null for anything else. */
export function numbersOf(
  value: PDFObject | undefined,
  context: PDFContext,
  length: number,
): number[] | null {
  const array = context.lookup(value);
  if (!(array instanceof PDFArray) || array.size() < length) return null;
  const numbers: number[] = [];
  for (const item of arrayItems(array).slice(0, length)) {
    const number = context.lookup(item);
    if (!(number instanceof PDFNumber) || !Number.isFinite(number.asNumber())) return null;
    numbers.push(number.asNumber());
  }
  return numbers;
}

/** Returns the linear part of a `/Matrix` entry: identity if it is missing, null if it is invalid. */
export function linearOf(value: PDFObject | undefined, context: PDFContext): Linear | null {
  if (value === undefined) return IDENTITY;
  const numbers = numbersOf(value, context, 6);
  return numbers === null ? null : { a: numbers[0]!, b: numbers[1]!, c: numbers[2]!, d: numbers[3]! };
}
