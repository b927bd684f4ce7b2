import { type Bitmap, bytesPerRow } from '../../../codecs/bitmap.ts';
import type { Jbig2Coding } from '../../../codecs/jbig2/coding.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import { placedOnPage } from '../../../codecs/jbig2/place-on-page.ts';
import { type DarkBox, type EdgeBand, settledBitmap } from '../../../codecs/scans/settled.ts';
import type { Paper } from '../background/paper.ts';
import type { MarkedPage } from '../marked-page.ts';
import { type InkColor, lumaOfInk } from './flat-inks.ts';
import { EDGE, FULL, type TonedRuns } from './toned-runs.ts';

/** One tone of an ink, both by number. */
interface InkTone {
  readonly ink: number;
  readonly tone: number;
}

interface WantedMask extends InkTone {
  /** Color of the ink, whatever the tone. */
  readonly color: InkColor;
  /** Hundredths of the way from background to ink. */
  readonly undecided?: number;
}

/** A mask without empty margins, and its position on the page. */
export interface InkMask {
  readonly left: number;
  readonly top: number;
  readonly bitmap: Bitmap;
}

/**
 * Hundredths of the way from background to ink: pixels this close to the threshold may be dark or light, more
 * with two tones.
 */
const UNDECIDED = { 1: 6, 2: 8 } as const;

/**
 * Returns the mask of an ink in this tone or a darker one, which is drawn over it: whole letters take fewer
 * bytes than their edges alone. Null if it is empty.
 */
export function inkMask(
  { page, paper }: Pick<MarkedPage, 'page' | 'paper'>,
  runs: TonedRuns,
  ofShape: Int8Array,
  wanted: WantedMask,
): InkMask | null {
  const box = darkBox(runs, ofShape, wanted);
  if (box === null) return null;
  const { color, undecided = UNDECIDED[runs.tones] } = wanted;
  const band = edgeBand(paper, runs.tones, wanted.tone, lumaOfInk(color), undecided);
  return { left: box.left, top: box.top, bitmap: settledBitmap(box, page.luma, band) };
}

/** Encodes JBIG2 of the page's size in which only the mask's box is coded, in a form that readers decode fast. */
export function encodedMask(
  { left, top, bitmap }: InkMask,
  { width, height }: { readonly width: number; readonly height: number },
  coding: Jbig2Coding,
): Uint8Array {
  return placedOnPage(encodeJbig2(bitmap, coding, 'quick'), { width, height, left, top });
}

function edgeBand(
  { block, columns, level, threshold }: Paper,
  tones: TonedRuns['tones'],
  tone: number,
  ink: number,
  undecided: number,
): EdgeBand {
  const part = tone === 0 ? EDGE : FULL;
  const low = new Uint8Array(level.length);
  const high = new Uint8Array(level.length);
  for (let at = 0; at < level.length; at += 1) {
    const contrast = Math.max(0, level[at]! - ink);
    const edge = tones === 1 ? threshold[at]! : level[at]! - Math.round((contrast * part) / 100);
    const reach = Math.trunc((contrast * undecided) / 100);
    low[at] = Math.max(0, edge - reach);
    high[at] = Math.min(255, edge + reach);
  }
  return { block, columns, low, high };
}

function darkBox(runs: TonedRuns, ofShape: Int8Array, wanted: InkTone): DarkBox | null {
  let [left, top, right, bottom] = [runs.width, runs.height, 0, 0];
  eachRun(runs, ofShape, wanted, (from, to, y) => {
    left = Math.min(left, from);
    right = Math.max(right, to);
    top = Math.min(top, y);
    bottom = y + 1;
  });
  if (right === 0) return null;
  const [width, height] = [right - left, bottom - top];
  const dark = new Uint8Array(width * height);
  eachRun(runs, ofShape, wanted, (from, to, y) => {
    const row = (y - top) * width - left;
    dark.fill(1, row + from, row + to);
  });
  return { left, top, width, height, dark };
}

function eachRun(
  { from, to, rowStart, ofRun, tone, height }: TonedRuns,
  ofShape: Int8Array,
  wanted: InkTone,
  see: (from: number, to: number, y: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      if (ofShape[ofRun[run]!] === wanted.ink && tone[run]! >= wanted.tone) see(from[run]!, to[run]!, y);
    }
  }
}

/**
 * Adds the number of dark mask pixels in each square of `factor` pixels; incomplete squares at the edges are
 * skipped.
 */
export function addCover(
  { left, top, bitmap: { width, height, data } }: InkMask,
  { factor, ...size }: { readonly factor: number; readonly width: number; readonly height: number },
  covers: Uint16Array,
): void {
  const stride = bytesPerRow(width);
  for (let y = 0; y < Math.min(height, size.height * factor - top); y += 1) {
    const row = Math.trunc((top + y) / factor) * size.width;
    for (let byte = 0; byte < stride; byte += 1) {
      let bits = data[y * stride + byte]!;
      for (let x = left + byte * 8; bits !== 0; x += 1, bits = (bits << 1) & 0xff) {
        if (bits < 0x80) continue;
        const cell = Math.trunc(x / factor);
        if (cell < size.width) covers[row + cell]! += 1;
      }
    }
  }
}
