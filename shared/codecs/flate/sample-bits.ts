import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { PACKING_WASM } from '../wasm/packing-bytes.ts';

/** Bits of a sample below 16. */
export type SampleBits = 1 | 2 | 4 | 8;

/** Converts rows from one address to another: width, number of rows, bits. */
type TurnRows = (at: number, width: number, rows: number, bits: number, out: number) => void;
type ThroughTable = (at: number, count: number, table: number, out: number) => void;

/** Exports of `codecs/simd/packing-kernel.ts`; arguments are addresses and counts. */
interface PackingKernel extends KernelExports {
  readonly packRows: TurnRows;
  readonly unpackRows: TurnRows;
  readonly turn: ThroughTable;
  readonly markLevels: (at: number, count: number, marks: number) => void;
}

const packingKernel = lazyKernel<PackingKernel>('packing', PACKING_WASM);

/** Samples in WASM memory at a time: few enough for the cache. */
const STRIP_SAMPLES = 1 << 16;

/**
 * Packs one sample per byte, below 2^bits, to `bits` per sample, high-order bit first, each row padded with
 * zeros.
 */
export function packBits(values: Uint8Array, width: number, height: number, bits: SampleBits): Uint8Array {
  if (bits === 8) return values;
  const stride = Math.ceil((width * bits) / 8);
  const out = new Uint8Array(stride * height);
  inStrips({ from: values, fromRow: width, to: out, toRow: stride, height }, (kernel, at, rows, outAt) =>
    kernel.packRows(at, width, rows, bits, outAt),
  );
  return out;
}

/** Unpacks `bits` per sample to one sample per byte, with unchanged values. */
export function unpackBits(
  rows: Uint8Array,
  samplesPerRow: number,
  height: number,
  bits: SampleBits,
): Uint8Array {
  if (bits === 8) return rows;
  const stride = Math.ceil((samplesPerRow * bits) / 8);
  const out = new Uint8Array(samplesPerRow * height);
  inStrips(
    { from: rows, fromRow: stride, to: out, toRow: samplesPerRow, height },
    (kernel, at, count, outAt) => kernel.unpackRows(at, samplesPerRow, count, bits, outAt),
  );
  return out;
}

/** Maps every sample by a function of its level, 0-255, which is called once per level. */
export function throughTable(
  samples: Uint8Array,
  turned: (level: number) => number,
): Uint8Array<ArrayBuffer> {
  const kernel = packingKernel();
  const memory = new Layout();
  const tableAt = memory.place(256);
  const at = memory.place(STRIP_SAMPLES);
  const outAt = memory.place(STRIP_SAMPLES);
  const heap = memory.heapOf(kernel.memory);
  for (let level = 0; level < 256; level += 1) heap[tableAt + level] = turned(level);
  const out = new Uint8Array(samples.length);
  for (let first = 0; first < out.length; first += STRIP_SAMPLES) {
    const strip = samples.subarray(first, first + STRIP_SAMPLES);
    heap.set(strip, at);
    kernel.turn(at, strip.length, tableAt, outAt);
    out.set(heap.subarray(outAt, outAt + strip.length), first);
  }
  return out;
}

/** Returns 1 for each used level, 0-255. */
export function levelsIn(samples: Uint8Array): Uint8Array {
  const kernel = packingKernel();
  const memory = new Layout();
  const marksAt = memory.place(256);
  const at = memory.place(STRIP_SAMPLES);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, marksAt, marksAt + 256);
  for (let first = 0; first < samples.length; first += STRIP_SAMPLES) {
    const strip = samples.subarray(first, first + STRIP_SAMPLES);
    heap.set(strip, at);
    kernel.markLevels(at, strip.length, marksAt);
  }
  return heap.slice(marksAt, marksAt + 256);
}

interface Rows {
  readonly from: Uint8Array;
  readonly fromRow: number;
  readonly to: Uint8Array;
  readonly toRow: number;
  readonly height: number;
}

function inStrips(
  { from, fromRow, to, toRow, height }: Rows,
  turn: (kernel: PackingKernel, at: number, rows: number, out: number) => void,
): void {
  const kernel = packingKernel();
  const stripRows = Math.max(1, Math.floor(STRIP_SAMPLES / Math.max(1, fromRow, toRow)));
  const memory = new Layout();
  const at = memory.place(stripRows * fromRow);
  const outAt = memory.place(stripRows * toRow);
  const heap = memory.heapOf(kernel.memory);
  for (let first = 0; first < height; first += stripRows) {
    const rows = Math.min(stripRows, height - first);
    heap.set(from.subarray(first * fromRow, (first + rows) * fromRow), at);
    turn(kernel, at, rows, outAt);
    to.set(heap.subarray(outAt, outAt + rows * toRow), first * toRow);
  }
}
