import { type Bitmap, bytesPerRow } from '../bitmap.ts';

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
  /** A byte per pixel, row by row, 1 for black; other shapes inside the same rectangle are left out. */
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

/** Black runs of the page from top to bottom, left to right; `rowStart[y]` is the first one of row y. */
interface Runs {
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  readonly rowStart: Int32Array;
}

/** In the order of their topmost, then leftmost run. Null when the page has too many runs or shapes. */
export function findComponents(bitmap: Bitmap, limits: ComponentLimits): readonly Component[] | null {
  const runs = findRuns(bitmap, limits);
  return runs === null ? null : cutOut(runs, joinRuns(runs), limits);
}

function findRuns({ width, height, data }: Bitmap, { pixelsPerRun, maxRuns }: ComponentLimits): Runs | null {
  const limit = Math.min(maxRuns, Math.ceil((width * height) / pixelsPerRun));
  const from = new Int32Array(limit);
  const to = new Int32Array(limit);
  const rowStart = new Int32Array(height + 1);
  const stride = bytesPerRow(width);
  let count = 0;
  for (let y = 0; y < height; y++) {
    rowStart[y] = count;
    const row = y * stride;
    let black = 0;
    for (let column = 0; column < stride; column++) {
      const byte = data[row + column];
      if (byte === (black === 0 ? 0 : 0xff)) continue;
      const pixels = Math.min(8, width - column * 8);
      for (let i = 0; i < pixels; i++) {
        const pixel = (byte >> (7 - i)) & 1;
        if (pixel === black) continue;
        if (pixel === 0) to[count++] = column * 8 + i;
        else if (count === limit) return null;
        else from[count] = column * 8 + i;
        black = pixel;
      }
    }
    if (black === 1) to[count++] = width;
  }
  rowStart[height] = count;
  return { from: from.subarray(0, count), to: to.subarray(0, count), rowStart };
}

/** For every run the first run of its component: sets joined where runs of neighbouring rows touch. */
function joinRuns({ from, to, rowStart }: Runs): Int32Array {
  const parent = Int32Array.from(from.keys());
  const rootOf = (run: number) => {
    let root = run;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let y = 1; y + 1 < rowStart.length; y++) {
    let above = rowStart[y - 1];
    const aboveEnd = rowStart[y];
    for (let run = rowStart[y]; run < rowStart[y + 1]; run++) {
      while (above < aboveEnd && to[above] < from[run]) above++;
      for (let other = above; other < aboveEnd && from[other] <= to[run]; other++) {
        const a = rootOf(other);
        const b = rootOf(run);
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  for (let run = 0; run < parent.length; run++) parent[run] = rootOf(run);
  return parent;
}

interface Extent {
  left: number;
  right: number;
  readonly top: number;
  bottom: number;
  ink: number;
  /** Made once the extent is known to be within the limits. */
  component: Component | null;
}

function cutOut(
  runs: Runs,
  roots: Int32Array,
  { maxSide, maxArea = Number.POSITIVE_INFINITY, minInk, maxCount }: ComponentLimits,
): Component[] | null {
  const extents = new Map<number, Extent>();
  forEachRun(runs, (run, y, left, right) => {
    const extent = extents.get(roots[run]);
    if (extent === undefined) {
      extents.set(run, { left, right, top: y, bottom: y + 1, ink: right - left, component: null });
      return;
    }
    extent.left = Math.min(extent.left, left);
    extent.right = Math.max(extent.right, right);
    extent.bottom = y + 1;
    extent.ink += right - left;
  });

  const components: Component[] = [];
  let count = 0;
  for (const extent of extents.values()) {
    const { left: x, right, top: y, bottom, ink } = extent;
    const [width, height] = [right - x, bottom - y];
    if (width > maxSide || height > maxSide || width * height > maxArea || ink < minInk) continue;
    if (++count > maxCount) return null;
    extent.component = { x, y, width, height, ink, edges: 0, pixels: new Uint8Array(width * height) };
  }
  forEachRun(runs, (run, y, left, right) => {
    const component = extents.get(roots[run])!.component;
    if (component === null) return;
    const row = (y - component.y) * component.width - component.x;
    component.pixels.fill(1, row + left, row + right);
  });
  for (const { component } of extents.values()) {
    if (component !== null) components.push({ ...component, edges: countEdges(component) });
  }
  return components;
}

function forEachRun(
  { from, to, rowStart }: Runs,
  visit: (run: number, y: number, left: number, right: number) => void,
): void {
  for (let y = 0; y + 1 < rowStart.length; y++) {
    for (let run = rowStart[y]; run < rowStart[y + 1]; run++) visit(run, y, from[run], to[run]);
  }
}

/** The paper around the shape is white. */
function countEdges({ width, height, pixels }: Component): number {
  let edges = 0;
  for (let y = 0; y < height; y++) {
    let left = 0;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const pixel = pixels[at];
      const above = y === 0 ? 0 : pixels[at - width];
      edges += (pixel ^ left) + (pixel ^ above);
      if (y === height - 1) edges += pixel;
      left = pixel;
    }
    edges += left;
  }
  return edges;
}
