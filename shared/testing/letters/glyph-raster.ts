import type { Bitmap } from '../../codecs/bitmap.ts';
import { readCmap } from '../../fonts/truetype/cmap.ts';
import { glyphOutline, OutlineBudget, type OutlinePoint } from '../../fonts/truetype/outline.ts';
import { GlyphLocations, readTrueType } from '../../fonts/truetype/truetype.ts';
import { bitmapOf } from '../pictures/bitmaps.ts';

/** Rasterizes letters of a TrueType font like a one-bit scanner, for comparing letters with each other. */

type Point = readonly [number, number];

export interface Letter {
  readonly character: string;
  /** Polygons, in ems, y upward. */
  readonly contours: readonly (readonly Point[])[];
}

/** Distortions of a scanner: in pixels, or in shares of the light between background and ink. */
export interface ScannerNoise {
  /** Offset of the letter from whole pixels. */
  readonly shift: Point;
  /** Pixels in x per pixel in y. */
  readonly skew: number;
  /** Passes of a blur over 3 x 3 pixels. */
  readonly blur: number;
  /** A pixel is black from this share of ink. */
  readonly threshold: number;
  /** Maximum random change of a pixel's share of ink. */
  readonly grain: number;
  readonly seed: number;
}

export const CLEAN: ScannerNoise = { shift: [0, 0], skew: 0, blur: 0, threshold: 0.5, grain: 0, seed: 1 };

/** One letter as four scans show it. */
export const SCANS: readonly ScannerNoise[] = [
  CLEAN,
  { ...CLEAN, shift: [0.5, 0.5], blur: 1 },
  { ...CLEAN, shift: [0.25, 0.75], blur: 1, threshold: 0.4, grain: 0.15, seed: 2 },
  { ...CLEAN, skew: 0.01, blur: 1, threshold: 0.6, grain: 0.15, seed: 3 },
];

/** The characters in the font; empty if it is no TrueType font. */
export function lettersIn(font: Uint8Array, characters: Iterable<string>): Letter[] {
  const face = readTrueType(font);
  const maps = face === null ? null : readCmap(face.tables.get('cmap')!);
  if (face === null || maps === null) return [];
  const glyphs = new Map(
    maps.flatMap((map) => (map.platform === 3 || map.platform === 0 ? [...map.glyphs] : [])),
  );
  const locations = new GlyphLocations(face);
  return [...new Set(characters)].flatMap((character) => {
    const id = glyphs.get(character.codePointAt(0)!);
    const outline = id === undefined ? null : glyphOutline(locations, id, new OutlineBudget());
    if (outline === null || outline.length === 0) return [];
    return [{ character, contours: flattened(outline, face.unitsPerEm) }];
  });
}

/** Line segments per curve: at 120 pixels per em they are shorter than two pixels. */
const PIECES = 6;

function flattened(outline: readonly OutlinePoint[], unitsPerEm: number): Point[][] {
  const contours: Point[][] = [];
  let from = 0;
  for (const [at, { endsContour }] of outline.entries()) {
    if (!endsContour) continue;
    contours.push(flatContour(outline.slice(from, at + 1)).map(([x, y]) => [x / unitsPerEm, y / unitsPerEm]));
    from = at + 1;
  }
  return contours;
}

/** Two consecutive off-curve points have an implied on-curve point between them. */
function flatContour(points: readonly OutlinePoint[]): Point[] {
  const all = points.flatMap((point, at): OutlinePoint[] => {
    const next = points[(at + 1) % points.length]!;
    if (point.onCurve || next.onCurve) return [point];
    return [point, { ...point, x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, onCurve: true }];
  });
  const start = all.findIndex(({ onCurve }) => onCurve);
  if (start < 0) return [];
  const flat: Point[] = [];
  for (let step = 0; step < all.length; step++) {
    const [point, next, after] = [0, 1, 2].map((ahead) => all[(start + step + ahead) % all.length]);
    if (!point!.onCurve) continue;
    flat.push([point!.x, point!.y]);
    if (next!.onCurve) continue;
    for (let piece = 1; piece < PIECES; piece++) {
      const t = piece / PIECES;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      flat.push([a * point!.x + b * next!.x + c * after!.x, a * point!.y + b * next!.y + c * after!.y]);
    }
  }
  return flat;
}

