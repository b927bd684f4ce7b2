import { findAccents } from './accents.ts';
import { shapesBesideLight } from './beside-light.ts';
import { keepEnclosed } from './enclosed.ts';
import { type FlatInks, findInks, type InkColor, isOfInk, STAYS } from './flat-inks.ts';
import type { KnownShapes } from './known-shapes.ts';
import { keepOtherHues } from './other-hues.ts';
import type { ShapeTones } from './shape-tones.ts';
import { keepStamps } from './stamps.ts';
import { keepLinesWhole, type TextLine } from './text-lines.ts';

/** Minimum pixels at 300 dpi: less is a speck. */
const MIN_AREA = 5;
const SPECK_DPI = 300;
/** Levels over two pixels: a softer edge is a shadow or a fold. */
const MIN_SHARPNESS = 20;
/** Maximum inches of a side; larger shapes are areas, not strokes. */
const MAX_SIDE = 0.6;
const MAX_FILL = 0.15;
/** Relative to print: paler marks are pencil, stamps or show-through, or small print at the limit of the scan. */
const PALE_SHARE = 0.33;
const PALE_LEVELS = 64;
/** Share of that contrast for letters in a line of dark enough letters. */
const PALE_IN_LINE = 0.8;
/** Share of that contrast for accents, which may be paler than their letter. */
const PALE_ACCENT = 0.5;
/** Maximum distance of a core pixel from the ink: a share of the contrast, within these levels. */
const OFF = { share: 0.45, least: 28, most: 70 };
/** Maximum share of a shape's core pixels off their ink: more are a second tone. */
const MAX_OFF = 0.15;
/** Maximum number of off pixels, as the side in inches of a square: more is a letter crossed by a stamp. */
const MAX_OFF_SIDE = 0.03;
/** A table with all its lines has more here and there, without a second tone. */
const MAX_OFF_OF_LARGE = 0.001;
/** Levels of a channel's distance from the mean of all, relative to the ink: another hue, however thin the stroke. */
const OTHER_HUE = 45;
/** Inches from a pixel to the next edge for it to count: thin strokes are paler than wide ones on every scan. */
const THICK = 0.01;

/** Levels between two inks of one hue: closer ones are shades of one pen. */
const SHADE_LEVELS = 64;
const SHADE_HUE = 13;
/** Maximum share of the ink on a page. */
const MAX_SHADES = 0.15;

/** Finds shapes of one flat ink; all others stay, and so do lines of text in which many letters stay. */
export function findPlainInk(known: KnownShapes): FlatInks {
  const { paper, tones, lines } = known;
  const bar = Math.max(PALE_LEVELS, Math.trunc((paper.contrast ?? 0) * PALE_SHARE));
  const isStroke = strokes(known);
  const besideLight = shapesBesideLight(known);
  for (let shape = 0; shape < isStroke.length; shape += 1) if (besideLight[shape] === 1) isStroke[shape] = 0;
  const isDark = isStroke.map((may, shape) => (may === 1 && tones.contrast[shape]! >= bar ? 1 : 0));
  const inks = findInks(tones, isDark);
  liftPaleLetters(inks, tones, lines, isStroke, bar * PALE_IN_LINE);
  liftAccents(inks, known, bar * PALE_ACCENT);
  keepMixed(inks, known);
  keepOtherHues(inks, known);
  if (isToned(inks, tones)) inks.ofShape.fill(STAYS);
  keepStamps(inks, tones);
  keepEnclosed(known, inks.ofShape);
  keepLinesWhole(lines, inks.ofShape);
  return inks;
}

/** Returns 1 for each shape with the edges, size and texture of a stroke. */
export function strokes({ page: { dpi }, shapes, tones, textured }: KnownShapes): Uint8Array {
  const leastArea = MIN_AREA * (dpi / SPECK_DPI) * (dpi / SPECK_DPI);
  const { left, right, top, bottom, area } = shapes;
  return textured.map((isTextured, shape) => {
    if (isTextured === 1 || area[shape]! < leastArea || tones.pixels[shape] === 0) return 0;
    if (tones.sharpness[shape]! <= MIN_SHARPNESS) return 0;
    const [width, height] = [right[shape]! - left[shape]!, bottom[shape]! - top[shape]!];
    const isArea = Math.min(width, height) > MAX_SIDE * dpi && area[shape]! > width * height * MAX_FILL;
    return isArea ? 0 : 1;
  });
}

