import { bytesOfNumbers } from '../flate/sample-bits.ts';
import { countedTones, pixelsOfIndexes } from './pixels-simd.ts';
import type { Raster } from './raster.ts';

/** An Indexed picture: one index per pixel, and the bytes of the entries. */
export interface Palette {
  readonly indexes: Uint8Array;
  /** Entries of as many bytes as the raster has channels. */
  readonly table: Uint8Array;
}

/** A colour with the number of its pixels. */
export interface Tone {
  readonly parts: Color;
  readonly count: number;
}

/** Levels of the channels; of gray, the same three times. */
type Color = readonly [number, number, number];

/** Counting and splitting more colours than these takes longer than a JPEG, which then is the better form anyway. */
const MAX_TONES = 40_000;
const REFINEMENTS = 2;

/**
 * At most `maxColors` colours for a picture of these tones: median cut by variance, then two rounds of k-means; each
 * once, from dark to light. Plain arithmetic, so every engine finds the same palette.
 */
export function fewerColors(tones: readonly Tone[], maxColors: number): readonly Color[] {
  let centers = medianCut(tones, maxColors);
  for (let round = 0; round < REFINEMENTS; round += 1) centers = refined(tones, centers);
  return inOrder(centers);
}

/** The picture in these colours, without dithering. */
export function indexed({ tones, places, channels }: TonePicture, colors: readonly Color[]): Palette {
  const indexOf = Uint8Array.from(tones, ({ parts }) => nearest(parts, colors));
  return {
    indexes: bytesOfNumbers(places, indexOf),
    table: Uint8Array.from(colors.flatMap((color) => color.slice(0, channels))),
  };
}

/** The gray or RGB raster that a palette shows. */
export function unindexed({ indexes, table }: Palette, like: Raster): Raster {
  return { ...like, samples: pixelsOfIndexes(indexes, table, like.channels === 1 ? 1 : 3) };
}

/** A picture told by its colours. */
export interface TonePicture {
  readonly tones: readonly Tone[];
  /** For each pixel the number of its tone. */
  readonly places: Uint16Array;
  readonly channels: 1 | 3;
}

/** Every colour of a gray or RGB picture; null when it has very many. */
export function tonesOf({ channels, samples }: Raster): TonePicture | null {
  if (channels === 4) return null;
  const counted = countedTones(samples, channels, MAX_TONES);
  if (counted === null) return null;
  const { colors, counts, places } = counted;
  const tones = Array.from(colors, (color, index) => ({
    parts: partsOf(color, channels),
    count: counts[index],
  }));
  return { tones, places, channels };
}

function partsOf(color: number, channels: 1 | 3): Color {
  return channels === 1 ? [color, color, color] : [color >> 16, (color >> 8) & 255, color & 255];
}

interface Box {
  readonly tones: readonly Tone[];
  readonly mean: Color;
  /** Of the channel that varies most. */
  readonly axis: 0 | 1 | 2;
  /** Squared distance from the mean along the axis, over all pixels. */
  readonly spread: number;
}

function medianCut(tones: readonly Tone[], maxColors: number): Color[] {
  const boxes = [boxOf(tones)];
  while (boxes.length < maxColors) {
    const widest = boxes.reduce((best, box, index) => (box.spread > boxes[best].spread ? index : best), 0);
    const { tones: inside, axis, mean, spread } = boxes[widest];
    if (spread === 0) break;
    const low = inside.filter(({ parts }) => parts[axis] <= mean[axis]);
    const high = inside.filter(({ parts }) => parts[axis] > mean[axis]);
    if (low.length === 0 || high.length === 0) break;
    boxes[widest] = boxOf(low);
    boxes.push(boxOf(high));
  }
  return boxes.map(({ mean }) => mean);
}

function boxOf(tones: readonly Tone[]): Box {
  let pixels = 0;
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  for (const { parts, count } of tones) {
    pixels += count;
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] += parts[channel] * count;
      squares[channel] += parts[channel] * parts[channel] * count;
    }
  }
  const spreads = squares.map((square, channel) => square - (sums[channel] * sums[channel]) / pixels);
  const axis = spreads[0] >= spreads[1] && spreads[0] >= spreads[2] ? 0 : spreads[1] >= spreads[2] ? 1 : 2;
  const mean: Color = [sums[0] / pixels, sums[1] / pixels, sums[2] / pixels];
  return { tones, mean, axis, spread: tones.length === 1 ? 0 : spreads[axis] };
}

/** One round of k-means over the tones. */
function refined(tones: readonly Tone[], centers: readonly Color[]): Color[] {
  const sums = centers.map(() => [0, 0, 0, 0]);
  for (const { parts, count } of tones) {
    const sum = sums[nearest(parts, centers)];
    for (let channel = 0; channel < 3; channel += 1) sum[channel] += parts[channel] * count;
    sum[3] += count;
  }
  return centers.map((center, index) => {
    const [red, green, blue, count] = sums[index];
    return count === 0 ? center : [red / count, green / count, blue / count];
  });
}

function nearest(parts: Color, centers: readonly Color[]): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let index = 0; index < centers.length; index += 1) {
    const center = centers[index];
    const red = parts[0] - center[0];
    const green = parts[1] - center[1];
    const blue = parts[2] - center[2];
    const distance = red * red + green * green + blue * blue;
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  }
  return best;
}

/** From dark to light, whole numbers, each once: neighbours in the table are alike, which deflates better. */
function inOrder(centers: readonly Color[]): Color[] {
  const whole = new Map<number, Color>();
  for (const center of centers) {
    const parts: Color = [Math.round(center[0]), Math.round(center[1]), Math.round(center[2])];
    whole.set((parts[0] << 16) | (parts[1] << 8) | parts[2], parts);
  }
  const weight = ([red, green, blue]: Color) => red * 77 + green * 150 + blue * 29;
  return [...whole.values()].sort((a, b) => weight(a) - weight(b) || a[0] - b[0] || a[1] - b[1]);
}
