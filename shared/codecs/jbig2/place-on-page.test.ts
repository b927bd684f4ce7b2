import { expect, test } from 'vitest';
import { expectJbig2 } from '../../testing/judges/expect-jbig2.ts';
import { bitmapFromArt, bitmapOf, isBlack } from '../../testing/pictures/bitmaps.ts';
import { textPage } from '../../testing/pictures/rasters.ts';
import type { Bitmap } from '../bitmap.ts';
import { encodeJbig2 } from './encode.ts';
import { placedOnPage } from './place-on-page.ts';
import { jbig2Coding, regionPixels } from './read-segments.ts';

const letter = bitmapFromArt(`
  ...####....
  ..##..##...
  .##....##..
  .########..
  .##....##..
  .##....###.`);
const print = textPage(400, 300);
const text = bitmapOf(400, 300, (x, y) => print.samples[y * 400 + x] === 0);

test.each<[string, Bitmap]>([
  ['a letter, as a generic region', letter],
  ['a page of letters, as symbols and the rest', text],
])('pdf.js and PDFium find the bitmap in its place on a larger page: %s', (_name, bitmap) => {
  const frame = { width: 521, height: 403, left: 77, top: 59 };
  const placed = placedOnPage(encodeJbig2(bitmap), frame);
  const page = bitmapOf(frame.width, frame.height, (x, y) => isBlack(bitmap, x - frame.left, y - frame.top));
  expectJbig2(placed, page);
});

test('a bitmap that is placed again moves on from where it was', () => {
  const page = { width: 3000, height: 2000 };
  const stream = encodeJbig2(letter);
  const twice = placedOnPage(placedOnPage(stream, { ...page, left: 300, top: 70 }), {
    ...page,
    left: 5,
    top: 700,
  });
  expect(twice).toEqual(placedOnPage(stream, { ...page, left: 305, top: 770 }));
});

test('no more pixels are coded than the bitmap has', () => {
  const stream = encodeJbig2(letter, 'generic');
  const placed = placedOnPage(stream, { width: 4000, height: 4000, left: 3000, top: 100 });
  expect(placed.length).toBe(stream.length);
  expect(regionPixels(placed)).toBe(letter.width * letter.height);
});

test('symbols are placed by their text region', () => {
  expect(jbig2Coding(encodeJbig2(text), null)).toBe('symbols');
});
