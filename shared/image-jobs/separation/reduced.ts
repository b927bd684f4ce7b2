import type { Raster } from '../../codecs/pixels/raster.ts';
import { lanczos } from '../../codecs/resample/lanczos.ts';
import type { DarkRuns } from './dark-runs.ts';
import type { InkColor } from './flat-inks.ts';
import { STAYS } from './flat-inks.ts';
import type { ScannedPage } from './scanned-page.ts';
import type { Shapes } from './shapes.ts';

/** The size at which pictures of a page are compared: about that of a screen, whole pixels of the page for each. */
export interface ReducedSize {
  /** Pixels of the page's raster along the side of one. */
  readonly factor: number;
  readonly width: number;
  readonly height: number;
}

const COMPARED_DPI = 110;

/** What is left of whole pixels at the right and lower edge is not compared. */
export function reducedSize({ raster, dpi }: ScannedPage): ReducedSize {
  const factor = Math.max(1, Math.round(dpi / COMPARED_DPI));
  return { factor, width: Math.trunc(raster.width / factor), height: Math.trunc(raster.height / factor) };
}

/** The means of whole squares of pixels. */
export function reduced(source: Raster, { factor, width, height }: ReducedSize): Raster {
  const { channels } = source;
  const samples = new Uint8Array(width * height * channels);
  if (channels === 1) reduceGray(source, factor, width, samples);
  else reduceColor(source, factor, width, samples);
  return { width, height, channels, samples };
}

function reduceGray(source: Raster, factor: number, width: number, out: Uint8Array): void {
  const { samples } = source;
  const pixels = factor * factor;
  const half = pixels >> 1;
  for (let to = 0, top = 0; to < out.length; top += factor * source.width) {
    for (let x = 0, left = top; x < width; x += 1, left += factor) {
      let sum = half;
      for (let row = 0, at = left; row < factor; row += 1, at += source.width) {
        for (let step = at; step < at + factor; step += 1) sum += samples[step];
      }
      out[to++] = (sum / pixels) | 0;
    }
  }
}

function reduceColor(source: Raster, factor: number, width: number, out: Uint8Array): void {
  const { samples } = source;
  const stride = source.width * 3;
  const pixels = factor * factor;
  const half = pixels >> 1;
  const across = factor * 3;
  for (let to = 0, top = 0; to < out.length; top += factor * stride) {
    for (let x = 0, left = top; x < width; x += 1, left += across) {
      let red = half;
      let green = half;
      let blue = half;
      for (let row = 0, at = left; row < factor; row += 1, at += stride) {
        for (let step = at; step < at + across; step += 3) {
          red += samples[step];
          green += samples[step + 1];
          blue += samples[step + 2];
        }
      }
      out[to] = (red / pixels) | 0;
      out[to + 1] = (green / pixels) | 0;
      out[to + 2] = (blue / pixels) | 0;
      to += 3;
    }
  }
}

/** Another picture of the whole page, of any size, as it looks at the size of comparison. */
export function asReduced(picture: Raster, page: ScannedPage, size: ReducedSize): Raster {
  const span = {
    width: (picture.width * size.width * size.factor) / page.raster.width,
    height: (picture.height * size.height * size.factor) / page.raster.height,
  };
  if (span.width >= size.width && span.height >= size.height) {
    return lanczos(picture, size.width, size.height, span);
  }
  return enlarged(picture, size, span);
}

