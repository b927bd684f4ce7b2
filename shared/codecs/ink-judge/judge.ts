import type { Bitmap } from '../bitmap.ts';
import { barsOf, type ContrastBars } from './contrast-bars.ts';
import { joinsStrokes, mayJoin } from './joined-strokes.ts';
import { hasLostColor } from './lost-color.ts';
import { contrastToPaper, type ScanSamples } from './paper-levels.ts';
import { flagsOf, HALO, IN_PICTURE, INK, type PixelBox } from './pixel-flags.ts';
import { hasShape, PixelRuns, type RunShapes, shapesOf } from './shapes.ts';
import { hasOtherWeight } from './weight.ts';

/**
 * Compares a scan with the one-bit page made of it, pixel by pixel and shape by shape. It shares no code with what
 * makes such pages: it has its own estimate of the paper and its own shapes.
 */

/** Rules that a one-bit page may break. */
export type InkRule =
  | 'size' // scan and page have different sizes
  | 'stroke-lost' // a part of a stroke has no ink
  | 'stroke-thinned' // too much of a stroke has no ink
  | 'stroke-divided' // one stroke is several shapes of ink
  | 'strokes-joined' // ink joins strokes that the scan keeps apart
  | 'ink-on-paper' // there is ink where the scan has paper
  | 'ink-without-stroke' // a shape of ink has nothing dark below it
  | 'mark-lost' // a paler mark is neither ink nor in a picture
  | 'color-lost' // a colored mark is neither ink nor in a picture
  | 'weight'; // at about 100 dpi, text is darker or lighter

/** A part of the page that is stored as a picture. */
export type PictureBox = PixelBox;

/** Pixels at 300 dpi: smaller shapes are specks. */
const STROKE_PIXELS = 5;
/** Dark pixels of the smallest letters. */
const LETTER_PIXELS = 20;
const MARK_PIXELS = 14;
const PAPER_PIXELS = 2;
const DPI_OF_PIXELS = 300;
/** Minimum share of a stroke's pixels that are ink. */
const MIN_INKED = 0.8;
/** Inches around ink in which the scanner blurred it. */
const BLUR = 1 / 75;

/** Inches along the edges of a scan that show the scanner. */
const EDGE = 1 / 150;

/** Kinds of pixels, as bits; ink is one of them. */
const CERTAIN = 2;
const LOST = 4;
const MARKED = 8;
const BARE = 16;
const PART = 32;

/** @param dpi of the scan. Returns the broken rules; empty for a page that keeps everything. */
export function judgeInk(
  scan: ScanSamples,
  page: Bitmap,
  pictures: readonly PictureBox[],
  dpi: number,
): readonly InkRule[] {
  const { width, height } = scan;
  if (width !== page.width || height !== page.height) return ['size'];
  const contrast = contrastToPaper(scan, dpi);
  const edge = Math.ceil(dpi * EDGE);
  const edges: readonly PictureBox[] = [
    { left: 0, top: 0, right: width, bottom: edge },
    { left: 0, top: height - edge, right: width, bottom: height },
    { left: 0, top: 0, right: edge, bottom: height },
    { left: width - edge, top: 0, right: width, bottom: height },
  ];
  const flags = flagsOf(page, [...pictures, ...edges], Math.ceil(dpi * BLUR));
  const bars = barsOf(contrast, flags);
  const planes = { width, height, contrast, flags };
  const found = runsOfKinds(planes, bars);
  const pixels = (at300: number) => Math.ceil(at300 * (dpi / DPI_OF_PIXELS) ** 2);

  const broken = new Set<InkRule>();
  if (hasShape(shapesOf(found.lost.runs), pixels(STROKE_PIXELS))) broken.add('stroke-lost');
  if (hasShape(shapesOf(found.marked.runs), pixels(MARK_PIXELS))) broken.add('mark-lost');
  if (hasShape(shapesOf(found.bare.runs), pixels(PAPER_PIXELS))) broken.add('ink-on-paper');
  const shapes = shapesOf(found.ink.runs);
  if (!haveCores(shapes, planes, bars.core)) broken.add('ink-without-stroke');
  const strokes = shapesOf(found.certain.runs);
  for (const rule of strokeRules(strokes, shapes, pixels(STROKE_PIXELS))) broken.add(rule);
  if (joinsStrokes(shapes, shapesOf(found.part.runs), strokes, pixels(LETTER_PIXELS)))
    broken.add('strokes-joined');
  if (hasLostColor(scan, flags, dpi)) broken.add('color-lost');
  if (hasOtherWeight(planes, bars, dpi)) broken.add('weight');
  return [...broken].sort();
}

