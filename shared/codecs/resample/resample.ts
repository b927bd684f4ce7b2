import { type Raster, type RasterStream, streamOf } from '../pixels/raster.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { LANCZOS_WASM } from '../wasm/lanczos-bytes.ts';
import { lanczos } from './lanczos.ts';

/**
 * Downsampling by Lanczos 3 in the samples' own encoding, after an integer box reduction for large factors.
 * No gamma correction: viewers reduce images on screen in the same encoding, so this is closest to the
 * previous look of the page. Weights use +, -, * and / alone and are rounded to integers, so every engine
 * gives the same bytes.
 */

/** Downsamples the raster to a smaller (or equal) size. */
export function downsample(raster: Raster | RasterStream, width: number, height: number): Raster {
  const source = streamOf(raster);
  // Lanczos over 2.5 input pixels per output pixel is enough; the rest is averaged first, at a fifth of the time.
  const boxX = Math.max(1, Math.floor(source.width / width / BOX_LEAVES));
  const boxY = Math.min(MAX_BOX_ROWS, Math.max(1, Math.floor(source.height / height / BOX_LEAVES)));
  const reduced = boxX > 1 || boxY > 1 ? boxReduce(source, boxX, boxY) : source;
  // The last blocks may be incomplete: counted as whole ones they would move the far edges by up to 0.4 pixels.
  return lanczos(reduced, width, height, { width: source.width / boxX, height: source.height / boxY });
}

const BOX_LEAVES = 2.5;

/** Rows of a block whose sums fit 16 bits. */
const MAX_BOX_ROWS = 256;

/** Averages blocks of `boxX` by `boxY`; blocks at the right and lower edge may be incomplete. */
function boxReduce(source: RasterStream, boxX: number, boxY: number): Raster {
  const kernel = boxKernel();
  const { channels } = source;
  const width = Math.ceil(source.width / boxX);
  const height = Math.ceil(source.height / boxY);
  const stride = source.width * channels;
  const memory = new Layout();
  const columnsAt = memory.place((stride + 16) * 2);
  const outAt = memory.place(width * channels);
  const rowsAt = memory.place(stride * boxY);
  const heap = memory.heapOf(kernel.memory);
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    const rows = Math.min(source.height, (y + 1) * boxY) - y * boxY;
    heap.set(source.next(rows), rowsAt);
    kernel.averageBlocks(rowsAt, stride, rows, boxX, channels, columnsAt, outAt);
    samples.set(heap.subarray(outAt, outAt + width * channels), y * width * channels);
  }
  return { width, height, channels, samples };
}

/** Exports of `codecs/simd/lanczos-kernel.ts`; arguments are addresses and counts. */
interface BoxKernel extends KernelExports {
  readonly averageBlocks: (
    at: number,
    stride: number,
    rows: number,
    box: number,
    channels: number,
    columns: number,
    out: number,
  ) => void;
}

const boxKernel = lazyKernel<BoxKernel>('lanczos', LANCZOS_WASM);
