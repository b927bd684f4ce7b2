/**
 * Rules for a pixel before it moves: the same as those of the independent judge, written for windows of a
 * byte per pixel, so that the judge need never refuse a page.
 */

/** A window; the rules are not defined for pixels on its border, which lack neighbors. */
export interface Grid {
  readonly pixels: Uint8Array;
  readonly stride: number;
}

/**
 * The pixel is the corner of a step: one of its neighbors left and right is black, and one of those above and below.
 * Contours keep all turns if only such pixels change, one after another: bumps and notches neither come nor go.
 */
export function isCorner({ pixels, stride }: Grid, at: number): boolean {
  return pixels[at - 1] !== pixels[at + 1] && pixels[at - stride] !== pixels[at + stride];
}

/** Side of the square that fits into strokes whose edges may move, and into gaps between them. */
const STROKE = 3;
const GAP = 2;

/** The pixel lies at a stroke of three pixels or more, and at a gap of two or more. */
export function isBacked(grid: Grid, at: number): boolean {
  return touchesSquare(grid, at, 1, STROKE) && touchesSquare(grid, at, 0, GAP);
}

/** The pixel, or a neighbor by side, is in a square of one color. */
function touchesSquare(grid: Grid, at: number, color: number, side: number): boolean {
  const { stride } = grid;
  for (const inside of [at, at - 1, at + 1, at - stride, at + stride]) {
    for (let row = inside - (side - 1) * stride; row <= inside; row += stride) {
      for (let corner = row - side + 1; corner <= row; corner++) {
        if (isSquare(grid, corner, color, side)) return true;
      }
    }
  }
  return false;
}

/** @param corner upper left pixel */
function isSquare({ pixels, stride }: Grid, corner: number, color: number, side: number): boolean {
  for (let row = corner; row < corner + side * stride; row += stride) {
    for (let at = row; at < row + side; at++) if (pixels[at] !== color) return false;
  }
  return true;
}

/**
 * Changing the pixel does not join, divide, remove or create a shape of either color: a simple point with
 * 8-connected black and 4-connected white (T. Y. Kong, A. Rosenfeld, "Digital topology", 1989).
 */
export function isSimple({ pixels, stride }: Grid, at: number): boolean {
  const around = [
    pixels[at + 1],
    pixels[at + 1 - stride],
    pixels[at - stride],
    pixels[at - 1 - stride],
    pixels[at - 1],
    pixels[at - 1 + stride],
    pixels[at + stride],
    pixels[at + 1 + stride],
  ];
  let count = 0;
  for (let side = 0; side < 8; side += 2) {
    const white = 1 - around[side]!;
    count += white - white * (1 - around[side + 1]!) * (1 - around[(side + 2) & 7]!);
  }
  return count === 1;
}
