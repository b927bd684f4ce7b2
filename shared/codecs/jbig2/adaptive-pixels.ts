import { bytesPerRow } from '../bitmap.ts';
import {
  type AdaptivePixel,
  countMismatches,
  encodeRows,
  MAX_REACH,
  nominalPixels,
  type PaddedRows,
  type RowRange,
} from './generic-region.ts';

/**
 * Finds positions for the four adaptive pixels of template 0. A halftone repeats, and a pixel one period away
 * predicts the next one better than a neighbor does: screened images become 25 to 50 % smaller, text 1 to 3
 * %. Tries only the busiest rows and measures by encoding them, in integers: the same result on every
 * machine.
 */

/** Share of the image in the sample, so that the search takes about as long as encoding it a few times. */
const SAMPLE_SHARE = 1 / 16;
/** Pixels; a trial on the largest sample takes some 2 ms. */
const MAX_SAMPLE_PIXELS = 1 << 18;
/** A template reaches two rows up; fewer rows than this are not representative. */
const MIN_SAMPLE_ROWS = 16;
/** Maximum offsets. Screens of 60 to 150 lines per inch repeat within 10 pixels at 300 to 600 dpi. */
const SEARCH_RIGHT = 24;
const SEARCH_UP = 16;
/** Maximum offsets from the sample's own repetition. */
const REPEATING_OFFSETS = 8;
/** Just outside the template: they continue slanted and upright strokes of text. */
const NEAR_OFFSETS: readonly AdaptivePixel[] = [
  { dx: 1, dy: -3 },
  { dx: -1, dy: -3 },
  { dx: 1, dy: -4 },
  { dx: 4, dy: -2 },
];
/** Offsets tried again for the next pixel: others that gain little with one pixel gain little with two. */
const RUNNERS_UP = 4;
/** Adaptive pixels by information in their nominal position, least first: A4, A2, A1, A3. */
const MIN_USEFUL_FIRST = [3, 1, 0, 2];
/** A move must save one byte in this many, or it is noise of the sample. */
const MIN_GAIN = 200;

/** Returns the adaptive pixels A1 to A4; the nominal ones if nothing better was found. */
export function findAdaptivePixels(rows: PaddedRows): readonly AdaptivePixel[] {
  const sample = busiestRows(rows, sampleRows(rows));
  let best = [...nominalPixels(0)];
  let bestBytes = encodeRows(rows, sample, 0, best).length;
  let candidates = [...NEAR_OFFSETS, ...repeatingOffsets(rows, sample)];

  for (const index of MIN_USEFUL_FIRST) {
    const [winner, ...others] = candidates
      .map((offset) => ({ offset, bytes: encodeRows(rows, sample, 0, best.with(index, offset)).length }))
      .toSorted((a, b) => a.bytes - b.bytes);
    if (winner === undefined || (bestBytes - winner.bytes) * MIN_GAIN < bestBytes) break;
    best = best.with(index, winner.offset);
    bestBytes = winner.bytes;
    candidates = others.slice(0, RUNNERS_UP).map(({ offset }) => offset);
  }
  return best;
}

function sampleRows({ width, height }: PaddedRows): number {
  const pixels = Math.min(MAX_SAMPLE_PIXELS, Math.floor(width * height * SAMPLE_SHARE));
  return Math.max(MIN_SAMPLE_ROWS, Math.floor(pixels / width));
}

/** Returns the `count` consecutive rows with the most color changes along and across them. */
function busiestRows({ bytes, stride, origin, width, height }: PaddedRows, count: number): RowRange {
  if (height <= count) return { from: 0, to: height };
  const columns = bytesPerRow(width);
  const changes = new Uint32Array(height);
  for (let y = 0; y < height; y++) {
    const row = origin + y * stride;
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const here = bytes[row + column]!;
      sum += BIT_COUNT[here ^ (here >> 1)]! + BIT_COUNT[here ^ bytes[row + column - stride]!]!;
    }
    changes[y] = sum;
  }

  let sum = 0;
  let most = -1;
  let to = count;
  for (let y = 0; y < height; y++) {
    sum += changes[y]!;
    if (y >= count) sum -= changes[y - count]!;
    if (y + 1 >= count && sum > most) {
      most = sum;
      to = y + 1;
    }
  }
  return { from: to - count, to };
}

/** Offsets at which the sample equals itself better than at all neighboring offsets, best first. */
function repeatingOffsets(rows: PaddedRows, sample: RowRange): AdaptivePixel[] {
  const span = 2 * SEARCH_RIGHT + 1;
  const mismatches = new Uint32Array(span * (SEARCH_UP + 1)).fill(0xffffffff);
  const at = (dx: number, dy: number) => -dy * span + dx + SEARCH_RIGHT;
  const offsets: AdaptivePixel[] = [];
  for (let dy = -SEARCH_UP; dy <= 0; dy++) {
    const last = dy === 0 ? -1 : SEARCH_RIGHT;
    for (let dx = -SEARCH_RIGHT; dx <= last; dx++) offsets.push({ dx, dy });
  }
  const counts = countMismatches(rows, sample, offsets);
  for (const [index, { dx, dy }] of offsets.entries()) mismatches[at(dx, dy)] = counts[index]!;

  const found: { readonly offset: AdaptivePixel; readonly mismatch: number }[] = [];
  for (let dy = -SEARCH_UP + 1; dy <= 0; dy++) {
    for (let dx = -SEARCH_RIGHT + 1; dx < SEARCH_RIGHT; dx++) {
      if (isTemplatePixel(dx, dy)) continue;
      const mismatch = mismatches[at(dx, dy)]!;
      const neighbours = [at(dx - 1, dy), at(dx + 1, dy), at(dx, dy - 1), at(dx, Math.min(0, dy + 1))];
      if (neighbours.every((index) => index === at(dx, dy) || mismatches[index]! >= mismatch)) {
        found.push({ offset: { dx, dy }, mismatch });
      }
    }
  }
  found.sort((a, b) => a.mismatch - b.mismatch);
  return found.slice(0, REPEATING_OFFSETS).map(({ offset }) => offset);
}

/** Already in template 0, or not yet coded. */
function isTemplatePixel(dx: number, dy: number): boolean {
  if (dy === 0) return dx >= -4;
  if (dy === -1) return Math.abs(dx) <= 3;
  return dy === -2 && Math.abs(dx) <= 2;
}

const BIT_COUNT = new Uint8Array(256);
for (let byte = 1; byte < 256; byte++) BIT_COUNT[byte] = BIT_COUNT[byte >> 1]! + (byte & 1);

// The margin of padRows must include every offset that is tried.
if (Math.max(SEARCH_RIGHT, SEARCH_UP) > MAX_REACH) throw new RangeError('search reaches beyond the margin');
