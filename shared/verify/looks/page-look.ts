import { chromaDistance, lumaOf, oklabOf } from '../color/oklab.ts';
import { cellsOf, coarserGrid, gridOf, mapped, rgbAt, type Spot, worstCell } from './grid.ts';

interface DrawnPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly samples: ArrayLike<number>;
}

/** Levels of 255: letters that a renderer shifts by a fraction of a pixel stay below. */
const PAGE_SPOT_DIFFERENCE = 48;
/** Oklab; a field of a page whose hue or saturation differs by more shows another color. */
const PAGE_CHROMA = 0.06;
const CHROMA_FIELDS = 32;

/** Returns the place of a page that shows something else or another color; null if all looks alike. */
export function differingSpot(before: DrawnPixels, after: DrawnPixels): Spot | null {
  const differs = differingBands(before, after);
  if (!differs.includes(true)) return null;
  const cells = ({ width, height, channels, samples }: DrawnPixels) => {
    const [columns, rows] = cellsOf(width, height);
    const field = { width, height, components: channels, values: samples };
    return gridOf(
      field,
      columns,
      rows,
      undefined,
      (row) => differs[Math.floor((row * CHROMA_FIELDS) / rows)]!,
    );
  };
  const [a, b] = [cells(before), cells(after)];
  const light = ([r = 0, g = 0, blue = 0]: readonly number[]) => lumaOf([r, g, blue]);
  const { difference, spot } = worstCell(mapped(a, light), mapped(b, light));
  if (difference > PAGE_SPOT_DIFFERENCE) return spot;
  const fields = { columns: CHROMA_FIELDS, rows: CHROMA_FIELDS };
  const [one, other] = [coarserGrid(a, fields), coarserGrid(b, fields)];
  for (let field = 0; field < CHROMA_FIELDS ** 2; field += 1) {
    if (chromaDistance(oklabOf(rgbAt(one, field)), oklabOf(rgbAt(other, field))) <= PAGE_CHROMA) continue;
    const [column, row] = [field % CHROMA_FIELDS, Math.floor(field / CHROMA_FIELDS)];
    return {
      left: column / CHROMA_FIELDS,
      top: row / CHROMA_FIELDS,
      right: (column + 1) / CHROMA_FIELDS,
      bottom: (row + 1) / CHROMA_FIELDS,
    };
  }
  return null;
}

/** Returns which rows of fields have a pixel that differs: most pages differ in few, and means take long. */
function differingBands(before: DrawnPixels, after: DrawnPixels): readonly boolean[] {
  const { width, height, channels, samples } = before;
  const isSameSize = width === after.width && height === after.height && channels === after.channels;
  const differs = new Array<boolean>(CHROMA_FIELDS).fill(!isSameSize);
  if (!isSameSize) return differs;
  const others = after.samples;
  const length = width * channels;
  for (let y = 0; y < height; y += 1) {
    const end = (y + 1) * length;
    let at = y * length;
    while (at < end && samples[at] === others[at]) at += 1;
    if (at === end) continue;
    // A line of pixels on a border is part of both fields.
    const last = Math.ceil(((y + 1) * CHROMA_FIELDS) / height);
    for (let band = Math.floor((y * CHROMA_FIELDS) / height); band < last; band += 1) differs[band] = true;
  }
  return differs;
}
