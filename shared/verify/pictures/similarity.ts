import { mapped } from '../../lists.ts';
import { chromaDistance, chromaOf, GRAY_CHROMA, type Oklab, VISIBLE_CHROMA } from '../color/oklab.ts';
import { coarserGrid, type Grid, MAX_CELLS, type Spot, worstCell } from '../looks/grid.ts';
import { FIELDS, type Thumbnail } from './thumbnail.ts';

/** Minimum correlation, with 1 being perfect: a recoded or downsampled image stays above .97. */
const SAME_CORRELATION = 0.9;
/** The same for images with few pixels, whose fields depend on rounding. */
const SAME_SMALL_CORRELATION = 0.7;
/** Maximum difference in levels for nearly uniform fields. */
const SAME_DIFFERENCE = 3;
const FLAT_DEVIATION = 4;
const SAME_TONE = 24;
/** Fields per side for an image with fewer pixels than `FIELDS`. */
const COARSE = 4;
/** Below, a field has hardly four pixels, and its luma depends on their alignment. */
const FINE_PIXELS = 4 * FIELDS;

/** Returns whether two images show the same, however one was made smaller. */
export function areVisuallySimilar(a: Thumbnail, b: Thumbnail): boolean {
  const pixels = Math.min(a.pixels, b.pixels);
  const isSmall = pixels < FIELDS;
  const fields = fieldsFor(pixels);
  const [one, other] = mapped([a, b], ({ light }) => (fields === FIELDS ? light : coarser(light, fields)));
  if (meanDifference(one, other) < SAME_DIFFERENCE) return true;
  const [toneA, toneB] = [toneOf(one), toneOf(other)];
  if (toneA.deviation < FLAT_DEVIATION && toneB.deviation < FLAT_DEVIATION) {
    return Math.abs(toneA.mean - toneB.mean) < SAME_TONE;
  }
  return correlation(one, other) > (isSmall ? SAME_SMALL_CORRELATION : SAME_CORRELATION);
}

/** Fields per side that depend little on the alignment of pixels. */
function fieldsFor(pixels: number): number {
  return pixels < FIELDS ? COARSE : pixels < FINE_PIXELS ? FIELDS / 2 : FIELDS;
}

/** Mean difference of the fields, in levels. */
export const lightDistance = (a: Thumbnail, b: Thumbnail): number => meanDifference(a.light, b.light);

/** The most important visible difference between two images. */
export type PictureDifference =
  | { readonly kind: 'other' }
  /** It shows the same, rotated or mirrored. */
  | { readonly kind: 'turned' }
  | { readonly kind: 'transparency' }
  /** A place that shows something else, such as another digit. */
  | { readonly kind: 'spot'; readonly spot: Spot }
  | { readonly kind: 'color'; readonly isGray: boolean };

/** Difference of the mean opacity beyond which transparency was lost, not smoothed. */
const OPACITY_DIFFERENCE = 0.03;
/** Levels of 255 between two fine cells; our strongest preset stays below, see `docs/decisions.md`. */
export const SPOT_DIFFERENCE = 40;

/** The same where text has one color over its paper: each stroke changes a little. Another letter changes twice as much. */
export const LAYERED_SPOT_DIFFERENCE = 64;

/**
 * Returns null if two images look alike, though one may be smaller and coded with losses.
 *
 * @param most levels of 255 by which two fine cells may differ
 */
export function pictureDifference(
  a: Thumbnail,
  b: Thumbnail,
  most = SPOT_DIFFERENCE,
): PictureDifference | null {
  if (!areVisuallySimilar(a, b)) return { kind: 'other' };
  if (Math.abs((a.opacity ?? 1) - (b.opacity ?? 1)) > OPACITY_DIFFERENCE) return { kind: 'transparency' };
  if (a.fine !== undefined && b.fine !== undefined) {
    const spot = differingSpot(a.fine, b.fine, most);
    if (spot !== null) return { kind: 'spot', spot };
  }
  return colorDifference(a, b);
}

/** Coding at a very low rate changes more of the small cells; an exchanged word changes fewer. */
const CODED_SHARE = 0.001;

function differingSpot(a: Grid, b: Grid, most: number): Spot | null {
  const { difference, share, spot } = worstCell(a, b);
  if (difference <= most) return null;
  const [columns, rows] = [Math.min(a.columns, MAX_CELLS), Math.min(a.rows, MAX_CELLS)];
  const isDetailed = columns < a.columns || rows < a.rows;
  if (!isDetailed || share < CODED_SHARE) return spot;
  return differingSpot(coarserGrid(a, { columns, rows }), coarserGrid(b, { columns, rows }), most);
}

/** Share of the fields whose color must differ. */
const COLORED_SHARE = 0.01;

function colorDifference(before: Thumbnail, after: Thumbnail): PictureDifference | null {
  if (before.colors === undefined || after.colors === undefined) return null;
  // JPEG has fewer pixels of color than of lightness.
  const fields = Math.min(before.pixels, after.pixels) < FINE_PIXELS ? COARSE : FIELDS;
  const [a, b] = [coarserColors(before.colors, fields), coarserColors(after.colors, fields)];
  const differing = a.filter((color, field) => chromaDistance(color, b[field]!) > VISIBLE_CHROMA).length;
  if (differing <= a.length * COLORED_SHARE) return null;
  return { kind: 'color', isGray: b.every((color) => chromaOf(color) < GRAY_CHROMA) };
}

function coarserColors(colors: readonly Oklab[], fields: number): readonly Oklab[] {
  if (fields === FIELDS) return colors;
  const [l, a, b] = mapped([0, 1, 2], (part) =>
    coarser(
      Float64Array.from(colors, (color) => color[part as 0 | 1 | 2]),
      fields,
    ),
  );
  return Array.from(l, (light, field) => [light, a[field]!, b[field]!] as const);
}

/** Reduces to `fields` per side. */
function coarser(light: Float64Array, fields: number): Float64Array {
  const out = new Float64Array(fields * fields);
  const step = FIELDS / fields;
  for (const [field, value] of light.entries()) {
    const [x, y] = [field % FIELDS, Math.floor(field / FIELDS)];
    out[Math.floor(y / step) * fields + Math.floor(x / step)]! += value / (step * step);
  }
  return out;
}

function meanDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, light, field) => sum + Math.abs(light - b[field]!), 0) / a.length;
}

function toneOf(light: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const square = light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length;
  return { mean, deviation: Math.sqrt(square) };
}

/** Pearson's correlation; 0 if one is uniform. */
function correlation(a: Float64Array, b: Float64Array): number {
  const [toneA, toneB] = [toneOf(a), toneOf(b)];
  const deviations = toneA.deviation * toneB.deviation;
  if (deviations === 0) return 0;
  const covariance =
    a.reduce((sum, light, field) => sum + (light - toneA.mean) * (b[field]! - toneB.mean), 0) / a.length;
  return covariance / deviations;
}
