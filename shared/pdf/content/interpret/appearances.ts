import {
  dictEntries,
  key,
  type PDFContext,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../objects.ts';
import { concat, IDENTITY, type Linear, linearOf, scaling } from './linear.ts';
import { numbersOf } from './number-arrays.ts';
import type { Part } from './parts.ts';

/** Returns every appearance stream of an annotation: normal, rollover and down, in all states (12.5.5). */
export function appearancesOf(annotation: PDFDict): Part[] {
  const appearances = annotation.lookup(key('AP'));
  if (!(appearances instanceof PDFDict)) return [];
  return [...dictEntries(appearances).values()].flatMap((entry) => {
    const states = annotation.context.lookup(entry);
    const entries = states instanceof PDFDict ? [...dictEntries(states).values()] : [entry];
    return entries.flatMap((ref) => appearanceAt(ref, annotation) ?? []);
  });
}

function appearanceAt(ref: PDFObject, annotation: PDFDict): Part | null {
  const stream = annotation.context.lookup(ref);
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return null;
  return { kind: 'form', ref, stream, linear: appearanceLinear(stream.dict, annotation) };
}

/**
 * "The appearance's bounding box is transformed by Matrix"; then a scaling aligns the upright box around the
 * result with the annotation's rectangle (12.5.5, algorithm 8.1).
 */
function appearanceLinear(form: PDFDict, annotation: PDFDict): Linear | null {
  const { context } = annotation;
  const matrix = linearOf(form.get(key('Matrix')), context);
  const box = sizeOf(form.get(key('BBox')), matrix ?? IDENTITY, context);
  const rect = sizeOf(annotation.get(key('Rect')), IDENTITY, context);
  if (matrix === null || box === null || rect === null) return null;
  // An empty box cannot be scaled: readers draw it as it is, or not at all.
  if (box.width === 0 || box.height === 0) return matrix;
  return concat(matrix, scaling(rect.width / box.width, rect.height / box.height));
}

/** Returns the size of the upright box around a transformed rectangle. */
function sizeOf(
  rectangle: PDFObject | undefined,
  linear: Linear,
  context: PDFContext,
): { readonly width: number; readonly height: number } | null {
  const numbers = numbersOf(rectangle, context, 4);
  if (numbers === null) return null;
  const width = Math.abs(numbers[2] - numbers[0]);
  const height = Math.abs(numbers[3] - numbers[1]);
  return {
    width: width * Math.abs(linear.a) + height * Math.abs(linear.c),
    height: width * Math.abs(linear.b) + height * Math.abs(linear.d),
  };
}
