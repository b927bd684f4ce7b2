import { NeighbourCounter, type NeighbourLevels } from './classify-simd.ts';
import type { Channels, Raster, RasterStream } from './raster.ts';

/** What was counted in a picture; all shares are of the sampled pixels, 0 to 1. */
export interface PictureFacts {
  /** Distinct colours, counted up to `MANY_COLORS`. */
  readonly colors: number;
  /** Neighbours that differ a little: grain, gradients, soft shading. */
  readonly grain: number;
  /** Neighbours that are exactly equal: paper, fills. */
  readonly flat: number;
  /** Neighbours that differ strongly, beside or below, whichever are more: outlines of letters and lines. */
  readonly edges: number;
}

/**
 * `line-art`: text, charts, screenshots: few colours or mostly flat; JPEG makes it larger and uglier.
 * `continuous`: photographs, scans, smooth shading.
 */
export type PictureClass = 'line-art' | 'continuous';

/** More colours than a palette of 8 bits could ever stand for. */
const MANY_COLORS = 4096;

/** Differences in luminance of a neighbour that count as grain: below is noise of rounding, above is an edge. */
const LEVELS: NeighbourLevels = { grainFrom: 2, grainBelow: 32, edgeFrom: 64 };

/** A scan or photo has this share of grainy neighbours; line art stays far below (measured 0.02-0.08). */
const CONTINUOUS_GRAIN = 0.2;
const SAMPLED_PIXELS = 2_000_000;
const SAMPLED_PIXELS_BETWEEN_ROWS = 250_000;

export function pictureFacts(raster: Raster): PictureFacts {
  const counter = new FactCounter(raster);
  counter.add(raster.samples);
  return counter.facts;
}

/** Counts in rows that come from the top, one picture at a time. */
class FactCounter {
  readonly #size: RasterSize;
  readonly #neighbours: NeighbourCounter;
  readonly #below: EdgesBetweenRows;
  /** Of whole rows, spread evenly, about two million pixels at most. */
  readonly #everyRow: number;
  #rows = 0;

  constructor(size: RasterSize) {
    const { width, height, channels } = size;
    this.#size = size;
    this.#everyRow = Math.max(1, Math.ceil((width * height) / SAMPLED_PIXELS));
    this.#neighbours = new NeighbourCounter(width, channels, LEVELS, MANY_COLORS);
    this.#below = new EdgesBetweenRows(width, height, channels);
  }

  /** The next rows. */
  add(samples: Uint8Array): void {
    const stride = this.#size.width * this.#size.channels;
    for (let at = 0; at + stride <= samples.length; at += stride) {
      const row = samples.subarray(at, at + stride);
      if (this.#rows % this.#everyRow === 0) this.#neighbours.add(row);
      this.#below.add(row);
      this.#rows += 1;
    }
  }

  /** Of all rows, when they have come. */
  get facts(): PictureFacts {
    const { width, height } = this.#size;
    const { colors, grainy, equal, strong } = this.#neighbours.counts;
    const all = Math.max(1, Math.ceil(height / this.#everyRow) * (width - 1));
    const edges = Math.max(strong / all, this.#below.share);
    return { colors, grain: grainy / all, flat: equal / all, edges };
  }
}

type RasterSize = Pick<Raster, 'width' | 'height' | 'channels'>;

/** The facts of rows that something else is made of meanwhile, which asks for all of them. */
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

/** Of pixels that differ strongly from the one below: stripes lie in one direction alone. */
class EdgesBetweenRows {
  readonly #channels: Channels;
  /** All rows, but not all columns: stripes of a period that goes with the step would be missed. */
  readonly #step: number;
  /** Of the row above. */
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
      if (Math.abs(lumas[at] - above[at]) >= LEVELS.edgeFrom) this.#strong += 1;
  }

  get share(): number {
    return this.#strong / Math.max(1, (this.#rows - 1) * this.#above.length);
  }
}

/** Text and line art must stay legible, so in doubt a picture is line art unless grain says otherwise. */
export function classify({ colors, grain, flat }: PictureFacts): PictureClass {
  if (colors <= 16) return 'line-art';
  if (grain >= CONTINUOUS_GRAIN) return 'continuous';
  // Smooth shading over many colours has little grain of its own, but hardly two equal neighbours either.
  if (flat < 0.5 && colors >= 64) return 'continuous';
  return 'line-art';
}

/** A page of print has this share of strong edges; photographs stay well below. */
const DETAILED_EDGES = 0.02;

/** Whether there is detail in it, such as small print, that shrinking may make unreadable. */
export function isDetailed({ edges }: PictureFacts): boolean {
  return edges >= DETAILED_EDGES;
}

/** Rec. 601 luma in integers; of four inks, how dark they are together. */
function lumaOf(samples: Uint8Array, at: number, channels: Channels): number {
  if (channels === 1) return samples[at];
  const three = (samples[at] * 77 + samples[at + 1] * 150 + samples[at + 2] * 29) >> 8;
  return channels === 3 ? three : Math.min(255, three + samples[at + 3]);
}
