import { type Bitmap, bytesPerRow } from '../../../codecs/bitmap.ts';
import type { Jbig2Coding } from '../../../codecs/jbig2/coding.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import { placedOnPage } from '../../../codecs/jbig2/place-on-page.ts';
import { around, type Box } from '../box.ts';
import type { DarkRuns } from './dark-runs.ts';
import type { Shapes } from './shapes.ts';

/** Where one ink lies, as JBIG2 of the page's size of which only the ink's box is coded; null where it is nowhere. */
export function inkMask(
  runs: DarkRuns,
  shapes: Shapes,
  ofShape: Int8Array,
  ink: number,
  coding: Jbig2Coding,
): Uint8Array | null {
  const box = boxOf(shapes, ofShape, ink);
  if (box === null) return null;
  const bitmap = bitmapOf(runs, shapes, ofShape, ink, box);
  return placedOnPage(encodeJbig2(bitmap, coding), { width: runs.width, height: runs.height, ...box });
}

function boxOf({ count, left, top, right, bottom }: Shapes, ofShape: Int8Array, ink: number): Box | null {
  let box: Box | null = null;
  for (let shape = 0; shape < count; shape += 1) {
    if (ofShape[shape] !== ink) continue;
    const own = { left: left[shape], top: top[shape], right: right[shape], bottom: bottom[shape] };
    box = box === null ? own : around(box, own);
  }
  return box;
}

function bitmapOf(
  { from, to, rowStart }: DarkRuns,
  { ofRun }: Shapes,
  ofShape: Int8Array,
  ink: number,
  { left, top, right, bottom }: Box,
): Bitmap {
  const width = right - left;
  const stride = bytesPerRow(width);
  const data = new Uint8Array(stride * (bottom - top));
  for (let y = top; y < bottom; y += 1) {
    const row = (y - top) * stride;
    for (let run = rowStart[y]; run < rowStart[y + 1]; run += 1) {
      if (ofShape[ofRun[run]] === ink) setBits(data, row, from[run] - left, to[run] - left);
    }
  }
  return { width, height: bottom - top, data };
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
