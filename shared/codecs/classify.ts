import type { Channels, Raster } from './raster.ts';

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
const GRAIN_FROM = 2;
const GRAIN_TO = 32;
const EDGE_FROM = 64;

/** A scan or photo has this share of grainy neighbours; line art stays far below (measured 0.02-0.08). */
const CONTINUOUS_GRAIN = 0.2;
const SAMPLED_PIXELS = 2_000_000;
const SAMPLED_PIXELS_BETWEEN_ROWS = 250_000;

/** Counts in whole rows, spread evenly, of about two million pixels at most. */
export function pictureFacts(raster: Raster): PictureFacts {
  const { width, height, channels, samples } = raster;
  const everyRow = Math.max(1, Math.ceil((width * height) / SAMPLED_PIXELS));
  const colors = new DistinctColors();
  let pairs = 0;
  let grainy = 0;
  let equal = 0;
  let strong = 0;
  for (let y = 0; y < height; y += everyRow) {
    let at = y * width * channels;
    let previousColor = -1;
    let previousLuma = 0;
    for (let x = 0; x < width; x += 1, at += channels) {
      const color = colorAt(samples, at, channels);
      if (color === previousColor) {
        equal += 1;
        continue;
      }
      const luma = lumaOf(samples, at, channels);
      if (x > 0) {
        const step = Math.abs(luma - previousLuma);
        if (step >= GRAIN_FROM && step < GRAIN_TO) grainy += 1;
        else if (step >= EDGE_FROM) strong += 1;
      }
      colors.add(color);
      previousColor = color;
      previousLuma = luma;
    }
    pairs += width - 1;
  }
  const all = Math.max(1, pairs);
  const edges = Math.max(strong / all, edgesBetweenRows(raster));
  return { colors: colors.count, grain: grainy / all, flat: equal / all, edges };
}

/** The share of pixels that differ strongly from the one below: stripes lie in one direction alone. */
function edgesBetweenRows(raster: Raster): number {
  const { width, height, channels, samples } = raster;
  const stride = width * channels;
  // All rows, but not all columns: stripes of a period that goes with the step would be missed.
  const step = Math.ceil((width * height) / SAMPLED_PIXELS_BETWEEN_ROWS) * channels;
  let pairs = 0;
  let strong = 0;
  for (let y = 0; y + 1 < height; y += 1) {
    const end = (y + 1) * stride;
    for (let at = y * stride; at < end; at += step) {
      const difference = lumaOf(samples, at, channels) - lumaOf(samples, at + stride, channels);
      if (Math.abs(difference) >= EDGE_FROM) strong += 1;
      pairs += 1;
    }
  }
  return strong / Math.max(1, pairs);
}

/** Counts up to `MANY_COLORS`; a table of its own, since a Set takes most of the time of counting. */
class DistinctColors {
  count = 0;
  /** Open addressing, a quarter full at most; -1 is free. */
  readonly #slots = new Float64Array(MANY_COLORS * 4).fill(-1);

  add(color: number): void {
    if (this.count === MANY_COLORS) return;
    const slots = this.#slots;
    let slot = Math.imul(color, 0x9e3779b1) >>> SLOT_SHIFT;
    while (slots[slot] !== color) {
      if (slots[slot] === -1) {
        slots[slot] = color;
        this.count += 1;
        return;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
  }
}
const SLOT_SHIFT = 32 - Math.log2(MANY_COLORS * 4);

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

function colorAt(samples: Uint8Array, at: number, channels: Channels): number {
  if (channels === 1) return samples[at];
  const three = (samples[at] << 16) | (samples[at + 1] << 8) | samples[at + 2];
  return channels === 3 ? three : three * 256 + samples[at + 3];
}

/** Rec. 601 luma in integers; of four inks, how dark they are together. */
function lumaOf(samples: Uint8Array, at: number, channels: Channels): number {
  if (channels === 1) return samples[at];
  const three = (samples[at] * 77 + samples[at + 1] * 150 + samples[at + 2] * 29) >> 8;
  return channels === 3 ? three : Math.min(255, three + samples[at + 3]);
}
