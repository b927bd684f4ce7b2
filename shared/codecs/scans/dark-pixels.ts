import { Layout } from '../wasm/kernel.ts';
import { betweenBlocks } from './between.ts';
import { scanKernel } from './kernel.ts';
import type { Plane } from './planes.ts';

/** Dark pixels of a plane, row by row. */
export interface DarkPixels {
  readonly width: number;
  readonly height: number;
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  /** First run of each row; after the last row, the number of runs. */
  readonly rowStart: Int32Array;
  /** One byte per pixel: 1 if it is dark. */
  readonly mask: Uint8Array;
}

/** Thresholds in a grid of blocks, interpolated linearly between block centers. */
export interface DarkEdges {
  /** Side of a block in pixels of the plane. */
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  /** A pixel below this level is dark. */
  readonly edge: Uint8Array;
  /**
   * A pixel below this level is dark if the pixels `beside` it are lighter than it by as much as it is
   * lighter than the edge.
   */
  readonly faint: Uint8Array;
  /** Pixels. */
  readonly beside: number;
}

/** Rows in WASM memory at a time, besides neighboring rows. */
const STRIP_ROWS = 64;

/** Null if there are more than `mostRuns`. */
export function findDarkPixels(plane: Plane, edges: DarkEdges, mostRuns: number): DarkPixels | null {
  const { width, height } = plane;
  const rowsOf = darkRows(plane, edges);
  const from = new Int32Array(mostRuns);
  const to = new Int32Array(mostRuns);
  const rowStart = new Int32Array(height + 1);
  const mask = new Uint8Array(width * height);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    rowStart[y] = count;
    const { runs, bytes } = rowsOf(y);
    if (count + runs.length / 2 > mostRuns) return null;
    for (let at = 0; at < runs.length; at += 2, count += 1) {
      from[count] = runs[at]!;
      to[count] = runs[at + 1]!;
    }
    mask.set(bytes, y * width);
  }
  rowStart[height] = count;
  return { width, height, from: from.slice(0, count), to: to.slice(0, count), rowStart, mask };
}

/**
 * Returns a function for each row, in order: starts and ends of its runs, and its bytes; valid until the next
 * call.
 */
function darkRows(
  { width, height, levels }: Plane,
  { block, columns, rows, edge, faint, beside }: DarkEdges,
) {
  const kernel = scanKernel();
  const memory = new Layout();
  const levelsAt = memory.place(width * (STRIP_ROWS + 2 * beside));
  const gridBytes = columns * rows;
  const [edgeGrid, faintGrid] = [memory.place(gridBytes), memory.place(gridBytes)];
  const [edgesAt, faintAt] = [memory.place((columns + 1) * 4), memory.place((columns + 1) * 4)];
  const [firstAt, shareAt] = [memory.place(width * 4), memory.place(width * 4)];
  const maskAt = memory.place(width);
  const runsAt = memory.place((width + 2) * 4);
  const heap = memory.heapOf(kernel.memory);
  const words = new Int32Array(heap.buffer);
  const across = betweenBlocks(width, block, columns);
  const down = betweenBlocks(height, block, rows);
  heap.set(edge, edgeGrid);
  heap.set(faint, faintGrid);
  words.set(across.first, firstAt >> 2);
  words.set(across.share, shareAt >> 2);
  let top = 0;
  return (y: number) => {
    if (y % STRIP_ROWS === 0) {
      top = Math.max(0, y - beside);
      heap.set(levels.subarray(top * width, (y + STRIP_ROWS + beside) * width), levelsAt);
    }
    const upper = down.first[y]! * columns;
    const lower = Math.min(rows - 1, down.first[y]! + 1) * columns;
    const share = down.share[y]!;
    kernel.edgesOfRow(edgeGrid + upper, edgeGrid + lower, columns, share, edgesAt);
    const most = kernel.edgesOfRow(faintGrid + upper, faintGrid + lower, columns, share, faintAt);
    const row = levelsAt + (y - top) * width;
    const hasRows = y >= beside && y + beside < height ? 1 : 0;
    const given = [row, width, width, beside, hasRows, most >> 8] as const;
    const count = kernel.darkRow(...given, edgesAt, faintAt, firstAt, shareAt, maskAt, runsAt);
    return {
      runs: words.subarray(runsAt >> 2, (runsAt >> 2) + count * 2),
      bytes: heap.subarray(maskAt, maskAt + width),
    };
  };
}
