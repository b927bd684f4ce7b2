import { lumaOf, oklabOf, type Rgb } from '../color/oklab.ts';
import type { ToRgb } from '../color/space-color.ts';
import { coarserGrid, type Grid, gridOf, mapped, rgbAt, type Spot } from '../looks/grid.ts';
import { FIELDS, type Opacity, type Samples, type Thumbnail } from './thumbnail.ts';

/** An image as it is painted: what it shows, where it is seen, and which part of the lowest one it covers. */
export interface Layer {
  readonly samples: Samples;
  readonly toRgb: ToRgb;
  readonly opacity: Opacity | null;
  readonly part: Spot;
}

/**
 * Paints layers above each other on white, cell by cell: a scan may be stored as its paper with the text above it (mixed
 * raster content, ISO/IEC 16485).
 *
 * @param pixels of the shorter side of what they are compared with
 */
export function layeredLook(
  layers: readonly Layer[],
  columns: number,
  rows: number,
  pixels: number,
): Thumbnail {
  const painted: Grid = {
    columns,
    rows,
    components: 3,
    values: new Float32Array(columns * rows * 3).fill(255),
  };
  for (const layer of layers) paint(painted, layer);
  const fields = coarserGrid(painted, { columns: FIELDS, rows: FIELDS });
  const colors = Array.from({ length: FIELDS * FIELDS }, (_, field) => rgbAt(fields, field));
  return {
    light: Float64Array.from(colors, lumaOf),
    colors: colors.map(oklabOf),
    opacity: 1,
    fine: mapped(painted, ([r = 0, g = 0, b = 0]) => lumaOf([r, g, b])),
    pixels,
  };
}

/** A part of an image in all its orientations: rotated by quarters, then mirrored. */
export const TURNED_PARTS: readonly ((part: Spot) => Spot)[] = (
  [
    (x, y) => [x, y],
    (x, y) => [1 - x, 1 - y],
    (x, y) => [y, 1 - x],
    (x, y) => [1 - y, x],
    (x, y) => [1 - x, y],
    (x, y) => [x, 1 - y],
    (x, y) => [y, x],
    (x, y) => [1 - y, 1 - x],
  ] satisfies ((x: number, y: number) => readonly [number, number])[]
).map((turn) => ({ left, top, right, bottom }) => {
  const [x, y] = turn(left, top);
  const [otherX, otherY] = turn(right, bottom);
  return {
    left: Math.min(x, otherX),
    top: Math.min(y, otherY),
    right: Math.max(x, otherX),
    bottom: Math.max(y, otherY),
  };
});

function paint({ columns, rows, values }: Grid, { samples, toRgb, opacity, part }: Layer): void {
  const shown = gridOf(samples, columns, rows, part);
  const covered = gridOf({ width: 1, height: 1, components: 1, values: [1] }, columns, rows, part).values;
  const seen =
    opacity === null
      ? covered
      : gridOf({ ...opacity, components: 1, values: opacity.seen }, columns, rows, part).values;
  const highest = opacity?.highest ?? 1;
  const mean: number[] = new Array(samples.components).fill(0);
  for (let cell = 0; cell < seen.length; cell += 1) {
    const alpha = seen[cell]! / highest;
    if (alpha === 0) continue;
    for (let component = 0; component < mean.length; component += 1)
      mean[component] = shown.values[cell * mean.length + component]! / covered[cell]! / samples.highest;
    const color: Rgb = toRgb(mean);
    for (const component of [0, 1, 2] as const)
      values[cell * 3 + component] = values[cell * 3 + component]! * (1 - alpha) + color[component] * alpha;
  }
}