/** Gives letters slightly below the limit the ink of most of their line. */
function liftPaleLetters(
  { colors, ofShape }: FlatInks,
  tones: ShapeTones,
  lines: readonly TextLine[],
  isStroke: Uint8Array,
  bar: number,
): void {
  for (const line of lines) {
    const lifted = line.filter((shape) => ofShape[shape] !== STAYS);
    if (lifted.length * 2 < line.length) continue;
    const ink = commonest(lifted.map((shape) => ofShape[shape]!));
    for (const shape of line) {
      const isNear = ofShape[shape] === STAYS && isStroke[shape] === 1 && tones.contrast[shape]! >= bar;
      if (isNear && isOfInk(tones, shape, colors[ink]!)) ofShape[shape] = ink;
    }
  }
}

/** Small marks above and below letters follow their letter: softened alone, they would be lost. */
export function liftAccents(
  { ofShape }: FlatInks,
  { page, shapes, tones, textured }: KnownShapes,
  bar: number,
): void {
  for (const { mark, letter } of findAccents(shapes, page.dpi)) {
    if (ofShape[mark] !== STAYS || textured[mark] === 1) continue;
    // Beside darker strokes a mark has no core that shows its contrast.
    if (tones.pixels[mark] === 0 || tones.contrast[mark]! >= bar) ofShape[mark] = ofShape[letter]!;
  }
}

function commonest(inks: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = inks[0]!;
  for (const ink of inks) {
    const count = (counts.get(ink) ?? 0) + 1;
    counts.set(ink, count);
    if (count > (counts.get(best) ?? 0)) best = ink;
  }
  return best;
}

/** Keeps shapes of several tones whole: a cut through them would be visible. */
export function keepMixed({ colors, ofShape }: FlatInks, { page, runs, tones }: KnownShapes): void {
  const { raster, dpi } = page;
  const { mask, width, height } = runs;
  const { places, owners } = tones;
  const reach = Math.max(1, Math.round(THICK * dpi));
  const off = new Int32Array(ofShape.length);
  const mostOff = (MAX_OFF_SIDE * dpi) ** 2;
  const { channels, samples } = raster;
  for (let core = 0; core < places.length; core += 1) {
    const shape = owners[core]!;
    const ink = ofShape[shape]!;
    if (ink === STAYS) continue;
    const at = places[core]!;
    const difference = differenceFrom(colors[ink]!, samples, at * channels, channels);
    const bar = Math.min(OFF.most, Math.max(OFF.least, Math.trunc(tones.contrast[shape]! * OFF.share)));
    // Paler pixels may be thin strokes or edges; darker ones or other hues are not.
    if (difference.hue > OTHER_HUE || difference.mean < -bar) {
      off[shape]! += 1;
      continue;
    }
    if (difference.levels <= bar) continue;
    const y = Math.trunc(at / width);
    const x = at - y * width;
    if (x < reach || y < reach || x + reach >= width || y + reach >= height) continue;
    const below = reach * width;
    off[shape]! += mask[at - reach]! & mask[at + reach]! & mask[at - below]! & mask[at + below]!;
  }
  for (let shape = 0; shape < off.length; shape += 1) {
    const pixels = tones.pixels[shape]!;
    const most = Math.max(mostOff, pixels * MAX_OFF_OF_LARGE);
    if (off[shape]! > Math.min(pixels * MAX_OFF, most)) ofShape[shape] = STAYS;
  }
}

/** Difference of a pixel from an ink, in levels: in its worst channel, on the mean, and in hue. */
function differenceFrom(ink: InkColor, samples: Uint8Array, at: number, channels: number) {
  const red = samples[at]! - ink[0];
  if (channels === 1) return { levels: Math.abs(red), mean: red, hue: 0 };
  const green = samples[at + 1]! - ink[1];
  const blue = samples[at + 2]! - ink[2];
  const mean = (red + green + blue) / 3;
  const hue = Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean));
  return { levels: Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)), mean, hue };
}

/**
 * True if many shapes differ from another ink by tone alone: a pen or a brush with varying density, which
 * flat inks would turn into steps.
 */
function isToned({ colors, ofShape }: FlatInks, tones: ShapeTones): boolean {
  const isShade = colors.map((color, ink) => colors.slice(0, ink).some((other) => isShadeOf(color, other)));
  let all = 0;
  let shades = 0;
  for (let shape = 0; shape < ofShape.length; shape += 1) {
    const ink = ofShape[shape]!;
    if (ink === STAYS) continue;
    all += tones.pixels[shape]!;
    if (isShade[ink]) shades += tones.pixels[shape]!;
  }
  return shades > all * MAX_SHADES;
}

function isShadeOf(color: InkColor, other: InkColor): boolean {
  const steps = color.map((level, channel) => level - other[channel]!);
  const mean = (steps[0]! + steps[1]! + steps[2]!) / 3;
  return steps.every((step) => Math.abs(step) < SHADE_LEVELS && Math.abs(step - mean) <= SHADE_HUE);
}
