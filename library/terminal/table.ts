export type Align = 'left' | 'right';

/** Columns as wide as their widest cell, two spaces apart; left-aligned unless `aligns` says otherwise. */
export function table(rows: readonly (readonly string[])[], aligns: readonly Align[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((width, cells) => Math.max(width, cells[column]?.length ?? 0), 0),
  );
  const padded = (cell: string, column: number) =>
    aligns[column] === 'right' ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((cells) => `${cells.map(padded).join('  ').trimEnd()}\n`).join('');
}
