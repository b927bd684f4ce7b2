import type { MarkedPage } from '../marked-page.ts';
import type { ScannedPage } from '../scanned-page.ts';
import { type FlatInks, type InkColor, lumaOfInk, STAYS } from './flat-inks.ts';

/** Pixels of all inks, row by row, each with its tone. */
export interface TonedRuns {
  readonly width: number;
  readonly height: number;
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  /** First run of each row; after the last row, the number of runs. */
  readonly rowStart: Int32Array;
  /** Shape of each run. */
  readonly ofRun: Int32Array;
  /** Tone of each run, from 0, the palest; the last is the ink itself. */
  readonly tone: Uint8Array;
  /** Number of tones. */
  readonly tones: 1 | 2;
}

/**
 * Below, letters have so few pixels that a single tone shows steps and loses the scan's grays: an ink then
 * has its edges in a tone of their own. Twice the pixels in one tone took more bytes and time in readers, and
 * looked worse.
 */
const TWO_TONES_DPI = 251;
/** Hundredths of the way from background to ink: from here on a pixel beside a shape is its edge, or ink. */
export const EDGE = 25;
export const FULL = 70;

const NOBODY = -1;
/** A dark pixel that stays in the background. */
const KEPT = -2;

/** Returns the dark pixels, all in the same tone. */
export function runsOfOneTone({ runs, shapes: { ofRun } }: MarkedPage): TonedRuns {
  return { ...runs, ofRun, tone: new Uint8Array(ofRun.length), tones: 1 };
}

/** @param inks as found; shapes that stay later have their pixels here too */
export function tonedRuns(marked: MarkedPage, inks: FlatInks): TonedRuns {
  const { page, runs } = marked;
  if (page.dpi >= TWO_TONES_DPI) return runsOfOneTone(marked);
  const { width, height } = runs;
  const owners = new Int32Array(width).fill(NOBODY);
  const found = new RunList(runs.from.length * 3);
  const rowStart = new Int32Array(height + 1);
  const toneOf = toneOfPixels(marked, inks);
  for (let y = 0; y < height; y += 1) {
    rowStart[y] = found.count;
    const reached = ownersOfRow(y, marked, inks.ofShape, owners);
    for (let x = reached.from; x < reached.to; x += 1) {
      const owner = owners[x]!;
      if (owner === NOBODY) continue;
      owners[x] = NOBODY;
      const tone = owner === KEPT ? null : toneOf(x, y, owner);
      if (tone !== null) found.add(x, owner, tone, rowStart[y]!);
    }
  }
  rowStart[height] = found.count;
  return { width, height, rowStart, ...found.arrays(), tones: 2 };
}

/** Returns the shapes of a row's pixels: dark ones, and those around them. */
function ownersOfRow(
  y: number,
  { runs: { from, to, rowStart, width, height }, shapes: { ofRun } }: MarkedPage,
  ofShape: Int8Array,
  owners: Int32Array,
): { readonly from: number; readonly to: number } {
  const reached = { from: width, to: 0 };
  const mark = (row: number, around: number) => {
    if (row < 0 || row >= height) return;
    for (let run = rowStart[row]!; run < rowStart[row + 1]!; run += 1) {
      const isKept = ofShape[ofRun[run]!] === STAYS;
      if (isKept && row !== y) continue;
      const left = Math.max(0, from[run]! - around);
      const right = Math.min(width, to[run]! + around);
      owners.fill(isKept ? KEPT : ofRun[run]!, left, right);
      reached.from = Math.min(reached.from, left);
      reached.to = Math.max(reached.to, right);
    }
  };
  mark(y - 1, 1);
  mark(y + 1, 1);
  mark(y, 1);
  // Last, so that each dark pixel belongs to its own shape.
  mark(y, 0);
  return reached;
}

/** Returns the tone of a pixel in or beside a shape; null for background. */
function toneOfPixels(
  { page: { luma }, paper: { block, columns, level: paperLevels }, runs: { mask, width } }: MarkedPage,
  { colors, ofShape }: FlatInks,
) {
  const { levels } = luma;
  const inkLevels = colors.map(lumaOfInk);
  return (x: number, y: number, shape: number): 0 | 1 | null => {
    const at = y * width + x;
    const paper = paperLevels[Math.trunc(y / block) * columns + Math.trunc(x / block)]!;
    const darkness = (paper - levels[at]!) * 100;
    const ink = paper - inkLevels[ofShape[shape]!]!;
    if (darkness >= ink * FULL) return 1;
    return mask[at] === 1 || darkness >= ink * EDGE ? 0 : null;
  };
}

/** Runs collected pixel by pixel. */
class RunList {
  count = 0;
  #from: Int32Array;
  #to: Int32Array;
  #ofRun: Int32Array;
  #tone: Uint8Array;

  constructor(room: number) {
    this.#from = new Int32Array(room);
    this.#to = new Int32Array(room);
    this.#ofRun = new Int32Array(room);
    this.#tone = new Uint8Array(room);
  }

  /** @param first run of the pixel's row */
  add(x: number, shape: number, tone: number, first: number): void {
    const last = this.count - 1;
    const goesOn =
      last >= first && this.#to[last] === x && this.#ofRun[last] === shape && this.#tone[last] === tone;
    if (goesOn) {
      this.#to[last] = x + 1;
      return;
    }
    if (this.count === this.#from.length) this.#grow();
    this.#from[this.count] = x;
    this.#to[this.count] = x + 1;
    this.#ofRun[this.count] = shape;
    this.#tone[this.count] = tone;
    this.count += 1;
  }

  arrays() {
    const { count } = this;
    return {
      from: this.#from.slice(0, count),
      to: this.#to.slice(0, count),
      ofRun: this.#ofRun.slice(0, count),
      tone: this.#tone.slice(0, count),
    };
  }

  #grow(): void {
    const room = Math.max(16, this.count * 2);
    this.#from = larger(this.#from, new Int32Array(room));
    this.#to = larger(this.#to, new Int32Array(room));
    this.#ofRun = larger(this.#ofRun, new Int32Array(room));
    this.#tone = larger(this.#tone, new Uint8Array(room));
  }
}

function larger<Values extends Int32Array | Uint8Array>(values: Values, room: Values): Values {
  room.set(values);
  return room;
}

/** Returns the colors of each ink's tones, palest first: edges have the mean color that the scanner saw there. */
export function colorsOfTones(
  { raster: { channels, samples } }: ScannedPage,
  { colors, ofShape }: FlatInks,
  { from, to, rowStart, ofRun, tone, tones, width, height }: TonedRuns,
): readonly (readonly InkColor[])[] {
  if (tones === 1) return colors.map((color) => [color]);
  const sums = new Float64Array(colors.length * 4);
  for (let y = 0; y < height; y += 1) {
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      const ink = ofShape[ofRun[run]!]!;
      if (ink === STAYS || tone[run] !== 0) continue;
      for (
        let at = (y * width + from[run]!) * channels;
        at < (y * width + to[run]!) * channels;
        at += channels
      ) {
        for (let channel = 0; channel < 3; channel += 1) {
          sums[ink * 4 + channel]! += samples[channels === 1 ? at : at + channel]!;
        }
        sums[ink * 4 + 3]! += 1;
      }
    }
  }
  return colors.map((color, ink) => {
    const [red = 0, green = 0, blue = 0, pixels = 0] = sums.subarray(ink * 4, ink * 4 + 4);
    if (pixels === 0) return [color, color];
    return [[Math.round(red / pixels), Math.round(green / pixels), Math.round(blue / pixels)], color];
  });
}
