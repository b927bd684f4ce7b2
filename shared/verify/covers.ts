import type { Place } from './content/matrix.ts';
import type { Glyph } from './content/page-marks.ts';

/** An area that hides what lies below it. */
export interface Cover {
  readonly place: Place;
  readonly order: number;
}

/** Returns whether a letter lies below one of the areas: its middle counts, as far as its font tells it. */
export function isCovered({ x, y, size, order }: Glyph, covers: readonly Cover[]): boolean {
  const [middleX, middleY] = [x + size * 0.2, y + size * 0.25];
  return covers.some(
    ({ place: [left, bottom, right, top], order: above }) =>
      above > order && middleX > left && middleX < right && middleY > bottom && middleY < top,
  );
}

/** Points: pictures and areas seldom meet exactly. */
const TOLERANCE = 1;

/** Returns whether a picture lies below one of the areas. */
export function isPictureCovered({ place, order }: Cover, covers: readonly Cover[]): boolean {
  return covers.some(
    (cover) =>
      cover.order > order &&
      cover.place.every((number, at) =>
        at < 2 ? number <= place[at]! + TOLERANCE : number >= place[at]! - TOLERANCE,
      ),
  );
}
