/**
 * Rows of a mesh shading (ISO 32000-2, 8.7.4.5.5 to 8.7.4.5.8): each vertex or patch is a record of whole bytes,
 * and records a few places apart hardly differ. The PNG predictor "up" over such rows says so; it is undone
 * exactly by FlateDecode.
 */
import { deflate } from '../../codecs/flate/deflate.ts';
import { filterRows } from '../../codecs/flate/png-filter.ts';
import { PREDICTOR_ENTRY_BYTES } from '../../codecs/flate/predictor-params.ts';
import { key, PDFArray, PDFDict, PDFNumber } from '../../pdf/objects.ts';

/** Vertices after which writers repeat their way over a grid: one, an edge, a triangle, the two of a cell. */
const VERTICES_IN_ROWS = [1, 2, 3, 6];
/** Points and colors of a whole patch (edge flag 0). */
const PATCHES: ReadonlyMap<number, { readonly points: number; readonly colors: number }> = new Map([
  [6, { points: 12, colors: 4 }],
  [7, { points: 16, colors: 4 }],
]);
const MAX_ROW_BYTES = 4096;
/** Level for comparing rows. */
const TRIAL_LEVEL = 3;

/** Returns lengths of rows that data of `bytes` may have; none if the dictionary is no mesh shading's. */
export function meshRowBytes(dict: PDFDict, bytes: number): readonly number[] {
  const type = numberAt(dict, 'ShadingType');
  if (type < 4 || type > 7) return [];
  const flagBits = type === 5 ? 0 : numberAt(dict, 'BitsPerFlag');
  const recordBytes = (points: number, colors: number) =>
    Math.ceil(
      (flagBits +
        2 * points * numberAt(dict, 'BitsPerCoordinate') +
        colors * colorsOf(dict) * numberAt(dict, 'BitsPerComponent')) /
        8,
    );
  const patch = PATCHES.get(type);
  const widths =
    patch === undefined
      ? [...VERTICES_IN_ROWS, type === 5 ? numberAt(dict, 'VerticesPerRow') : 1].map(
          (count) => count * recordBytes(1, 1),
        )
      : [recordBytes(patch.points, patch.colors)];
  // Readers differ on a last row that is cut off.
  const isRow = (width: number) => width > 0 && width <= MAX_ROW_BYTES && bytes % width === 0;
  return [...new Set(widths)].filter(isRow);
}

/** Components of a color: `/Decode` has two numbers for each, after four for the coordinates. */
function colorsOf(dict: PDFDict): number {
  const decode = dict.lookup(key('Decode'));
  return decode instanceof PDFArray ? Math.max(0, (decode.size() - 4) / 2) : Number.NaN;
}

/** Zero for what is no number, so that rows of it have no length. */
function numberAt(dict: PDFDict, name: string): number {
  const value = dict.lookup(key(name));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}

export interface PredictedRows {
  readonly packed: Uint8Array;
  readonly rowBytes: number;
}

/** Deflates the rows of the most promising length; null if they do not get smaller than `packed`. */
export function predictedRows(
  data: Uint8Array,
  rowBytes: readonly number[],
  packed: Uint8Array,
): PredictedRows | null {
  let best = { width: 0, size: packed.length };
  for (const width of rowBytes) {
    const { length: size } = deflate(filterRows(data, width, 1, 'up'), TRIAL_LEVEL);
    if (size < best.size) best = { width, size };
  }
  if (best.width === 0) return null;
  const predicted = deflate(filterRows(data, best.width, 1, 'up'));
  return predicted.length + PREDICTOR_ENTRY_BYTES < packed.length
    ? { packed: predicted, rowBytes: best.width }
    : null;
}

/** Returns the `/DecodeParms` of such rows, which are bytes of one color. */
export function predictorOf(rowBytes: number, { context }: PDFDict): PDFDict {
  return PDFDict.fromMapWithContext(
    new Map([
      [key('Predictor'), PDFNumber.of(12)],
      [key('Columns'), PDFNumber.of(rowBytes)],
    ]),
    context,
  );
}
