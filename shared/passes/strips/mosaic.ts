import { appendAll, largestOf, smallestOf } from '../../lists.ts';
import type { Drawn } from '../../pdf/content/image-runs.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { Lattice } from './lattice.ts';
import { rectanglesOf } from './rectangles.ts';
import type { Part, Point, Strip } from './strip.ts';

/**
 * Strips or tiles that cover one upright or rotated rectangle with pixels of equal size. Stencils may leave
 * gaps, where nothing is painted.
 */
export interface Mosaic {
  /** From top to bottom, then left to right. */
  readonly strips: readonly Part[];
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Placement of the whole. */
  readonly matrix: Matrix;
}

/** Maximum offset of a corner, in pixels: writers round to two decimals, a twentieth of a pixel at 600 dpi. */
const TOLERANCE = 0.1;
/** Minimum covered area of stencils with gaps: emptier ones are separate words or marks. */
const MIN_COVERED = 0.2;
/** Maximum side of a JPEG (T.81, B.2.2), on which readers rely. */
const MAX_SIDE = 65_535;

/** Returns the mosaics among consecutively drawn images, in any order. */
export function mosaicsOf(strips: readonly Strip[]): readonly Mosaic[] {
  const found: Mosaic[] = [];
  for (let from = 0; from < strips.length; ) {
    const lattice = latticeFrom(strips, from);
    appendAll(found, wholesOf(lattice));
    from += lattice.parts.length;
  }
  return found;
}

/** Builds the lattice of the strip at `from` and the following ones that fit. */
function latticeFrom(strips: readonly Strip[], from: number): Lattice {
  const lattice = new Lattice(strips[from]!);
  for (let at = from + 1; at < strips.length && lattice.take(strips[at]!); at += 1);
  return lattice;
}

function wholesOf(lattice: Lattice): readonly Mosaic[] {
  const { parts } = lattice;
  if (parts.length < 2) return [];
  const rectangles = rectanglesOf(parts);
  const withGaps =
    rectangles.length > 1 && parts[0]!.image.color.kind === 'stencil' ? mosaicOf(lattice, parts) : null;
  if (withGaps !== null && coverage(withGaps) >= MIN_COVERED) return [withGaps];
  return rectangles.flatMap((rectangle) =>
    rectangle.length < 2 ? [] : (mosaicOf(lattice, rectangle) ?? []),
  );
}

function coverage({ strips, width, height }: Mosaic): number {
  return strips.reduce((sum, { image }) => sum + image.width * image.height, 0) / (width * height);
}

/** Null if some part would move, even by a fraction of a pixel. */
function mosaicOf(lattice: Lattice, parts: readonly Part[]): Mosaic | null {
  const left = smallestOf(parts.map((part) => part.left));
  const top = smallestOf(parts.map((part) => part.top));
  const right = largestOf(parts.map((part) => part.left + part.image.width));
  const bottom = largestOf(parts.map((part) => part.top + part.image.height));
  const [width, height] = [right - left, bottom - top];
  if (width > MAX_SIDE || height > MAX_SIDE) return null;
  const strips = parts
    .map((part) => ({ ...part, left: part.left - left, top: part.top - top }))
    .sort((a, b) => a.top - b.top || a.left - b.left);
  const mosaic = { strips, width, height, matrix: lattice.matrixOf(left, top, width, height) };
  return standsWherePartsDid(mosaic) ? mosaic : null;
}

/** Returns whether the whole shows each part's corners at their original positions. */
export function standsWherePartsDid({ strips, width, height, matrix }: Mosaic): boolean {
  const [a, b, c, d, e, f] = matrix;
  if (a * d - b * c === 0) return false;
  const at = (x: number, y: number): Point => [
    e + (a * x) / width + c * (1 - y / height),
    f + (b * x) / width + d * (1 - y / height),
  ];
  return strips.every(({ image, draw, left, top }) => {
    const near = nearness(image, draw);
    const [right, bottom] = [left + image.width, top + image.height];
    const own = cornersOf(draw.matrix);
    return (
      near(at(left, top), own.upperLeft) &&
      near(at(left, bottom), own.lowerLeft) &&
      near(at(right, top), own.upperRight) &&
      near(at(right, bottom), own.lowerRight)
    );
  });
}

function cornersOf([a, b, c, d, e, f]: Matrix) {
  return {
    lowerLeft: [e, f],
    lowerRight: [e + a, f + b],
    upperLeft: [e + c, f + d],
    upperRight: [e + a + c, f + b + d],
  } as const;
}

/** Returns a predicate for equal positions, with a tolerance relative to a part's pixels. */
function nearness(
  image: ImageXObject,
  { matrix: [a, b, c, d] }: Drawn,
): (one: Point, other: Point) => boolean {
  const pixel = Math.min(Math.hypot(a, b) / image.width, Math.hypot(c, d) / image.height);
  return ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY) <= pixel * TOLERANCE;
}
