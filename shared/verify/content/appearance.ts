import { numbersOf } from '../../pdf/content/interpret/number-arrays.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import { key, PDFDict, PDFName, PDFRawStream } from '../../pdf/objects.ts';
import { dictAt, entry, numberOf } from '../strings.ts';
import { matrixOf, rectUnder } from './matrix.ts';

/** Flags of annotations (ISO 32000-2, table 167). */
const HIDDEN = 0b10;
const PRINT = 0b100;
const NO_VIEW = 0b100000;

export interface Appearance {
  readonly stream: PDFRawStream;
  /** From the space after the form's `/Matrix` to page space. */
  readonly matrix: Matrix;
}

/** Returns an annotation's appearance, if it is shown or printed: the normal one, in its current state (12.5.5). */
export function appearanceOf(annotation: PDFDict): Appearance | null {
  const flags = numberOf(entry(annotation, 'F')) ?? 0;
  if ((flags & HIDDEN) !== 0 || ((flags & NO_VIEW) !== 0 && (flags & PRINT) === 0)) return null;
  const normal = entry(dictAt(annotation, 'AP'), 'N');
  const state = entry(annotation, 'AS');
  // By the name itself: its text may look like an escape.
  const stream =
    normal instanceof PDFDict ? normal.lookup(state instanceof PDFName ? state : key('Off')) : normal;
  if (!(stream instanceof PDFRawStream)) return null;
  return { stream, matrix: placement(stream, annotation) };
}

/** Algorithm 8: maps the upright box around the form to the annotation's rectangle. */
function placement(stream: PDFRawStream, annotation: PDFDict): Matrix {
  const { context } = annotation;
  const box = numbersOf(stream.dict.get(key('BBox')), context, 4);
  const rect = numbersOf(annotation.get(key('Rect')), context, 4);
  if (box === null || rect === null) return [1, 0, 0, 1, 0, 0];
  const [left, bottom, right, top] = rectUnder(matrixOf(stream.dict.get(key('Matrix')), context), box);
  const x = Math.min(rect[0], rect[2]);
  const y = Math.min(rect[1], rect[3]);
  const scaleX = right > left ? Math.abs(rect[2] - rect[0]) / (right - left) : 1;
  const scaleY = top > bottom ? Math.abs(rect[3] - rect[1]) / (top - bottom) : 1;
  return [scaleX, 0, 0, scaleY, x - left * scaleX, y - bottom * scaleY];
}
