/**
 * A level interpolated between block centers along both axes, in 65,536ths of a level; `levelOf` of a column
 * and a row.
 */
export function betweenCentres(
  x: number,
  y: number,
  { block, columns, rows }: { readonly block: number; readonly columns: number; readonly rows: number },
  levelOf: (column: number, row: number) => number,
): { readonly above: readonly [number, number]; readonly across: number; readonly sum: number } {
  const [left, right, across] = placeOf(x, block, columns);
  const [upper, lower, down] = placeOf(y, block, rows);
  const column = (at: number) => levelOf(at, upper) * (256 - down) + levelOf(at, lower) * down;
  const above = [column(left), column(right)] as const;
  return { above, across, sum: above[0] * (256 - across) + above[1] * across };
}

/** The previous cell, the next cell, and 256ths of the way. */
function placeOf(at: number, block: number, cells: number): readonly [number, number, number] {
  const place = Math.max(0, Math.trunc(((2 * at + 1 - block) * 128) / block));
  const first = Math.min(cells - 1, place >> 8);
  return [first, Math.min(cells - 1, first + 1), place & 255];
}
