import { expect, test } from 'vitest';
import { scannedPrint } from '../../testing/pictures/scanned-print.ts';
import { maskPixels, scannedPage } from './scanned-page.ts';

test.each([200, 300, 600])('what a page of %i dpi takes is known before it is taken', (dpi) => {
  const scan = scannedPrint({ width: 1, height: 1, dpi, lines: [] });
  const { fine } = scannedPage(scan, dpi);
  expect(fine.levels.length).toBe(maskPixels(scan, dpi));
});

test('a poster of few dots per inch takes four times its pixels, and is refused for them', () => {
  expect(maskPixels({ width: 8000, height: 8000 }, 200)).toBe(256_000_000);
});

test('doubling keeps flat levels, and letters dark', () => {
  const scan = scannedPrint({
    width: 1,
    height: 0.5,
    dpi: 200,
    channels: 1,
    grain: 0,
    lines: [{ top: 0.1, letters: 4, inks: [[20, 20, 20]] }],
  });
  const { fine, luma } = scannedPage(scan, 200);
  expect([fine.width, fine.height]).toEqual([luma.width * 2, luma.height * 2]);
  expect(fine.levels[0]).toBe(luma.levels[0]);
  expect(fine.levels.reduce((least, level) => Math.min(least, level), 255)).toBeLessThan(30);
});
