import { expect, test } from 'vitest';
import type { CompressReport } from '../report.ts';
import { FIRST, LAST, SizeCurve } from './size-curve.ts';

const MINIMUM = 150;

/** A file of one photograph of 3000 x 2000 pixels, with the resolution at which it is drawn, if known. */
function curve(dpi: number | null, minDpi: number, bytes = 900_000): SizeCurve {
  return new SizeCurve({
    outputSize: bytes + 1000,
    unchanged: false,
    options: { quality: 80, minDpi },
    images: [
      {
        width: 3000,
        height: 2000,
        size: bytes,
        softMask: false,
        codec: 'dct',
        outcome: { kind: 'kept' },
        ...(dpi === null ? {} : { dpi: { after: dpi } }),
      },
    ],
  } as unknown as CompressReport);
}

test('a file is as large as it is until its images are softer, and then smaller', () => {
  const file = curve(300, 0);
  expect(file.at(FIRST)).toBe(901_000);
  for (let point = FIRST; point < LAST; point += 1)
    expect(file.at(point + 1)).toBeLessThanOrEqual(file.at(point));
  expect(file.isFlat).toBe(false);
  expect(curve(300, 0, 10).isFlat).toBe(true);
});

test('an image keeps the pixels that the minimum resolution protects', () => {
  expect(curve(300, MINIMUM).at(LAST)).toBeGreaterThan(curve(300, 0).at(LAST));
  expect(curve(MINIMUM, MINIMUM).at(LAST)).toBeGreaterThan(curve(300, MINIMUM).at(LAST));
});

test('an image whose drawn size is not known keeps all pixels under a minimum resolution, and only then', () => {
  expect(curve(null, MINIMUM).at(LAST)).toBe(curve(MINIMUM, MINIMUM).at(LAST));
  expect(curve(null, 0).at(LAST)).toBeLessThan(curve(null, MINIMUM).at(LAST));
});
