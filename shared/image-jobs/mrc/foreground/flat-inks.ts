import type { ShapeTones } from './shape-tones.ts';

/** Color of an ink as three levels. */
export type InkColor = readonly [number, number, number];

/** No ink: the shape stays in the background image. */
export const STAYS = -1;

export interface FlatInks {
  readonly colors: readonly InkColor[];
  /** Ink number by shape, or `STAYS`. Steps named `lift…` and `keep…` write into it. */
  ofShape: Int8Array;
}

/** Maximum inks; each is decoded as a separate image. */
const MAX_INKS = 4;
/** Minimum share of core pixels that is worth an ink, for which readers draw the whole page once more. */
const MIN_SHARE = 0.005;
const ROUNDS = 3;
/** Maximum distance of a member from its ink per channel: a share of its contrast, within these levels. */
const TOLERANCE = { share: 0.2, least: 12, most: 24 };
/** The same for black and gray print, whose shades come from the scanner. */
const GRAY_TOLERANCE = { share: 0.3, least: 14, most: 40 };
/** Maximum difference in hue: levels of a channel from the mean of all. */
const MAX_HUE = 13;
/** In levels: below, a color counts as gray. */
const NEUTRAL = 10;

/** Finds the few colors in which most shapes are printed. */
export function findInks(tones: ShapeTones, mayBeLifted: Uint8Array): FlatInks {
  const ofShape = new Int8Array(mayBeLifted.length).fill(STAYS);
  const colors: InkColor[] = [];
  let left = mayBeLifted.reduce((sum, may) => sum + may, 0);
  const total = tones.pixels.reduce((sum, pixels) => sum + pixels, 0);
  while (colors.length < MAX_INKS && left > 0) {
    const open = openShapes(mayBeLifted, ofShape);
    const weight = open.reduce((sum, shape) => sum + tones.pixels[shape]!, 0);
    if (weight < Math.max(1, total * MIN_SHARE)) break;
    const found = nextInk(tones, open);
    if (found === null) break;
    for (const shape of found.members) ofShape[shape] = colors.length;
    colors.push(found.color);
    left -= found.members.length;
  }
  return { colors, ofShape };
}

function openShapes(mayBeLifted: Uint8Array, ofShape: Int8Array): number[] {
  const open: number[] = [];
  for (let shape = 0; shape < ofShape.length; shape += 1) {
    if (mayBeLifted[shape] === 1 && ofShape[shape] === STAYS) open.push(shape);
  }
  return open;
}

function nextInk(tones: ShapeTones, open: readonly number[]) {
  let color = medianColor(tones, open);
  let members: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    members = open.filter((shape) => isOfInk(tones, shape, color));
    // The median of several inks may match none of them: then the most frequent shade is used.
    if (members.length === 0) {
      if (round > 0) return null;
      color = commonestColor(tones, open);
      members = open.filter((shape) => isOfInk(tones, shape, color));
      if (members.length === 0) return null;
    }
    color = medianColor(tones, members);
  }
  members = open.filter((shape) => isOfInk(tones, shape, color));
  return members.length === 0 ? null : { color, members };
}

/** Median per channel, weighted by core pixels. */
function medianColor({ color, pixels }: ShapeTones, shapes: readonly number[]): InkColor {
  const channel = (index: number) => {
    const counts = new Float64Array(256);
    let total = 0;
    for (const shape of shapes) {
      counts[color[shape * 3 + index]!]! += pixels[shape]!;
      total += pixels[shape]!;
    }
    let left = total / 2;
    let level = 0;
    while (level < 255 && (left -= counts[level]!) > 0) level += 1;
    return level;
  };
  return [channel(0), channel(1), channel(2)];
}

function commonestColor({ color, pixels }: ShapeTones, shapes: readonly number[]): InkColor {
  const counts = new Map<number, number>();
  let best = shapes[0]!;
  let most = 0;
  for (const shape of shapes) {
    const [r, g, b] = [color[shape * 3]! >> 4, color[shape * 3 + 1]! >> 4, color[shape * 3 + 2]! >> 4];
    const bin = (r << 8) | (g << 4) | b;
    const count = (counts.get(bin) ?? 0) + pixels[shape]!;
    counts.set(bin, count);
    if (count > most) {
      most = count;
      best = shape;
    }
  }
  return [color[best * 3]!, color[best * 3 + 1]!, color[best * 3 + 2]!];
}

/** Called for each shape and ink several times, so nothing is allocated here. */
export function isOfInk({ color, contrast }: ShapeTones, shape: number, ink: InkColor): boolean {
  const red = color[shape * 3]!;
  const green = color[shape * 3 + 1]!;
  const blue = color[shape * 3 + 2]!;
  const areGray = hueOf(red, green, blue) < NEUTRAL && hueOf(ink[0], ink[1], ink[2]) < NEUTRAL;
  const { share, least, most } = areGray ? GRAY_TOLERANCE : TOLERANCE;
  const bar = Math.min(most, Math.max(least, Math.trunc(contrast[shape]! * share)));
  const brighter = meanOf(red, green, blue) - meanOf(ink[0], ink[1], ink[2]);
  return (
    isChannelOf(red - ink[0], brighter, bar) &&
    isChannelOf(green - ink[1], brighter, bar) &&
    isChannelOf(blue - ink[2], brighter, bar)
  );
}

/** @param step of the channel; `brighter` is that of the mean of all, in levels */
function isChannelOf(step: number, brighter: number, bar: number): boolean {
  return Math.abs(step) <= bar && Math.abs(step - brighter) <= MAX_HUE;
}

/** Rec. 601, as for the scan. */
export function lumaOfInk([red, green, blue]: InkColor): number {
  return (red * 77 + green * 150 + blue * 29) >> 8;
}

function meanOf(red: number, green: number, blue: number): number {
  return Math.trunc((red + green + blue) / 3);
}

/** Returns the largest distance of a channel from the mean. */
function hueOf(red: number, green: number, blue: number): number {
  const mean = meanOf(red, green, blue);
  return Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean));
}
