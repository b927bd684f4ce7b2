import type { Bitmap } from '../bitmap.ts';
import { type JoinedRuns, joinedRuns, type Runs, runsOf } from '../joined-runs.ts';

/**
 * The connected black shapes of a page: on a page of text its letters, dots and strokes. Pixels are neighbours by
 * side or by corner.
 */
export interface Component {
  /** Place on the page of the shape's upper left corner, pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Black pixels. */
  readonly ink: number;
  /** Changes between black and white along rows and columns: what coding the shape costs grows with them. */
  readonly edges: number;
  /**
   * A byte per pixel, row by row, 1 for black; other shapes inside the same rectangle are left out. A view into memory
   * that holds all shapes of the page, and that a `PixelRoom` gives to those of the next.
   */
  readonly pixels: Uint8Array;
}

export interface ComponentLimits {
  /** Shapes wider or higher than so many pixels are left out: they are rules, frames and pictures. */
  readonly maxSide: number;
  /** And shapes whose rectangle has more pixels than this. */
  readonly maxArea?: number;
  /** Shapes of fewer black pixels are left out: they are cheaper as they are. */
  readonly minInk: number;
  /** A page with more black runs than one in so many pixels is not looked at. */
  readonly pixelsPerRun: number;
  /** Nor one with more runs than this, whatever its size. */
  readonly maxRuns: number;
  /** Nor one with more shapes within these limits. */
  readonly maxCount: number;
}

/** In the order of their topmost, then leftmost run. Null when the page has too many runs or shapes, or these are one upon the other. */
export function findComponents(
  bitmap: Bitmap,
  limits: ComponentLimits,
  room = new PixelRoom(),
): readonly Component[] | null {
  const { pixelsPerRun, maxRuns } = limits;
  const runs = runsOf(bitmap, Math.min(maxRuns, Math.ceil((bitmap.width * bitmap.height) / pixelsPerRun)));
  return runs === null ? null : cutOut(bitmap, runs, limits, room);
}

/** Memory for the pixels of a page's components, which those of the next page take over. */
export class PixelRoom {
  #bytes = new Uint8Array(0);

  /** White pixels. Those given before are gone. */
  take(pixels: number): Uint8Array {
    if (pixels > this.#bytes.length) this.#bytes = new Uint8Array(pixels);
    return this.#bytes.subarray(0, pixels).fill(0);
  }
}

/**
 * Pixels of all rectangles together, for each of the page: those of letters hardly overlap, and those of diagonals lie
 * upon each other and would take memory without end. Small pages may have what they like.
 */
const MAX_AREA_OF_PAGE = 4;
const ANY_AREA = 1 << 20;

function cutOut(
  page: Pick<Bitmap, 'width' | 'height'>,
  runs: Runs,
  { maxSide, maxArea = Number.POSITIVE_INFINITY, minInk, maxCount }: ComponentLimits,
  room: PixelRoom,
): Component[] | null {
  const extents = joinedRuns(runs);
  const { left, right, top, bottom, area: ink } = extents;
  /** Of each component, where its pixels begin among those of all; -1 where it is left out. */
  const places = new Int32Array(extents.count).fill(LEFT_OUT);
  const mostArea = Math.max(ANY_AREA, page.width * page.height * MAX_AREA_OF_PAGE);
  let area = 0;
  let count = 0;
  for (let component = 0; component < extents.count; component++) {
    const [width, height] = [right[component] - left[component], bottom[component] - top[component]];
    if (width > maxSide || height > maxSide || width * height > maxArea || ink[component] < minInk) continue;
    if (++count > maxCount) return null;
    places[component] = area;
    area += width * height;
    if (area > mostArea) return null;
  }
  const all = room.take(area);
  drawApart(runs, extents, places, all);
  const components: Component[] = [];
  for (let component = 0; component < extents.count; component++) {
    if (places[component] === LEFT_OUT) continue;
    const [x, y] = [left[component], top[component]];
    const [width, height] = [right[component] - x, bottom[component] - y];
    const pixels = all.subarray(places[component], places[component] + width * height);
    const edges = countEdges(pixels, width, height);
    components.push({ x, y, width, height, ink: ink[component], edges, pixels });
  }
  return components;
}

const LEFT_OUT = -1;

/** The runs of each component in a rectangle of its own, one after the other: an array for each takes twice the time. */
function drawApart(
  { from, to, rowStart }: Runs,
  extents: JoinedRuns,
  places: Int32Array,
  all: Uint8Array,
): void {
  const { ofRun, left, right, top } = extents;
  for (let row = 0; row + 1 < rowStart.length; row++) {
    for (let run = rowStart[row]; run < rowStart[row + 1]; run++) {
      const component = ofRun[run];
      const place = places[component];
      if (place === LEFT_OUT) continue;
      const x = left[component];
      const start = place + (row - top[component]) * (right[component] - x) - x;
      // Not `fill`: runs are a few pixels long.
      for (let at = start + from[run]; at < start + to[run]; at++) all[at] = 1;
    }
  }
}

/** The paper around the shape is white. */
function countEdges(pixels: Uint8Array, width: number, height: number): number {
  let edges = 0;
  for (let y = 0; y < height; y++) {
    let left = 0;
    for (let at = y * width; at < (y + 1) * width; at++) {
      const pixel = pixels[at];
      const above = y === 0 ? 0 : pixels[at - width];
      edges += (pixel ^ left) + (pixel ^ above);
      left = pixel;
    }
    edges += left;
  }
  for (let at = (height - 1) * width; at < height * width; at++) edges += pixels[at];
  return edges;
}
