import { type Bitmap, bytesPerRow } from '../../../codecs/bitmap.ts';
import type { Jbig2Coding } from '../../../codecs/jbig2/coding.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import { placedOnPage } from '../../../codecs/jbig2/place-on-page.ts';
import type { Box } from '../box.ts';
import type { TonedRuns } from './toned-runs.ts';

/** One tone of an ink, both by number. */
export interface InkTone {
  readonly ink: number;
  readonly tone: number;
}

/**
 * Where an ink lies in this tone or a darker one, which is drawn over it: whole letters take fewer bytes than their edges
 * alone. JBIG2 of the page's size of which only the ink's box is coded; null where it is nowhere.
 */
export function inkMask(
  runs: TonedRuns,
  ofShape: Int8Array,
  wanted: InkTone,
  coding: Jbig2Coding,
): Uint8Array | null {
  const box = boxOf(runs, ofShape, wanted);
  if (box === null) return null;
  const bitmap = bitmapOf(runs, ofShape, wanted, box);
  return placedOnPage(encodeJbig2(bitmap, coding), { width: runs.width, height: runs.height, ...box });
}

function boxOf(runs: TonedRuns, ofShape: Int8Array, wanted: InkTone): Box | null {
  let [left, top, right, bottom] = [runs.width, runs.height, 0, 0];
  eachRun(runs, ofShape, wanted, (from, to, y) => {
    left = Math.min(left, from);
    right = Math.max(right, to);
    top = Math.min(top, y);
    bottom = y + 1;
  });
  return right === 0 ? null : { left, top, right, bottom };
}

function bitmapOf(runs: TonedRuns, ofShape: Int8Array, wanted: InkTone, box: Box): Bitmap {
  const { left, top, right, bottom } = box;
  const stride = bytesPerRow(right - left);
  const data = new Uint8Array(stride * (bottom - top));
  eachRun(runs, ofShape, wanted, (from, to, y) => {
    setBits(data, (y - top) * stride, from - left, to - left);
  });
  return { width: right - left, height: bottom - top, data };
}

function eachRun(
  { from, to, rowStart, ofRun, tone, height }: TonedRuns,
  ofShape: Int8Array,
  wanted: InkTone,
  see: (from: number, to: number, y: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      if (ofShape[ofRun[run]] === wanted.ink && tone[run] >= wanted.tone) see(from[run], to[run], y);
    }
  }
}

function setBits(data: Uint8Array, row: number, from: number, to: number): void {
  const first = row + (from >> 3);
  const last = row + ((to - 1) >> 3);
  const head = 0xff >> (from & 7);
  const tail = (0xff << (7 - ((to - 1) & 7))) & 0xff;
  if (first === last) {
    data[first] |= head & tail;
    return;
  }
  data[first] |= head;
  data.fill(0xff, first + 1, last);
  data[last] |= tail;
}
