import { NeighbourCounter, type NeighbourLevels } from './classify-simd.ts';
import type { Channels, Raster, RasterStream } from './raster.ts';

/** Statistics of an image; all shares are of the sampled pixels, 0 to 1. */
export interface PictureFacts {
  /** Distinct colors, counted up to `MANY_COLORS`. */
  readonly colors: number;
  /** Neighbors that differ a little: grain, gradients, soft shading. */
  readonly grain: number;
  /** Exactly equal neighbors: background, fills. */
  readonly flat: number;
  /** Strongly differing neighbors, horizontally or vertically, whichever are more: outlines of letters and lines. */
  readonly edges: number;
}

/**
 * `line-art`: text, charts, screenshots: few colors or mostly flat; JPEG makes it larger and uglier.
 * `continuous`: photographs, scans, smooth shading.
 */
export type PictureClass = 'line-art' | 'continuous';

/** More colors than an 8-bit palette could ever represent. */
const MANY_COLORS = 4096;

/** Differences in luminance that count as grain: below is rounding noise, above is an edge. */
const LEVELS: NeighbourLevels = { grainFrom: 2, grainBelow: 32, edgeFrom: 64 };

/** Share of grainy neighbors in a scan or photo; line art stays far below (measured 0.02-0.08). */
const CONTINUOUS_GRAIN = 0.2;
const SAMPLED_PIXELS = 2_000_000;
const SAMPLED_PIXELS_BETWEEN_ROWS = 250_000;

export function pictureFacts(raster: Raster): PictureFacts {
  const counter = new FactCounter(raster);
  counter.add(raster.samples);
  return counter.facts;
}

/** Counts in rows from the top, one image at a time. */
class FactCounter {
  readonly #size: RasterSize;
  readonly #neighbours: NeighbourCounter;
  readonly #below: EdgesBetweenRows;
  /** Step between sampled rows: evenly spread, about two million pixels at most. */
  readonly #everyRow: number;
  #rows = 0;

  constructor(size: RasterSize) {
    const { width, height, channels } = size;
    this.#size = size;
    this.#everyRow = Math.max(1, Math.ceil((width * height) / SAMPLED_PIXELS));
    this.#neighbours = new NeighbourCounter(width, channels, LEVELS, MANY_COLORS);
    this.#below = new EdgesBetweenRows(width, height, channels);
  }

  add(samples: Uint8Array): void {
    const stride = this.#size.width * this.#size.channels;
    for (let at = 0; at + stride <= samples.length; at += stride) {
      const row = samples.subarray(at, at + stride);
      if (this.#rows % this.#everyRow === 0) this.#neighbours.add(row);
      this.#below.add(row);
      this.#rows += 1;
    }
  }

  /** Statistics, after all rows were added. */
  get facts(): PictureFacts {
    const { width, height } = this.#size;
    const { colors, grainy, equal, strong } = this.#neighbours.counts;
    const all = Math.max(1, Math.ceil(height / this.#everyRow) * (width - 1));
    const edges = Math.max(strong / all, this.#below.share);
    return { colors, grain: grainy / all, flat: equal / all, edges };
  }
}

type RasterSize = Pick<Raster, 'width' | 'height' | 'channels'>;

/** Collects the facts of rows while `make` consumes all of them. */
export function factsBeside<Made>(
  source: RasterStream,
  make: (rows: RasterStream) => Made,
): { readonly facts: PictureFacts; readonly made: Made } {
  const counter = new FactCounter(source);
  const { width, height, channels } = source;
  const made = make({
    width,
    height,
    channels,
    next(rows) {
      const samples = source.next(rows);
      counter.add(samples);
      return samples;
    },
  });
  return { facts: counter.facts, made };
}

/** Counts pixels that differ strongly from the one below: stripes have one direction alone. */
class EdgesBetweenRows {
  readonly #channels: Channels;
  /** All rows, but not all columns: a row step could coincide with the period of stripes. */
  readonly #step: number;
  #above: Uint8Array;
  #row: Uint8Array;
  #rows = 0;
  #strong = 0;

  constructor(width: number, height: number, channels: Channels) {
    this.#channels = channels;
    this.#step = Math.ceil((width * height) / SAMPLED_PIXELS_BETWEEN_ROWS);
    this.#above = new Uint8Array(Math.ceil(width / this.#step));
    this.#row = new Uint8Array(this.#above.length);
  }

  add(row: Uint8Array): void {
    const lumas = this.#row;
    const step = this.#step * this.#channels;
    for (let to = 0, at = 0; to < lumas.length; to += 1, at += step)
      lumas[to] = lumaOf(row, at, this.#channels);
    if (this.#rows > 0) this.#compare(lumas, this.#above);
    this.#rows += 1;
    [this.#above, this.#row] = [lumas, this.#above];
  }

  #compare(lumas: Uint8Array, above: Uint8Array): void {
    for (let at = 0; at < lumas.length; at += 1)
      if (Math.abs(lumas[at]! - above[at]!) >= LEVELS.edgeFrom) this.#strong += 1;
  }

  get share(): number {
    return this.#strong / Math.max(1, (this.#rows - 1) * this.#above.length);
  }
}

/** Text and line art must stay legible, so an image is line art in doubt unless grain indicates otherwise. */
export function classify({ colors, grain, flat }: PictureFacts): PictureClass {
  if (colors <= 16) return 'line-art';
  if (grain >= CONTINUOUS_GRAIN) return 'continuous';
  // Smooth shading over many colors has little grain, but hardly two equal neighbors either.
  if (flat < 0.5 && colors >= 64) return 'continuous';
  return 'line-art';
}

/** Share of strong edges on a page of print; photographs stay well below. */
const DETAILED_EDGES = 0.02;

/** Returns whether it has fine detail, such as small print, that downsampling may make unreadable. */
export function isDetailed({ edges }: PictureFacts): boolean {
  return edges >= DETAILED_EDGES;
}

/** Rec. 601 luma in integers; for four inks, their total darkness. */
function lumaOf(samples: Uint8Array, at: number, channels: Channels): number {
  if (channels === 1) return samples[at]!;
  const three = (samples[at]! * 77 + samples[at + 1]! * 150 + samples[at + 2]! * 29) >> 8;
  return channels === 3 ? three : Math.min(255, three + samples[at + 3]!);
}
