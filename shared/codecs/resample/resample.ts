import { type Raster, type RasterStream, streamOf } from '../pixels/raster.ts';
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
  const boxY = Math.max(1, Math.floor(source.height / height / BOX_LEAVES));
  const reduced = boxX > 1 || boxY > 1 ? boxReduce(source, boxX, boxY) : source;
  // The last blocks may be incomplete: counted as whole ones they would move the far edges by up to 0.4 pixels.
  return lanczos(reduced, width, height, { width: source.width / boxX, height: source.height / boxY });
}

const BOX_LEAVES = 2.5;

/** Averages blocks of `boxX` by `boxY`; blocks at the right and lower edge may be incomplete. */
function boxReduce(source: RasterStream, boxX: number, boxY: number): Raster {
  const { channels } = source;
  const width = Math.ceil(source.width / boxX);
  const height = Math.ceil(source.height / boxY);
  const out = new Uint8Array(width * height * channels);
  const sums = new Uint32Array(width * channels);
  const stride = source.width * channels;
  for (let y = 0; y < height; y += 1) {
    const lastRow = Math.min(source.height, (y + 1) * boxY);
    sums.fill(0);
    const rows = lastRow - y * boxY;
    const samples = source.next(rows);
    for (let row = 0; row < rows; row += 1)
      addBlocks(samples, row * stride, source.width, boxX, channels, sums);
    for (let x = 0; x < width; x += 1) {
      const count = rows * Math.min(boxX, source.width - x * boxX);
      const at = x * channels;
      const to = y * width * channels + at;
      for (let channel = 0; channel < channels; channel += 1) {
        out[to + channel] = (sums[at + channel] + (count >> 1)) / count;
      }
    }
  }
  return { width, height, channels, samples: out };
}

function addBlocks(
  samples: Uint8Array,
  start: number,
  width: number,
  box: number,
  channels: number,
  sums: Uint32Array,
): void {
  let at = start;
  let to = 0;
  for (let x = 0; x < width; to += channels) {
    const end = Math.min(width, x + box);
    for (; x < end; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) sums[to + channel] += samples[at++];
    }
  }
}
