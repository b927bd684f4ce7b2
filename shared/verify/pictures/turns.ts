import { FIELDS } from './thumbnail.ts';

/** Returns the stored position of the field seen at (x, y), both from the upper left corner. */
export type Turn = (x: number, y: number) => readonly [number, number];

const LAST = FIELDS - 1;
/** Upright first, then rotated and mirrored; `turnOf` returns an index. */
export const TURNS: readonly Turn[] = [
  (x, y) => [x, y],
  (x, y) => [LAST - x, LAST - y],
  (x, y) => [y, LAST - x],
  (x, y) => [LAST - y, x],
  (x, y) => [x, LAST - y],
  (x, y) => [LAST - x, y],
  (x, y) => [y, x],
  (x, y) => [LAST - y, LAST - x],
];

/** Returns the fields of an image as they are seen. */
export function seenFields<Value>(fields: ArrayLike<Value>, turn: Turn): Value[] {
  return Array.from(fields, (_, field) => {
    const [x, y] = turn(field % FIELDS, Math.floor(field / FIELDS));
    return fields[y * FIELDS + x]!;
  });
}
