import { isBlackShape, type PageShapes } from './page-shapes.ts';

/** Correspondence between the shapes of two pages, and violations of a one-to-one mapping. */
export interface Correspondence {
  /** From each shape before to the one after, and back; -1 for none. */
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
  readonly broken: readonly ('black-shapes' | 'white-shapes')[];
}

/**
 * Shapes correspond if they share a pixel. Both pages have the same size. Holes are white shapes, and if all
 * shapes correspond, each hole is inside the partner of its shape, as tests verify.
 */
export function correspondenceOf(before: PageShapes, after: PageShapes): Correspondence {
  const toAfter = new Int32Array(before.firstRun.length).fill(-1);
  const toBefore = new Int32Array(after.firstRun.length).fill(-1);
  const broken = new Set<Correspondence['broken'][number]>();
  for (let row = 0; row + 1 < before.rowStart.length; row++) {
    if (!pairRow(before, after, row, WHITE, toAfter, toBefore)) broken.add(NAMES[WHITE]);
    if (!pairRow(before, after, row, BLACK, toAfter, toBefore)) broken.add(NAMES[BLACK]);
  }
  for (const [shapes, to] of [
    [before, toAfter],
    [after, toBefore],
  ] as const) {
    for (let shape = 0; shape < to.length; shape++) {
      if (to[shape]! < 0) broken.add(NAMES[isBlackShape(shapes, shape) ? BLACK : WHITE]);
    }
  }
  return { toAfter, toBefore, broken: [...broken] };
}

/** Runs of a color alternate in a row, from the first or second one. */
const WHITE = 0;
const BLACK = 1;
const NAMES = ['white-shapes', 'black-shapes'] as const;

/** Returns false if a shape shares pixels with two. */
function pairRow(
  a: PageShapes,
  b: PageShapes,
  row: number,
  color: typeof WHITE | typeof BLACK,
  toAfter: Int32Array,
  toBefore: Int32Array,
): boolean {
  const endA = a.rowStart[row + 1]!;
  const endB = b.rowStart[row + 1]!;
  let one = a.rowStart[row]! + color;
  let other = b.rowStart[row]! + color;
  let isOneToOne = true;
  while (one < endA && other < endB) {
    const oneEnd = one + 1 < endA ? a.start[one + 1]! : ROW_END;
    const otherEnd = other + 1 < endB ? b.start[other + 1]! : ROW_END;
    if (a.start[one]! < otherEnd && b.start[other]! < oneEnd) {
      const was = a.shapeOf[one]!;
      const is = b.shapeOf[other]!;
      if (toAfter[was]! < 0) toAfter[was] = is;
      if (toBefore[is]! < 0) toBefore[is] = was;
      if (toAfter[was] !== is || toBefore[is] !== was) isOneToOne = false;
    }
    if (oneEnd < otherEnd) one += 2;
    else other += 2;
  }
  return isOneToOne;
}

/** More than any width. */
const ROW_END = 0x7fffffff;
