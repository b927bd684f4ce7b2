import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectJbig2 } from '../../testing/judges/expect-jbig2.ts';
import { arbitraryBitmap, arbitraryPrint, bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { lettersOf } from '../../testing/pictures/letters.ts';
import type { Bitmap } from '../bitmap.ts';
import { codePage, codeSymbols, codeWholeRegion, encodeJbig2 } from './encode.ts';
import { jbig2Coding } from './read-segments.ts';

test('symbols that pages have in common are told once, and each page is read by itself with them', () => {
  const pages = [1, 2, 3, 4].map((seed) => lettersOf(seed));
  const { globals, bytes } = checked(pages);
  expect(globals).not.toBeNull();
  const alone = pages.reduce((sum, page) => sum + encodeJbig2(page).length, 0);
  expect(bytes).toBeLessThan(alone * 0.8);
  expect(jbig2Coding(globals!, null)).toBe('symbols');
});

test('a page that shares nothing needs no globals, and has the bytes that it has alone', () => {
  const other = bitmapOf(200, 90, (x, y) => (x * y) % 7 === 0);
  const { pages } = codePages([lettersOf(1), other, lettersOf(2)]);
  expect(pages.map(({ needsGlobals }) => needsGlobals)).toEqual([true, false, true]);
  expect(pages[1]!.data).toEqual(encodeJbig2(other));
});

test('pages without anything in common have no globals', () => {
  const { globals, pages } = codePages([bitmapOf(90, 90, (x, y) => x < y), bitmapOf(90, 90, () => false)]);
  expect(globals).toBeNull();
  expect(pages.every(({ needsGlobals }) => !needsGlobals)).toBe(true);
});

test('the same pages give the same bytes', () => {
  const pages = [1, 2].map((seed) => lettersOf(seed));
  expect(codePages(pages)).toEqual(codePages(pages));
});

test('pdf.js and PDFium decode any pages', () => {
  const pages = fc.array(fc.oneof(arbitraryPrint, arbitraryBitmap), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pages, (each) => {
      checked([...each, ...each.slice(0, 1)]);
    }),
    { numRuns: 100 },
  );
});

/** The three steps in sequence. */
function codePages(bitmaps: readonly Bitmap[]) {
  const regions = bitmaps.map(codeWholeRegion);
  const found = codeSymbols(
    bitmaps,
    regions.map(({ length }) => length),
  );
  return {
    globals: found.globals,
    pages: bitmaps.map((bitmap, index) => codePage(bitmap, regions[index]!, found.pages[index]!)),
  };
}

function checked(bitmaps: readonly Bitmap[]) {
  const { globals, pages } = codePages(bitmaps);
  for (const [index, { data, needsGlobals }] of pages.entries()) {
    expectJbig2(data, bitmaps[index]!, needsGlobals ? globals : null);
  }
  const bytes = pages.reduce((sum, { data }) => sum + data.length, globals?.length ?? 0);
  return { globals, bytes };
}
