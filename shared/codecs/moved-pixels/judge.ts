import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { contourAt, takeSameTurns, whiteBeside } from './contours.ts';
import { type Correspondence, correspondenceOf } from './correspondence.ts';
import { isBlackShape, type PageShapes, pageShapes, shapeAt } from './page-shapes.ts';

/**
 * Checks the guarantee of near-lossless one-bit pages on the finished page against the original. It shares no
 * code with the encoder and knows nothing of classes: only the moved pixels and their effect on the shapes of
 * the page.
 */

/** Rules for a page with moved pixels. */
export type MovedPixelRule =
  | 'size' // the pages have different sizes
  | 'edge' // a pixel without neighbors of both colors changed
  | 'run' // two changed pixels are neighbors, by side or corner
  | 'backing' // a pixel at a stroke less than three pixels wide, or a gap less than two, changed
  | 'black-shapes' // shapes were joined, divided, removed or added
  | 'white-shapes' // the same for white shapes: holes and gaps
  | 'contour' // a contour got or lost a turn, such as a bump or a notch, or one of its turns became longer or shorter
  | 'extent' // a shape became wider, narrower, higher or lower
  | 'small-shape'; // a pixel of a shape less than 16 pixels high changed

export interface MovedPixels {
  /** Number of changed pixels. */
  readonly moved: number;
  /** Size of the largest group connected by side or corner. */
  readonly longestRun: number;
  /** Broken rules; empty for a page that keeps the guarantee. */
  readonly broken: readonly MovedPixelRule[];
}

/** Maximum connected changed pixels: none touches another. */
export const MAX_RUN = 1;
/** Pixels: thinner strokes and gaps must stay exact. */
const MIN_STROKE = 3;
const MIN_GAP = 2;
/** Pixels: lower shapes must stay exact. */
export const MIN_SHAPE_HEIGHT = 16;

/** Padding bits of both bitmaps must be 0. */
export function judgeMovedPixels(before: Bitmap, after: Bitmap): MovedPixels {
  if (before.width !== after.width || before.height !== after.height) {
    return { moved: before.width * before.height, longestRun: 0, broken: ['size'] };
  }
  const changes = changesBetween(before, after);
  const sizes = blackPixels(pageShapes(changes));
  if (sizes.moved === 0) return { moved: 0, longestRun: 0, broken: [] };
  const shapes = { before: pageShapes(before), after: pageShapes(after) };
  const pairs = correspondenceOf(shapes.before, shapes.after);
  const broken = new Set<MovedPixelRule>(pairs.broken);
  const contours = new ComparedContours(before, after, shapes, pairs);
  if (sizes.longest > MAX_RUN) broken.add('run');
  eachBlack(changes, (x, y) => {
    if (!liesOnEdge(before, x, y)) broken.add('edge');
    if (!isBacked(before, x, y)) broken.add('backing');
    // Shapes without a partner have no size to keep.
    if (pairs.broken.length > 0) return;
    if (!contours.keepTurns(x, y)) broken.add('contour');
    const [was, is] = shapesOfPixel(before, shapes, pairs, x, y);
    if (Math.min(heightOf(shapes.before, was), heightOf(shapes.after, is)) < MIN_SHAPE_HEIGHT) {
      broken.add('small-shape');
    }
    if (!hasSameExtent(shapes.before, was, shapes.after, is)) broken.add('extent');
  });
  return { moved: sizes.moved, longestRun: sizes.longest, broken: [...broken].sort() };
}

function changesBetween({ width, height, data }: Bitmap, after: Bitmap): Bitmap {
  const changes = new Uint8Array(data.length);
  for (let at = 0; at < changes.length; at++) changes[at] = data[at]! ^ after.data[at]!;
  return { width, height, data: changes };
}

/** Black pixels of a page, and of its largest black shape. */
function blackPixels(shapes: PageShapes) {
  let moved = 0;
  let longest = 0;
  // A loop over indexes: iterators over this many shapes take longer than everything else.
  for (let shape = 0; shape < shapes.pixels.length; shape++) {
    if (!isBlackShape(shapes, shape)) continue;
    const count = shapes.pixels[shape]!;
    moved += count;
    longest = Math.max(longest, count);
  }
  return { moved, longest };
}

