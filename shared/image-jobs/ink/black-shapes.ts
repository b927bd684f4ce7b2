import { shapesBesideLight } from '../mrc/foreground/beside-light.ts';
import { keepEnclosed } from '../mrc/foreground/enclosed.ts';
import { type InkColor, STAYS } from '../mrc/foreground/flat-inks.ts';
import type { KnownShapes } from '../mrc/foreground/known-shapes.ts';
import { keepOtherHues } from '../mrc/foreground/other-hues.ts';
import { keepMixed, liftAccents, strokes } from '../mrc/foreground/plain-ink.ts';
import type { ShapeTones } from '../mrc/foreground/shape-tones.ts';
import { keepLinesWhole, type TextLine } from '../mrc/foreground/text-lines.ts';

/** A shape that becomes ink, and one so small that it is dust and becomes paper; others stay in a picture. */
export const BLACK = 0;
export const DUST = 1;

/** Share of the usual contrast, and least levels: paler shapes are pencil, stamps or show-through. */
const PALE_SHARE = 0.45;
const PALE_LEVELS = 64;
/** Share of that contrast for letters in a line of dark enough letters, and for accents. */
const PALE_IN_LINE = 0.75;
const PALE_ACCENT = 0.5;
/** Levels of a channel from the mean of all, relative to the paper: more is a colored ink. */
const MAX_HUE = 26;
/** Pixels at 300 dpi: smaller shapes are dust, and up to the second if they are pale or soft. */
const SPECK_PIXELS = 5;
const PALE_SPECK_PIXELS = 12;
const DPI_OF_PIXELS = 300;

/** The black of a page, and what each shape becomes: `BLACK`, `DUST` or `STAYS`. */
export interface BlackShapes {
  readonly color: InkColor;
  readonly ofShape: Int8Array;
}

/** Finds the shapes that may become black: dark, neutral, of one tone, with the edges of strokes. */
export function findBlackShapes(known: KnownShapes): BlackShapes {
  const { paper, shapes, tones, lines } = known;
  const bar = Math.max(PALE_LEVELS, Math.trunc((paper.contrast ?? 0) * PALE_SHARE));
  const mayBeInk = strokes(known);
  const besideLight = shapesBesideLight(known);
  const neutral = neutralShapes(known);
  for (let shape = 0; shape < mayBeInk.length; shape += 1) {
    if (besideLight[shape] === 1 || neutral[shape] === 0) mayBeInk[shape] = 0;
  }
  const ofShape = new Int8Array(shapes.count).fill(STAYS);
  for (let shape = 0; shape < ofShape.length; shape += 1) {
    if (mayBeInk[shape] === 1 && tones.contrast[shape]! >= bar) ofShape[shape] = BLACK;
  }
  const color = medianColor(tones, ofShape);
  const inks = { colors: [color], ofShape };
  blackenPaleLetters(lines, mayBeInk, tones, bar * PALE_IN_LINE, ofShape);
  liftAccents(inks, known, bar * PALE_ACCENT);
  keepMixed(inks, known);
  keepOtherHues(inks, known);
  keepEnclosed(known, ofShape);
  keepLinesWhole(lines, ofShape);
  dropDust(known, bar, ofShape);
  return { color, ofShape };
}

/** Returns 1 for each shape whose core has the hue of the paper around it, up to a scanner's fringes. */
function neutralShapes({ page, shapes, tones, bare }: KnownShapes): Uint8Array {
  const neutral = new Uint8Array(shapes.count).fill(1);
  if (page.raster.channels === 1) return neutral;
  const { block, columns, levels } = bare;
  for (let shape = 0; shape < neutral.length; shape += 1) {
    const x = (shapes.left[shape]! + shapes.right[shape]!) >> 1;
    const y = (shapes.top[shape]! + shapes.bottom[shape]!) >> 1;
    const at = (Math.trunc(y / block) * columns + Math.trunc(x / block)) * 3;
    const paper = (levels[at]! + levels[at + 1]! + levels[at + 2]!) / 3;
    const core = shape * 3;
    const ink = (tones.color[core]! + tones.color[core + 1]! + tones.color[core + 2]!) / 3;
    // The paper's own hue shines in proportion to the light that is left.
    const light = paper === 0 ? 0 : ink / paper;
    for (let channel = 0; channel < 3; channel += 1) {
      const hue = tones.color[core + channel]! - ink - (levels[at + channel]! - paper) * light;
      if (Math.abs(hue) > MAX_HUE) neutral[shape] = 0;
    }
  }
  return neutral;
}

/** Gives letters slightly below the limit the ink of most of their line. */
function blackenPaleLetters(
  lines: readonly TextLine[],
  mayBeInk: Uint8Array,
  { contrast }: ShapeTones,
  bar: number,
  ofShape: Int8Array,
): void {
  for (const line of lines) {
    const black = line.filter((shape) => ofShape[shape] === BLACK);
    if (black.length * 2 < line.length) continue;
    for (const shape of line) if (mayBeInk[shape] === 1 && contrast[shape]! >= bar) ofShape[shape] = BLACK;
  }
}

function dropDust({ page, shapes, tones }: KnownShapes, bar: number, ofShape: Int8Array): void {
  const scale = (page.dpi / DPI_OF_PIXELS) ** 2;
  for (let shape = 0; shape < ofShape.length; shape += 1) {
    const area = shapes.area[shape]!;
    const isPale = ofShape[shape] === STAYS && tones.contrast[shape]! < bar;
    if (area < SPECK_PIXELS * scale || (isPale && area < PALE_SPECK_PIXELS * scale)) ofShape[shape] = DUST;
  }
}

/** Median per channel, weighted by core pixels. */
function medianColor({ color, pixels }: ShapeTones, ofShape: Int8Array): InkColor {
  const median = (channel: number) => {
    const counts = new Float64Array(256);
    let left = 0;
    for (let shape = 0; shape < ofShape.length; shape += 1) {
      if (ofShape[shape] !== BLACK) continue;
      counts[color[shape * 3 + channel]!]! += pixels[shape]!;
      left += pixels[shape]! / 2;
    }
    let level = 0;
    while (level < 255 && (left -= counts[level]!) > 0) level += 1;
    return level;
  };
  return [median(0), median(1), median(2)];
}
