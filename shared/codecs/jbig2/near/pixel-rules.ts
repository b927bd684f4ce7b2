/**
 * Rules for a pixel before it moves: the same as those of the independent judge, written for windows of a
 * byte per pixel, so that the judge need never refuse a page.
 */

/** A window; the rules are not defined for pixels on its border, which lack neighbors. */
export interface Grid {
  readonly pixels: Uint8Array;
  readonly stride: number;
}

/** The pixel has a neighbor of each color by side: it is on an edge. */
export function liesOnEdge({ pixels, stride }: Grid, at: number): boolean {
  const black = pixels[at - 1] + pixels[at + 1] + pixels[at - stride] + pixels[at + stride];
  return black > 0 && black < 4;
}

/**
 * The pixel, or a neighbor of its color by side, is in a square of four pixels of that color: no stroke or
 * gap one pixel wide.
 */
export function isBacked(grid: Grid, at: number): boolean {
  const { pixels, stride } = grid;
  const color = pixels[at];
  if (liesInSquare(grid, at)) return true;
  for (const step of [1, -1, stride, -stride]) {
    if (pixels[at + step] === color && liesInSquare(grid, at + step)) return true;
  }
  return false;
}

function liesInSquare(grid: Grid, at: number): boolean {
  const { stride } = grid;
  return (
    isSquare(grid, at) ||
    isSquare(grid, at - 1) ||
    isSquare(grid, at - stride) ||
    isSquare(grid, at - stride - 1)
  );
}

/** The four pixels from this one to the right and down have one color. */
function isSquare({ pixels, stride }: Grid, at: number): boolean {
  const color = pixels[at];
  return pixels[at + 1] === color && pixels[at + stride] === color && pixels[at + stride + 1] === color;
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
    const white = 1 - around[side];
    count += white - white * (1 - around[side + 1]) * (1 - around[(side + 2) & 7]);
  }
  return count === 1;
}