function eachBlack({ width, height, data }: Bitmap, visit: (x: number, y: number) => void): void {
  const stride = bytesPerRow(width);
  for (let y = 0; y < height; y++) {
    for (let column = 0; column < stride; column++) {
      let byte = data[y * stride + column]!;
      while (byte !== 0) {
        const bit = Math.clz32(byte) - 24;
        visit(column * 8 + bit, y);
        byte &= ~(0x80 >> bit);
      }
    }
  }
}

/** 1 for black; white outside the page. */
function pixelAt({ width, height, data }: Bitmap, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return (data[y * bytesPerRow(width) + (x >> 3)]! >> (7 - (x & 7))) & 1;
}

const SIDES = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** Returns whether the pixel has a neighbor of each color, by side. */
function liesOnEdge(page: Bitmap, x: number, y: number): boolean {
  const black =
    pixelAt(page, x - 1, y) + pixelAt(page, x + 1, y) + pixelAt(page, x, y - 1) + pixelAt(page, x, y + 1);
  return black > 0 && black < 4;
}

/**
 * Returns whether the pixel is at a stroke at least three pixels wide, and at paper at least two pixels wide: it or a
 * neighbor by side is in a square of that many pixels.
 */
function isBacked(page: Bitmap, x: number, y: number): boolean {
  const isAt = (color: number, side: number) =>
    SIDES.some(([dx, dy]) => liesInSquare(page, x + dx, y + dy, color, side));
  return isAt(1, MIN_STROKE) && isAt(0, MIN_GAP);
}

function liesInSquare(page: Bitmap, x: number, y: number, color: number, side: number): boolean {
  for (let top = y - side + 1; top <= y; top++) {
    for (let left = x - side + 1; left <= x; left++) {
      if (isSquare(page, left, top, color, side)) return true;
    }
  }
  return false;
}

function isSquare(page: Bitmap, left: number, top: number, color: number, side: number): boolean {
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) if (pixelAt(page, x, y) !== color) return false;
  }
  return true;
}

interface ShapesOfBoth {
  readonly before: PageShapes;
  readonly after: PageShapes;
}

/** The black shape that lost or gained the pixel, before and after. */
function shapesOfPixel(
  before: Bitmap,
  shapes: ShapesOfBoth,
  { toAfter, toBefore }: Correspondence,
  x: number,
  y: number,
): readonly [number, number] {
  if (pixelAt(before, x, y) === 1) {
    const was = shapeAt(shapes.before, x, y);
    return [was, toAfter[was]!];
  }
  const is = shapeAt(shapes.after, x, y);
  return [toBefore[is]!, is];
}

/** Compares contours that changed pixels lie on, each once. A black and a white shape have one contour in common. */
class ComparedContours {
  readonly #before: Bitmap;
  readonly #after: Bitmap;
  readonly #shapes: ShapesOfBoth;
  readonly #toBefore: Int32Array;
  readonly #known = new Map<number, boolean>();

  constructor(before: Bitmap, after: Bitmap, shapes: ShapesOfBoth, { toBefore }: Correspondence) {
    this.#before = before;
    this.#after = after;
    this.#shapes = shapes;
    this.#toBefore = toBefore;
  }

  /** Returns whether the contour that the pixel lies on is the same after, with the same turns. */
  keepTurns(x: number, y: number): boolean {
    const [was, is] = [contourAt(this.#before, x, y), contourAt(this.#after, x, y)];
    if (was === null || is === null) return false;
    const count = this.#shapes.before.firstRun.length;
    const name =
      shapeAt(this.#shapes.before, was.x, was.y) * count + shapeAt(this.#shapes.before, ...whiteBeside(was));
    const [black, white] = [
      shapeAt(this.#shapes.after, is.x, is.y),
      shapeAt(this.#shapes.after, ...whiteBeside(is)),
    ];
    if (name !== this.#toBefore[black]! * count + this.#toBefore[white]!) return false;
    const known = this.#known.get(name) ?? takeSameTurns(this.#before, was, this.#after, is);
    this.#known.set(name, known);
    return known;
  }
}

function heightOf({ top, bottom }: PageShapes, shape: number): number {
  return bottom[shape]! - top[shape]! + 1;
}

function hasSameExtent(a: PageShapes, one: number, b: PageShapes, other: number): boolean {
  return (
    a.left[one] === b.left[other] &&
    a.right[one] === b.right[other] &&
    a.top[one] === b.top[other] &&
    a.bottom[one] === b.bottom[other]
  );
}
