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
  const cells = ({ width, height, channels, samples }: DrawnPixels) =>
    gridOf({ width, height, components: channels, values: samples }, ...cellsOf(width, height));
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
