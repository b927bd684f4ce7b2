import { mapped } from '../lists.ts';
import { type Bitmap, bytesPerRow } from './bitmap.ts';
import { type KernelExports, Layout, lazyKernel } from './wasm/kernel.ts';
import { RUNS_WASM } from './wasm/runs-bytes.ts';

/** Exports of `codecs/simd/runs-kernel.ts`; arguments are addresses and counts. */
interface RunsKernel extends KernelExports {
  readonly runsOfRow: (bits: number, width: number, limit: number, from: number, to: number) => number;
  readonly joinRuns: (from: number, to: number, rowStart: number, rows: number, ofRun: number) => number;
  readonly extentsOf: (
    from: number,
    to: number,
    rowStart: number,
    rows: number,
    ofRun: number,
    shapes: number,
    out: number,
  ) => void;
}

const runsKernel = lazyKernel<RunsKernel>('runs', RUNS_WASM);

/** Black runs of a page from top to bottom, left to right; `rowStart[y]` is the first one of row y. */
export interface Runs {
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  /** One entry per row; after the last one, the number of runs. */
  readonly rowStart: Int32Array;
}

/** Null if there are more than `limit`. */
export function runsOf({ width, height, data }: Bitmap, limit: number): Runs | null {
  const kernel = runsKernel();
  const memory = new Layout();
  const stride = bytesPerRow(width);
  const bitsAt = memory.place(stride);
  // In kernel memory, not arrays: most pages have a tenth of the allowed runs.
  const [fromAt, toAt] = [memory.place(limit * 4), memory.place(limit * 4)];
  const heap = memory.heapOf(kernel.memory);
  const rowStart = new Int32Array(height + 1);
  let count = 0;
  for (let y = 0; y < height; y++) {
    rowStart[y] = count;
    heap.set(data.subarray(y * stride, (y + 1) * stride), bitsAt);
    const found = kernel.runsOfRow(bitsAt, width, limit - count, fromAt + count * 4, toAt + count * 4);
    if (found < 0) return null;
    count += found;
  }
  rowStart[height] = count;
  const runsAt = (at: number) => new Int32Array(heap.buffer, at, count).slice();
  return { from: runsAt(fromAt), to: runsAt(toAt), rowStart };
}

/** Connected shapes of runs, numbered in the order of their first runs. Connected by side or corner. */
export interface JoinedRuns {
  readonly count: number;
  readonly left: Int32Array;
  readonly top: Int32Array;
  /** Exclusive. */
  readonly right: Int32Array;
  readonly bottom: Int32Array;
  /** Pixels. */
  readonly area: Int32Array;
  /** Shape of each run. */
  readonly ofRun: Int32Array;
}

/** Arrays per shape: left, top, right, bottom and area. */
const EXTENTS = 5;

export function joinedRuns({ from, to, rowStart }: Runs): JoinedRuns {
  const kernel = runsKernel();
  const memory = new Layout();
  const tables = mapped([from, to, rowStart], (table) => ({ table, at: memory.place(table.byteLength) }));
  const ofRunAt = memory.place(from.byteLength);
  const words = new Int32Array(memory.heapOf(kernel.memory).buffer);
  for (const { table, at } of tables) words.set(table, at >> 2);
  const [fromAt, toAt, rowStartAt] = mapped(tables, ({ at }) => at);
  const rows = rowStart.length - 1;
  const count = kernel.joinRuns(fromAt, toAt, rowStartAt, rows, ofRunAt);
  const extentsAt = memory.place(count * 4 * EXTENTS);
  const { buffer } = memory.heapOf(kernel.memory);
  kernel.extentsOf(fromAt, toAt, rowStartAt, rows, ofRunAt, count, extentsAt);
  const tableAt = (at: number, length: number) => new Int32Array(buffer, at, length).slice();
  const extent = (index: number) => tableAt(extentsAt + index * count * 4, count);
  return {
    count,
    left: extent(0),
    top: extent(1),
    right: extent(2),
    bottom: extent(3),
    area: extent(4),
    ofRun: tableAt(ofRunAt, from.length),
  };
}
