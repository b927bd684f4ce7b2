import { describe, expect, test } from 'vitest';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import { bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { clearlyTakesMore } from './clearly-more.ts';

const SIDE = 1400;

const isOnRing = (x: number, y: number) => {
  const ring = Math.hypot(x - SIDE / 2, y - SIDE / 2 + 40 * Math.sin(x / 23));
  return ring % 90 < 7;
};

const DRAWING = bitmapOf(SIDE, SIDE, isOnRing);

describe('a drawing that clearly takes more', () => {
  const bytes = encodeJbig2(DRAWING).length;

  test('is told so without coding all of it', () => {
    expect(clearlyTakesMore(DRAWING, Math.floor(bytes / 3))).toBe(true);
  });

  test('is not told so of what it may come near', () => {
    expect(clearlyTakesMore(DRAWING, Math.floor(bytes / 1.3))).toBe(false);
    expect(clearlyTakesMore(DRAWING, bytes * 2)).toBe(false);
  });
});

test.each([
  [
    'shapes that come again to the bit, which may take a tenth as symbols',
    bitmapOf(SIDE, SIDE, (x, y) => {
      const shape = (Math.floor(x / 40) * 7 + Math.floor(y / 40) * 11) % 30;
      const [dx, dy] = [x % 40, y % 40];
      const cell = Math.floor(dx / 4) * 8 + Math.floor(dy / 4);
      return dx < 32 && dy < 32 && (dx < 4 || (Math.imul(shape * 613 + cell, 0x85ebca6b) >>> 12) % 5 < 2);
    }),
  ],
  [
    'a halftone, of which pixels in better places save most',
    bitmapOf(SIDE, SIDE, (x, y) => ((x * 5 + y * 3) % 16) * 6 + ((y * 7) % 9) < (x + y) / 20),
  ],
  ['what has too few rows to tell', bitmapOf(SIDE, 1000, isOnRing)],
])('%s, is not clear', (_, bitmap) => {
  expect(clearlyTakesMore(bitmap, 100)).toBe(false);
});
