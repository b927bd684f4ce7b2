import { ofLength, type Tuple } from '../../../lists.ts';
import { PDFArray, type PDFContext, PDFNumber, type PDFObject } from '../../objects.ts';

/** Returns the first `length` numbers of an array, direct or indirect; null for anything else, or fewer. */
export function numbersOf<const Length extends number>(
  value: PDFObject | undefined,
  context: PDFContext,
  length: Length,
): Tuple<number, Length> | null {
  const array = context.lookup(value);
  return array instanceof PDFArray && array.size() >= length ? numbersIn(array, length) : null;
}

function numbersIn<const Length extends number>(
  array: PDFArray,
  length: Length,
): Tuple<number, Length> | null {
  const numbers: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const number = array.lookup(at);
    if (!(number instanceof PDFNumber) || !Number.isFinite(number.asNumber())) return null;
    numbers.push(number.asNumber());
  }
  return ofLength(numbers, length);
}

/** Returns the numbers of an array of exactly this length; null for anything else. */
export function exactNumbersOf<const Length extends number>(
  value: PDFObject | undefined,
  length: Length,
): Tuple<number, Length> | null {
  return value instanceof PDFArray && value.size() === length ? numbersIn(value, length) : null;
}