interface Planes {
  readonly width: number;
  readonly height: number;
  readonly contrast: Uint8Array;
  readonly flags: Uint8Array;
}

function runsOfKinds(planes: Planes, bars: ContrastBars) {
  const { width, height } = planes;
  const kinds = new Uint8Array(width);
  const runsOf = (bit: number) => ({ bit, runs: new PixelRuns(height) });
  const sets = {
    ink: runsOf(INK),
    certain: runsOf(CERTAIN),
    lost: runsOf(LOST),
    marked: runsOf(MARKED),
    bare: runsOf(BARE),
    part: runsOf(PART),
  };
  const kindsOfPixels = Object.values(sets);
  for (let y = 0; y < height; y += 1) {
    kindsOfRow(planes, bars, y, kinds);
    for (const { bit, runs } of kindsOfPixels) runs.addRow(kinds, bit, y);
  }
  return sets;
}

function kindsOfRow(planes: Planes, bars: ContrastBars, y: number, kinds: Uint8Array): void {
  const { width, contrast, flags } = planes;
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const levels = contrast[at]!;
    const inPicture = (flags[at]! & IN_PICTURE) !== 0;
    let kind = flags[at]! & INK;
    if (kind === INK && (inPicture || mayJoin(planes, bars, x, y))) kind |= PART;
    if (!inPicture) {
      if (kind === INK && levels < bars.paper) kind |= BARE;
      if (levels >= bars.mark && (flags[at]! & HALO) === 0) kind |= MARKED;
      if (levels >= bars.stroke) {
        kind |= CERTAIN;
        if ((flags[at]! & INK) === 0 && !isBeside(planes, x, y)) kind |= LOST;
      }
    }
    kinds[x] = kind;
  }
}

/** Returns whether one of the eight neighbors is ink. */
function isBeside({ width, height, flags }: Planes, x: number, y: number): boolean {
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
      if ((flags[row * width + column]! & INK) !== 0) return true;
    }
  }
  return false;
}

/** Returns whether each shape of ink outside of pictures has a pixel with this contrast. */
function haveCores(
  { runs: { from, to, rowStart }, ofRun }: RunShapes,
  { contrast, width, flags }: Planes,
  bar: number,
): boolean {
  const hasCore = new Uint8Array(ofRun.length);
  for (let y = 0; y + 1 < rowStart.length; y += 1) {
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      for (let at = y * width + from[run]!; at < y * width + to[run]!; at += 1) {
        if (contrast[at]! >= bar || (flags[at]! & IN_PICTURE) !== 0) hasCore[ofRun[run]!] = 1;
      }
    }
  }
  return ofRun.every((shape) => hasCore[shape] === 1);
}

/** Compares each stroke of the scan with the ink on it. */
function strokeRules(strokes: RunShapes, ink: RunShapes, leastPixels: number): readonly InkRule[] {
  const inked = new Int32Array(strokes.ofRun.length);
  /** Shape of ink on each stroke: none, or several. */
  const shapeOf = new Int32Array(strokes.ofRun.length).fill(NONE);
  const { runs } = strokes;
  for (let y = 0; y + 1 < runs.rowStart.length; y += 1) {
    let other = ink.runs.rowStart[y]!;
    const end = ink.runs.rowStart[y + 1]!;
    for (let run = runs.rowStart[y]!; run < runs.rowStart[y + 1]!; run += 1) {
      const stroke = strokes.ofRun[run]!;
      while (other < end && ink.runs.to[other]! <= runs.from[run]!) other += 1;
      for (let near = other; near < end && ink.runs.from[near]! < runs.to[run]!; near += 1) {
        const from = Math.max(runs.from[run]!, ink.runs.from[near]!);
        inked[stroke]! += Math.min(runs.to[run]!, ink.runs.to[near]!) - from;
        const shape = ink.ofRun[near]!;
        if (shapeOf[stroke] === NONE) shapeOf[stroke] = shape;
        else if (shapeOf[stroke] !== shape) shapeOf[stroke] = SEVERAL;
      }
    }
  }
  const broken: InkRule[] = [];
  const isReal = (pixels: number) => pixels >= leastPixels;
  if (strokes.pixels.some((pixels, stroke) => isReal(pixels) && inked[stroke]! < pixels * MIN_INKED)) {
    broken.push('stroke-thinned');
  }
  if (strokes.pixels.some((pixels, stroke) => isReal(pixels) && shapeOf[stroke] === SEVERAL)) {
    broken.push('stroke-divided');
  }
  return broken;
}

const NONE = -1;
const SEVERAL = -2;
