import type { Bitmap } from '../bitmap.ts';
import { type JoinedRuns, joinedRuns, type Runs, runsOf } from '../joined-runs.ts';

/**
 * A connected black shape of a page: on a page of text a letter, dot or stroke. Pixels are connected by side
 * or corner.
 */
export interface Component {
  /** Upper left corner on the page, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Black pixels. */
  readonly ink: number;
  /**
   * Number of changes between black and white along rows and columns; the cost of coding the shape is
   * proportional to it.
   */
  readonly edges: number;
  /**
   * One byte per pixel, row by row, 1 for black, without other shapes in the same rectangle. A view into
   * shared memory that a `PixelRoom` reuses for the next page.
   */
  readonly pixels: Uint8Array;
}

export interface ComponentLimits {
  /** Maximum width and height in pixels: larger shapes are rules, frames and images. */
  readonly maxSide: number;
  /** Maximum pixels of a shape's rectangle. */
  readonly maxArea?: number;
  /** Minimum black pixels of a shape; smaller ones are cheaper in a generic region. */
  readonly minInk: number;
  /** Minimum pixels per black run; a denser page is skipped. */
  readonly pixelsPerRun: number;
  /** Maximum number of runs, whatever the page size. */
  readonly maxRuns: number;
  /** Maximum number of shapes within these limits. */
  readonly maxCount: number;
}

/**
 * Returns components in the order of their topmost, then leftmost run. Null if the page has too many runs or
 * shapes, or these overlap too much.
 */
export function findComponents(
  bitmap: Bitmap,
  limits: ComponentLimits,
  room = new PixelRoom(),
): readonly Component[] | null {
  const { pixelsPerRun, maxRuns } = limits;
  const runs = runsOf(bitmap, Math.min(maxRuns, Math.ceil((bitmap.width * bitmap.height) / pixelsPerRun)));
  return runs === null ? null : cutOut(bitmap, runs, limits, room);
}

/** Memory for the pixels of a page's components, reused for the next page. */
export class PixelRoom {
  #bytes = new Uint8Array(0);

  /** Returns white pixels. Invalidates those returned before. */
  take(pixels: number): Uint8Array {
    if (pixels > this.#bytes.length) this.#bytes = new Uint8Array(pixels);
    return this.#bytes.subarray(0, pixels).fill(0);
  }
}

/**
 * Maximum pixels of all rectangles per page pixel: letters hardly overlap, but diagonals overlap and would
 * need unlimited memory. Small pages have a fixed minimum.
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
  /** Start of each component's pixels in the shared array; -1 if it is left out. */
  const places = new Int32Array(extents.count).fill(LEFT_OUT);
  const mostArea = Math.max(ANY_AREA, page.width * page.height * MAX_AREA_OF_PAGE);
  let area = 0;
  let count = 0;
  for (let component = 0; component < extents.count; component++) {
    const [width, height] = [right[component]! - left[component]!, bottom[component]! - top[component]!];
    if (width > maxSide || height > maxSide || width * height > maxArea || ink[component]! < minInk) continue;
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
    const [x, y] = [left[component]!, top[component]!];
    const [width, height] = [right[component]! - x, bottom[component]! - y];
    const pixels = all.subarray(places[component], places[component]! + width * height);
    const edges = countEdges(pixels, width, height);
    components.push({ x, y, width, height, ink: ink[component]!, edges, pixels });
  }
  return components;
}

const LEFT_OUT = -1;

/** Draws the runs of each component in its own rectangle, in one array: separate arrays take twice the time. */
function drawApart(
  { from, to, rowStart }: Runs,
  extents: JoinedRuns,
  places: Int32Array,
  all: Uint8Array,
): void {
  const { ofRun, left, right, top } = extents;
  for (let row = 0; row + 1 < rowStart.length; row++) {
    for (let run = rowStart[row]!; run < rowStart[row + 1]!; run++) {
      const component = ofRun[run]!;
      const place = places[component]!;
      if (place === LEFT_OUT) continue;
      const x = left[component]!;
      const start = place + (row - top[component]!) * (right[component]! - x) - x;
      // Not `fill`: runs are a few pixels long.
      for (let at = start + from[run]!; at < start + to[run]!; at++) all[at] = 1;
    }
  }
}

/** Pixels around the shape count as white. */
function countEdges(pixels: Uint8Array, width: number, height: number): number {
  let edges = 0;
  for (let y = 0; y < height; y++) {
    let left = 0;
    for (let at = y * width; at < (y + 1) * width; at++) {
      const pixel = pixels[at]!;
      const above = y === 0 ? 0 : pixels[at - width]!;
      edges += (pixel ^ left) + (pixel ^ above);
      left = pixel;
    }
    edges += left;
  }
  for (let at = (height - 1) * width; at < height * width; at++) edges += pixels[at]!;
  return edges;
}
