import { countedNeighbours, type NeighbourLevels } from './classify-simd.ts';
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
const LEVELS: NeighbourLevels = { grainFrom: 2, grainBelow: 32, edgeFrom: 64 };

/** A scan or photo has this share of grainy neighbours; line art stays far below (measured 0.02-0.08). */
const CONTINUOUS_GRAIN = 0.2;
const SAMPLED_PIXELS = 2_000_000;
const SAMPLED_PIXELS_BETWEEN_ROWS = 250_000;

/** Counts in whole rows, spread evenly, of about two million pixels at most. */
export function pictureFacts(raster: Raster): PictureFacts {
  const { width, height } = raster;
  const everyRow = Math.max(1, Math.ceil((width * height) / SAMPLED_PIXELS));
  const { colors, grainy, equal, strong } = countedNeighbours(raster, everyRow, LEVELS, MANY_COLORS);
  const all = Math.max(1, Math.ceil(height / everyRow) * (width - 1));
  const edges = Math.max(strong / all, edgesBetweenRows(raster));
  return { colors, grain: grainy / all, flat: equal / all, edges };
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
      if (Math.abs(difference) >= LEVELS.edgeFrom) strong += 1;
      pairs += 1;
    }
  }
  return strong / Math.max(1, pairs);
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
