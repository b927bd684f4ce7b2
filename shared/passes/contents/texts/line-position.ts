/**
 * Positions of text lines as readers compute them: some in 32-bit floating point, some in 64-bit. Two ways to a
 * position are equal if both agree.
 */

/** Points beyond the exact position after many moves in 32 bits, where coordinates may be rounded anyway. */
export const FLOAT_NOISE = 0.0001;

/** A coordinate after moves, in both precisions. */
export interface Coordinate {
  readonly single: number;
  readonly double: number;
}

export const ORIGIN: Coordinate = { single: 0, double: 0 };

export function coordinate(value: number): Coordinate {
  return { single: Math.fround(value), double: value };
}

export function moved({ single, double }: Coordinate, by: number): Coordinate {
  return { single: Math.fround(single + Math.fround(by)), double: double + by };
}

/** @param noise largest difference allowed; 0: none */
export function isSameCoordinate(one: Coordinate, other: Coordinate, noise: number): boolean {
  return Math.abs(one.single - other.single) <= noise && Math.abs(one.double - other.double) <= noise;
}
