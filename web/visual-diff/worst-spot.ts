/** Side length in pixels of the compared tiles. */
const TILE = 32;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: ArrayLike<number>;
}

/** Center of the tile where two images differ most, as shares of width and height; null if they are equal. */
export function worstSpot(a: Pixels, b: Pixels): { readonly x: number; readonly y: number } | null {
  const { width, height } = a;
  let worst = 0;
  let spot: { readonly x: number; readonly y: number } | null = null;
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE);
      const bottom = Math.min(height, top + TILE);
      const total = tileDifference(a, b, { left, top, right, bottom });
      if (total <= worst) continue;
      worst = total;
      spot = { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height };
    }
  }
  return spot;
}

/** In pixels; right and bottom are exclusive. */
interface Tile {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function tileDifference(a: Pixels, b: Pixels, { left, top, right, bottom }: Tile): number {
  let total = 0;
  for (let y = top; y < bottom; y += 1) {
    const end = (y * a.width + right) * 4;
    for (let at = (y * a.width + left) * 4; at < end; at += 1) total += Math.abs(a.data[at]! - b.data[at]!);
  }
  return total;
}
