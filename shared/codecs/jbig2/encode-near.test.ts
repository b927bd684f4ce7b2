import { describe, expect, test } from 'vitest';
import { jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { lettersOf } from '../../testing/pictures/letters.ts';
import { scanned } from '../../testing/pictures/scanned-letters.ts';
import { type Bitmap, sameBitmap } from '../bitmap.ts';
import { judgeMovedPixels } from '../moved-pixels/judge.ts';
import { codePage, codeSymbols, codeWholeRegion } from './encode.ts';

function coded(pages: readonly Bitmap[], mayMove: readonly boolean[]) {
  const regions = pages.map(codeWholeRegion);
  const found = codeSymbols(
    pages,
    regions.map(({ length }) => length),
    mayMove,
  );
  const streams = pages.map((page, index) => codePage(page, regions[index]!, found.pages[index]!));
  const bytes = streams.reduce((sum, { data }) => sum + data.length, found.globals?.length ?? 0);
  const shown = streams.map(({ data, needsGlobals }, index) => {
    const { width, height } = pages[index]!;
    return jbig2Page(data, needsGlobals ? found.globals : null, width * height);
  });
  return { bytes, shown };
}

const print = [1, 2, 3].map((seed) => lettersOf(seed, 900, 600));

describe('scanned letters', () => {
  const pages = print.map((page, index) => scanned(page, index + 1));
  const exact = coded(pages, []);
  const near = coded(pages, [true, true, false]);

  test('take fewer bytes where pixels on their edges may move', () => {
    expect(near.bytes).toBeLessThan(exact.bytes * 0.9);
  });

  test('keep all that the judge asks for, and do move', () => {
    for (const index of [0, 1]) {
      const { broken, moved } = judgeMovedPixels(pages[index]!, near.shown[index]!);
      expect(broken).toEqual([]);
      expect(moved).toBeGreaterThan(300);
    }
  });

  test('stay to the pixel where they may not, beside pages where they may', () => {
    expect(sameBitmap(near.shown[2]!, pages[2]!)).toBe(true);
    for (const [index, page] of pages.entries()) expect(sameBitmap(exact.shown[index]!, page)).toBe(true);
  });
});

test.each([4, 6, 10, 60])('the judge finds nothing broken, whatever the noise: one in %i', (oneIn) => {
  const pages = print.map((page, index) => scanned(page, index + 7, oneIn));
  const { shown } = coded(pages, [true, true, true]);
  for (const [index, page] of pages.entries())
    expect(judgeMovedPixels(page, shown[index]!).broken).toEqual([]);
});

test('pages that a computer drew are the same', () => {
  const { shown } = coded(print, [true, true, true]);
  for (const [index, page] of print.entries()) expect(sameBitmap(shown[index]!, page)).toBe(true);
});
