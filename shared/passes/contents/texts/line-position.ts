/**
 * Positions of text lines as readers compute them: in 32-bit or 64-bit floating point, and with moves added to the
 * line matrix one by one, or all moves together to the matrix that `Tm` set. Two ways to a position are equal if all
 * four agree.
 */

/** A coordinate after moves. */
export interface Coordinate {
  readonly single: number;
  readonly double: number;
  /** The position by the matrix, and the moves since, added to each other alone. */
  readonly base: number;
  readonly movesSingle: number;
  readonly movesDouble: number;
}

export const ORIGIN: Coordinate = coordinate(0);

/** A coordinate that a matrix sets. */
export function coordinate(base: number): Coordinate {
  return { single: Math.fround(base), double: base, base, movesSingle: 0, movesDouble: 0 };
}

export function moved(
  { single, double, base, movesSingle, movesDouble }: Coordinate,
  by: number,
): Coordinate {
  const bySingle = Math.fround(by);
  return {
    single: Math.fround(single + bySingle),
    double: double + by,
    base,
    movesSingle: Math.fround(movesSingle + bySingle),
    movesDouble: movesDouble + by,
  };
}

export function isSameCoordinate(one: Coordinate, other: Coordinate): boolean {
  const others = formsOf(other);
  return formsOf(one).every((form, index) => form === others[index]);
}

function formsOf({ single, double, base, movesSingle, movesDouble }: Coordinate): readonly number[] {
  return [single, double, Math.fround(Math.fround(base) + movesSingle), base + movesDouble];
}