/** Between the centres of its pixels, as readers draw a picture of few pixels. */
function enlarged(
  { width, height, channels, samples }: Raster,
  size: ReducedSize,
  span: { readonly width: number; readonly height: number },
): Raster {
  const out = new Uint8Array(size.width * size.height * channels);
  const columns = places(size.width, span.width, width);
  const rows = places(size.height, span.height, height);
  let to = 0;
  for (let y = 0; y < size.height; y += 1) {
    const upper = rows.first[y] * width;
    const lower = Math.min(height - 1, rows.first[y] + 1) * width;
    const down = rows.share[y];
    for (let x = 0; x < size.width; x += 1) {
      const left = columns.first[x];
      const right = Math.min(width - 1, left + 1);
      const across = columns.share[x];
      for (let channel = 0; channel < channels; channel += 1) {
        const above =
          samples[(upper + left) * channels + channel] * (256 - across) +
          samples[(upper + right) * channels + channel] * across;
        const below =
          samples[(lower + left) * channels + channel] * (256 - across) +
          samples[(lower + right) * channels + channel] * across;
        out[to++] = (above * (256 - down) + below * down + (1 << 15)) >> 16;
      }
    }
  }
  return { width: size.width, height: size.height, channels, samples: out };
}

function places(count: number, span: number, pixels: number) {
  const first = new Int32Array(count);
  const share = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    const place = Math.max(0, Math.trunc((((at + 0.5) * span) / count - 0.5) * 256));
    first[at] = Math.min(pixels - 1, place >> 8);
    share[at] = place & 255;
  }
  return { first, share };
}

/** For each ink, how many mask pixels of it each pixel of the comparison has. */
export type Coverage = readonly Uint16Array[];

export function coverageOf(
  { scale }: ScannedPage,
  { factor, width, height }: ReducedSize,
  { from, to, rowStart }: DarkRuns,
  { ofRun }: Shapes,
  { ofShape, inks }: { readonly ofShape: Int8Array; readonly inks: number },
): Coverage {
  const side = factor * scale;
  const coverage = Array.from({ length: inks }, () => new Uint16Array(width * height));
  for (let y = 0; y < height * side; y += 1) {
    const row = Math.trunc(y / side) * width;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const ink = ofShape[ofRun[run]];
      if (ink === STAYS) continue;
      let left = from[run];
      const right = Math.min(to[run], width * side);
      while (left < right) {
        const cell = Math.trunc(left / side);
        const end = Math.min(right, (cell + 1) * side);
        coverage[ink][row + cell] += end - left;
        left = end;
      }
    }
  }
  return coverage;
}

/** What stays in a pixel of the comparison, on the paper. */
export const STAYING_INK = 1;
export const STAYING_SPECKS = 2;

/** Where dark pixels stay on the paper, in pixels of the comparison; 0 where none do. */
export function stayingInk(
  { scale }: ScannedPage,
  { factor, width, height }: ReducedSize,
  { from, to, rowStart }: DarkRuns,
  { ofRun, area }: Shapes,
  ofShape: Int8Array,
): Uint8Array {
  const side = factor * scale;
  const stays = new Uint8Array(width * height);
  // Specks and dots are a pixel or two of the comparison.
  const leastArea = side * side * 2;
  for (let y = 0; y < height * side; y += 1) {
    const row = Math.trunc(y / side) * width;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      const shape = ofRun[run];
      if (ofShape[shape] !== STAYS) continue;
      const first = row + Math.trunc(from[run] / side);
      const last = row + Math.min(width - 1, Math.trunc((to[run] - 1) / side));
      if (area[shape] >= leastArea) stays.fill(STAYING_INK, first, last + 1);
      else if (stays[first] === 0) stays[first] = STAYING_SPECKS;
    }
  }
  return stays;
}

/** The paper with the inks on it. */
export function composed(
  paper: Raster,
  coverage: Coverage,
  colors: readonly InkColor[],
  fullCover: number,
): Raster {
  const { channels } = paper;
  const samples = paper.samples.slice();
  for (const [ink, covers] of coverage.entries()) {
    const color = colors[ink];
    for (let pixel = 0; pixel < covers.length; pixel += 1) {
      const cover = covers[pixel];
      if (cover === 0) continue;
      for (let channel = 0; channel < channels; channel += 1) {
        const at = pixel * channels + channel;
        const mixed = samples[at] * (fullCover - cover) + color[channel] * cover;
        samples[at] = Math.trunc((mixed + (fullCover >> 1)) / fullCover);
      }
    }
  }
  return { ...paper, samples };
}
