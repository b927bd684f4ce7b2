/** PNG filter "up": rows of a cross-reference stream differ little from the previous row. */
export function pngUp(rows: Uint8Array, width: number): Uint8Array {
  const count = rows.length / width;
  const out = new Uint8Array(rows.length + count);
  for (let row = 0; row < count; row++) {
    const target = row * (width + 1);
    out[target] = 2;
    for (let i = 0; i < width; i++) {
      const above = row > 0 ? rows[(row - 1) * width + i]! : 0;
      out[target + 1 + i] = rows[row * width + i]! - above;
    }
  }
  return out;
}
