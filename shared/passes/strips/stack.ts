import type { Drawn } from '../../pdf/content/image-runs.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';

/** A picture of one bit with where it is drawn. */
export interface Strip {
  /** In the resources of the content; empty of an inline image. */
  readonly name: string;
  readonly draw: Drawn;
  readonly image: ImageXObject;
  /** All that its dictionary says of how its bits are shown. */
  readonly meaning: string;
}

/** Strips that cover one upright or turned rectangle, each pixel as large as all others. */
export interface Stack {
  /** The upper one in the picture first. */
  readonly strips: readonly Strip[];
  /** Pixels of all of them. */
  readonly height: number;
  /** Where the whole is drawn. */
  readonly matrix: Matrix;
}

/**
 * Of a pixel, by which a corner may stand beside its place: writers round to two decimals, which is a twentieth of a
 * pixel at 600 dpi.
 */
const TOLERANCE = 0.1;

/** The stacks among pictures that are drawn one behind the other, from top to bottom or from bottom to top. */
export function stacksOf(strips: readonly Strip[]): readonly Stack[] {
  const found: Stack[] = [];
  for (let from = 0; from < strips.length; ) {
    const chain = longerOf(chainFrom(strips, from, isBelow), chainFrom(strips, from, isAbove).toReversed());
    const stack = chain.length > 1 ? stackOf(chain) : null;
    if (stack !== null) found.push(stack);
    from += chain.length;
  }
  return found;
}

function longerOf(one: readonly Strip[], other: readonly Strip[]): readonly Strip[] {
  return other.length > one.length ? other : one;
}

function chainFrom(
  strips: readonly Strip[],
  from: number,
  follows: (next: Strip, last: Strip) => boolean,
): readonly Strip[] {
  let end = from + 1;
  while (end < strips.length && follows(strips[end], strips[end - 1])) end += 1;
  return strips.slice(from, end);
}

function isAbove(next: Strip, last: Strip): boolean {
  return isBelow(last, next);
}

/** Its upper edge is the lower edge of the other one. */
function isBelow(lower: Strip, upper: Strip): boolean {
  if (lower.meaning !== upper.meaning || lower.image.width !== upper.image.width) return false;
  const near = nearness(upper);
  return (
    near(upperLeft(lower.draw.matrix), lowerLeft(upper.draw.matrix)) &&
    near(upperRight(lower.draw.matrix), lowerRight(upper.draw.matrix))
  );
}

/** Null where some strip would come to stand elsewhere, if only by a part of a pixel. */
function stackOf(strips: readonly Strip[]): Stack | null {
  const height = strips.reduce((sum, { image }) => sum + image.height, 0);
  const [first, last] = [strips[0], strips[strips.length - 1]];
  const [x, y] = lowerLeft(last.draw.matrix);
  const [left, top] = upperLeft(first.draw.matrix);
  const [a, b] = first.draw.matrix;
  const stack: Stack = { strips, height, matrix: [a, b, left - x, top - y, x, y] };
  return standsWhereStripsDid(stack) ? stack : null;
}

/** Each strip's corners are where the whole, drawn by this matrix, shows them. */
export function standsWhereStripsDid({ strips, height, matrix }: Stack): boolean {
  const [a, b, c, d, e, f] = matrix;
  if (a * d - b * c === 0) return false;
  let below = height;
  return strips.every((strip) => {
    const upper = below / height;
    below -= strip.image.height;
    const lower = below / height;
    const near = nearness(strip);
    const own = strip.draw.matrix;
    return (
      near([e + c * upper, f + d * upper], upperLeft(own)) &&
      near([e + c * lower, f + d * lower], lowerLeft(own)) &&
      near([e + a + c * upper, f + b + d * upper], upperRight(own)) &&
      near([e + a + c * lower, f + b + d * lower], lowerRight(own))
    );
  });
}

type Point = readonly [number, number];

function lowerLeft([, , , , e, f]: Matrix): Point {
  return [e, f];
}

function lowerRight([a, b, , , e, f]: Matrix): Point {
  return [e + a, f + b];
}

function upperLeft([, , c, d, e, f]: Matrix): Point {
  return [e + c, f + d];
}

function upperRight([a, b, c, d, e, f]: Matrix): Point {
  return [e + a + c, f + b + d];
}

/** Whether two points are the same place, as far as this strip's pixels tell. */
function nearness({ image, draw }: Strip): (one: Point, other: Point) => boolean {
  const [a, b, c, d] = draw.matrix;
  const pixel = Math.min(Math.hypot(a, b) / image.width, Math.hypot(c, d) / image.height);
  return ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY) <= pixel * TOLERANCE;
}
