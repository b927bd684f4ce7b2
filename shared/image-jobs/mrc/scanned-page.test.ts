import { expect, test } from 'vitest';
import { scannedPrint } from '../../testing/pictures/scanned-print.ts';
import { maskPixels, scannedPage } from './scanned-page.ts';

test.each([200, 300, 600])('what a page of %i dpi takes is known before it is taken', (dpi) => {
  const scan = scannedPrint({ width: 1, height: 1, dpi, lines: [] });
  const { luma } = scannedPage(scan, dpi);
  expect(luma.levels.length).toBe(maskPixels(scan, dpi));
});
