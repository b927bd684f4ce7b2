import { mapped } from '../../lists.ts';
import { countedTones, indexedPixels, nearestColors, pixelsOfIndexes, type Tones } from './pixels-simd.ts';
import { BAND_ROWS, type Raster, type RasterRows } from './raster.ts';

/** An Indexed image: one index per pixel, and the bytes of the entries. */
export interface Palette {
  readonly indexes: Uint8Array;
  /** Entries with one byte per channel of the raster. */
  readonly table: Uint8Array;
}

/** Levels of the channels; for gray, the same three times. */
type Color = readonly [number, number, number];

/** Counting and splitting more colors takes longer than a JPEG, which is then the better form anyway. */
const MAX_TONES = 40_000;
const REFINEMENTS = 2;

/**
 * Returns at most `maxColors` colors for an image of these tones: median cut by variance, then two rounds of
 * k-means; distinct, from dark to light. Plain arithmetic, so that every engine finds the same palette.
 */
export function fewerColors(tones: Tones, maxColors: number): readonly Color[] {
  let centers = medianCut(tones, maxColors);
  for (let round = 0; round < REFINEMENTS; round += 1) centers = refined(tones, centers);
  return inOrder(centers);
}

/** Maps the image to these colors, without dithering. */
export function indexed({ samples }: Raster, tones: Tones, colors: readonly Color[]): Palette {
  return {
    indexes: indexedPixels(samples, tones, nearestColors(tones, colors)),
    table: Uint8Array.from(colors.flatMap((color) => color.slice(0, tones.channels))),
  };
}

/** Returns the gray or RGB raster of a palette image, computed a band at a time. */
export function unindexed(
  { indexes, table }: Palette,
  { width, height, channels }: Pick<Raster, 'width' | 'height' | 'channels'>,
): RasterRows {
  const stride = width * channels;
  let first = 0;
  let band = new Uint8Array();
  const makeBand = (top: number, end: number) => {
    first = top - (top % BAND_ROWS);
    const pixels = indexes.subarray(first * width, Math.max(end, first + BAND_ROWS) * width);
    band = pixelsOfIndexes(pixels, table, channels === 1 ? 1 : 3);
  };
  return {
    width,
    height,
    channels,
    rows(top, end) {
      if (top < first || end * stride > first * stride + band.length) makeBand(top, end);
      return band.subarray((top - first) * stride, (end - first) * stride);
    },
  };
}

/** Returns every color of a gray or RGB image; null if there are too many. */
export function tonesOf({ channels, samples }: Raster): Tones | null {
  return channels === 4 ? null : countedTones(samples, channels, MAX_TONES);
}

interface Box {
  /** Numbers of its tones. */
  readonly members: Uint32Array;
  readonly mean: Color;
  /** The channel with the largest variance. */
  readonly axis: 0 | 1 | 2;
  /** Sum of squared distances from the mean along the axis, over all pixels. */
  readonly spread: number;
}

function medianCut(tones: Tones, maxColors: number): Color[] {
  const boxes = [boxOf(tones, Uint32Array.from(tones.colors.keys()))];
  while (boxes.length < maxColors) {
    const widest = boxes.reduce((best, box, index) => (box.spread > boxes[best]!.spread ? index : best), 0);
    const { members, axis, mean, spread } = boxes[widest]!;
    if (spread === 0) break;
    const shift = shiftOf(tones, axis);
    const isLow = (tone: number) => ((tones.colors[tone]! >> shift) & 255) <= mean[axis];
    const low = members.filter(isLow);
    const high = members.filter((tone) => !isLow(tone));
    if (low.length === 0 || high.length === 0) break;
    boxes[widest] = boxOf(tones, low);
    boxes.push(boxOf(tones, high));
  }
  return boxes.map(({ mean }) => mean);
}

/** Bit position of a channel in a packed color: red highest; for gray, the same for all. */
function shiftOf({ channels }: Tones, channel: number): number {
  return channels === 1 ? 0 : 16 - channel * 8;
}

function boxOf(tones: Tones, members: Uint32Array): Box {
  const sums = mapped([0, 1, 2], (channel) => sumsOf(tones, members, shiftOf(tones, channel)));
  const spreads = mapped(sums, ({ pixels, levels, squares }) => squares - (levels * levels) / pixels);
  const axis = spreads[0] >= spreads[1] && spreads[0] >= spreads[2] ? 0 : spreads[1] >= spreads[2] ? 1 : 2;
  return {
    members,
    mean: mapped(sums, ({ pixels, levels }) => levels / pixels),
    axis,
    spread: members.length === 1 ? 0 : spreads[axis],
  };
}

/** Sums over the pixels of these tones: count, levels and squares, as integers below 2^53. */
function sumsOf({ colors, counts }: Tones, members: Uint32Array, shift: number) {
  let pixels = 0;
  let levels = 0;
  let squares = 0;
  for (const tone of members) {
    const level = (colors[tone]! >> shift) & 255;
    const count = counts[tone]!;
    pixels += count;
    levels += level * count;
    squares += level * level * count;
  }
  return { pixels, levels, squares };
}

/** One round of k-means over the tones. */
function refined(tones: Tones, centers: readonly Color[]): Color[] {
  const { colors, counts } = tones;
  const shifts = [0, 1, 2].map((channel) => shiftOf(tones, channel));
  const sums = new Float64Array(centers.length * 4);
  for (const [tone, center] of nearestColors(tones, centers).entries()) {
    const at = center * 4;
    for (let channel = 0; channel < 3; channel += 1)
      sums[at + channel]! += ((colors[tone]! >> shifts[channel]!) & 255) * counts[tone]!;
    sums[at + 3]! += counts[tone]!;
  }
  return centers.map((center, index) => {
    const [red = 0, green = 0, blue = 0, count = 0] = sums.subarray(index * 4, index * 4 + 4);
    return count === 0 ? center : [red / count, green / count, blue / count];
  });
}

/** From dark to light, rounded, distinct: neighbors in the table are similar, which deflates better. */
function inOrder(centers: readonly Color[]): Color[] {
  const whole = new Map<number, Color>();
  for (const center of centers) {
    const parts: Color = [Math.round(center[0]), Math.round(center[1]), Math.round(center[2])];
    whole.set((parts[0] << 16) | (parts[1] << 8) | parts[2], parts);
  }
  const weight = ([red, green, blue]: Color) => red * 77 + green * 150 + blue * 29;
  return [...whole.values()].sort((a, b) => weight(a) - weight(b) || a[0] - b[0] || a[1] - b[1]);
}
