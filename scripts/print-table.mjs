/**
 * Prints rows with left-aligned names in the first column and all other columns right-aligned.
 *
 * @param {readonly (readonly (string | number)[])[]} rows the first one heads the table
 */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(2);
}
