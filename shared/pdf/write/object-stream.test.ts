import { expect, test } from 'vitest';
import { PDFContext, PDFName, PDFNumber, PDFRef } from '../objects.ts';
import { objectStreamBody } from './object-stream.ts';

const context = PDFContext.create();
const SAME_NUMBERS = { numberOf: (ref: PDFRef) => ref.objectNumber };

test('objects begin at /First, each at its offset, and none runs into the next', () => {
  const objects = [PDFNumber.of(12), PDFNumber.of(34), PDFName.of('A'), context.obj([5])];
  const items = objects.map((object, index) => ({ ref: PDFRef.of(7 + index), object }));
  const { numbers, first, bytes } = objectStreamBody(items, SAME_NUMBERS);

  expect(numbers).toEqual([7, 8, 9, 10]);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.slice(0, first)).toBe('7 0 8 3 9 6 10 9 ');
  expect(text.slice(first)).toBe('12\n34\n/A\n[5]');
});
