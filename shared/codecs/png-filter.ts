/** PNG row filters (W3C PNG, section 9), as FlateDecode undoes them with `/Predictor 10` to `15`. */
export type RowFilter = 'none' | 'sub' | 'up' | 'paeth' | 'adaptive';

const FILTER_TYPES = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/**
 * Filters whole rows; each is preceded by its filter type.
 *
 * @param pixelBytes bytes from one sample to the one on its left; 1 for less than a byte
 */
export function filterRows(
  rows: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  filter: RowFilter,
): Uint8Array {
  const height = rowBytes === 0 ? 0 : Math.floor(rows.length / rowBytes);
  const out = new Uint8Array(height * (rowBytes + 1));
  const blank = new Uint8Array(rowBytes);
  const trials =
    filter === 'adaptive' ? ADAPTIVE_TRIALS.map((type) => ({ type, row: new Uint8Array(rowBytes) })) : [];
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    const above = y === 0 ? blank : rows.subarray((y - 1) * rowBytes, y * rowBytes);
    const target = out.subarray(y * (rowBytes + 1), (y + 1) * (rowBytes + 1));
    if (filter !== 'adaptive') {
      target[0] = FILTER_TYPES[filter];
      filterRow(FILTER_TYPES[filter], row, above, pixelBytes, target.subarray(1));
      continue;
    }
    let lowest = Number.POSITIVE_INFINITY;
    for (const trial of trials) {
      filterRow(trial.type, row, above, pixelBytes, trial.row);
      const cost = absoluteSum(trial.row);
      if (cost >= lowest) continue;
      lowest = cost;
      target[0] = trial.type;
      target.set(trial.row, 1);
    }
  }
  return out;
}

/** "None" hardly ever wins by this heuristic and loses by it where it should win, so it is tried as a whole only. */
const ADAPTIVE_TRIALS = [FILTER_TYPES.sub, FILTER_TYPES.up, FILTER_TYPES.average, FILTER_TYPES.paeth];

function filterRow(
  type: number,
  row: Uint8Array,
  above: Uint8Array,
  pixelBytes: number,
  out: Uint8Array,
): void {
  const length = row.length;
  switch (type) {
    case FILTER_TYPES.sub:
      out.set(row.subarray(0, pixelBytes));
      for (let i = pixelBytes; i < length; i += 1) out[i] = row[i] - row[i - pixelBytes];
      return;
    case FILTER_TYPES.up:
      for (let i = 0; i < length; i += 1) out[i] = row[i] - above[i];
      return;
    case FILTER_TYPES.average:
      for (let i = 0; i < pixelBytes && i < length; i += 1) out[i] = row[i] - (above[i] >> 1);
      for (let i = pixelBytes; i < length; i += 1) out[i] = row[i] - ((row[i - pixelBytes] + above[i]) >> 1);
      return;
    case FILTER_TYPES.paeth:
      for (let i = 0; i < pixelBytes && i < length; i += 1) out[i] = row[i] - above[i];
      for (let i = pixelBytes; i < length; i += 1) {
        const left = row[i - pixelBytes];
        const up = above[i];
        const upLeft = above[i - pixelBytes];
        const fromLeft = Math.abs(up - upLeft);
        const fromUp = Math.abs(left - upLeft);
        const fromUpLeft = Math.abs(left + up - upLeft - upLeft);
        const nearest =
          fromLeft <= fromUp && fromLeft <= fromUpLeft ? left : fromUp <= fromUpLeft ? up : upLeft;
        out[i] = row[i] - nearest;
      }
      return;
    default:
      out.set(row);
  }
}

/** Sum of the bytes taken as signed: the usual guess at how well a row will deflate (PNG, 12.7). */
function absoluteSum(row: Uint8Array): number {
  let total = 0;
  for (let i = 0; i < row.length; i += 1) total += row[i] < 128 ? row[i] : 256 - row[i];
  return total;
}
