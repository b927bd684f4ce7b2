import { type Millionths, unitsOf } from './decimal.ts';
import { type Coordinate, coordinate, isSameCoordinate, moved } from './line-position.ts';

/** A position of which every digit is known. */
export interface Point {
  readonly x: Millionths;
  readonly y: Millionths;
  readonly readX: Coordinate;
  readonly readY: Coordinate;
}

/** A line matrix that only moves, and may mirror. */
export interface Line {
  readonly signX: 1 | -1;
  readonly signY: 1 | -1;
  readonly at: Point;
}

/** The line matrix at the start of a text object. */
export const FROM_ORIGIN: Line = { signX: 1, signY: 1, at: point(0, 0) };

export function point(x: Millionths, y: Millionths): Point {
  return { x, y, readX: coordinate(unitsOf(x)), readY: coordinate(unitsOf(y)) };
}

export function movedLine({ signX, signY, at }: Line, by: Point): Line {
  return {
    signX,
    signY,
    at: {
      x: at.x + signX * by.x,
      y: at.y + signY * by.y,
      readX: moved(at.readX, signX * unitsOf(by.x)),
      readY: moved(at.readY, signY * unitsOf(by.y)),
    },
  };
}

export function isSamePlace(one: Line, other: Line): boolean {
  return isSameCoordinate(one.at.readX, other.at.readX) && isSameCoordinate(one.at.readY, other.at.readY);
}