/** Sample lines per pixel, and samples on each. */
const SAMPLES = 4;
/** White around the letter. */
const MARGIN = 6;

/** Renders the letter at this many pixels per em. */
export function scannedLetter(letter: Letter, pixelsPerEm: number, noise: ScannerNoise): Bitmap {
  return thresholded(inkedLetter(letter, pixelsPerEm, noise), noise);
}

/** Share of ink of each pixel, before a threshold. */
export interface InkedLetter {
  readonly width: number;
  readonly height: number;
  readonly ink: Float64Array;
}

/** Black and white from shares of ink. */
export function thresholded(
  { width, height, ink }: InkedLetter,
  { grain, seed, threshold }: Pick<ScannerNoise, 'grain' | 'seed' | 'threshold'>,
): Bitmap {
  return bitmapOf(width, height, (x, y) => {
    const at = y * width + x;
    return ink[at]! + (random(at, seed) - 0.5) * grain >= threshold;
  });
}

/** The letter as light falls on the scanner, without grain. */
export function inkedLetter(
  { contours }: Letter,
  pixelsPerEm: number,
  { shift, skew, blur }: Pick<ScannerNoise, 'shift' | 'skew' | 'blur'>,
): InkedLetter {
  const placed = contours.map((points) =>
    points.map(([x, y]): Point => [(x - skew * y) * pixelsPerEm, -y * pixelsPerEm]),
  );
  const all = placed.flat();
  const [left, top] = [0, 1].map(
    (axis) => Math.floor(Math.min(...all.map((point) => point[axis]!))) - MARGIN,
  );
  const [right, bottom] = [0, 1].map(
    (axis) => Math.ceil(Math.max(...all.map((point) => point[axis]!))) + MARGIN,
  );
  const [width, height] = [right! - left!, bottom! - top!];
  const lines = placed.flatMap((points) =>
    points.map(([x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      return [x - left!, y - top!, nextX - left!, nextY - top!].map(
        (value, axis) => value + shift[axis % 2]!,
      );
    }),
  );
  let ink = inkOf(lines, width, height);
  for (let pass = 0; pass < blur; pass++) ink = blurred(ink, width, height);
  return { width, height, ink };
}

/** Share of each pixel inside the outline (ISO 32000-2, 8.5.3.3.2: nonzero winding). */
function inkOf(lines: readonly (readonly number[])[], width: number, height: number): Float64Array {
  const ink = new Float64Array(width * height);
  for (let row = 0; row < height * SAMPLES; row++) {
    const y = (row + 0.5) / SAMPLES;
    const crossings = lines
      .filter(([, y0, , y1]) => y0! <= y !== y1! <= y)
      .map(([x0, y0, x1, y1]) => ({
        x: x0! + ((y - y0!) / (y1! - y0!)) * (x1! - x0!),
        turn: y1! > y0! ? 1 : -1,
      }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    for (const [at, { x, turn }] of crossings.entries()) {
      winding += turn;
      if (winding === 0 || at + 1 === crossings.length) continue;
      const first = Math.ceil(x * SAMPLES - 0.5);
      const end = Math.ceil(crossings[at + 1]!.x * SAMPLES - 0.5);
      const start = Math.floor(row / SAMPLES) * width;
      for (let sample = first; sample < end; sample++) {
        ink[start + Math.floor(sample / SAMPLES)]! += 1 / SAMPLES ** 2;
      }
    }
  }
  return ink;
}

function blurred(ink: Float64Array, width: number, height: number): Float64Array {
  const out = new Float64Array(ink.length);
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x;
      const sides = ink[at - 1]! + ink[at + 1]! + ink[at - width]! + ink[at + width]!;
      const corners =
        ink[at - width - 1]! + ink[at - width + 1]! + ink[at + width - 1]! + ink[at + width + 1]!;
      out[at] = (4 * ink[at]! + 2 * sides + corners) / 16;
    }
  }
  return out;
}

/** 0 to 1, the same for the same pixel and seed. */
function random(at: number, seed: number): number {
  let state = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}
