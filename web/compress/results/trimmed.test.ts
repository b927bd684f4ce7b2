import { expect, test } from 'vitest';
import { trimmed } from './trimmed.ts';

/** A white page of 50 by 100 pixels with a dark rectangle. */
function pageWith(left: number, top: number, right: number, bottom: number) {
  const [width, height] = [50, 100];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) data.fill(40, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { data, width, height };
}

test.each([
  ['wide margins go', pageWith(0, 30, 50, 70), { x: 0, y: 280, width: 500, height: 440 }],
  ['narrow margins stay', pageWith(2, 5, 48, 95), { x: 0, y: 0, width: 500, height: 1000 }],
  ['an empty page stays whole', pageWith(0, 0, 0, 0), { x: 0, y: 0, width: 500, height: 1000 }],
  ['each side on its own', pageWith(10, 0, 50, 60), { x: 90, y: 0, width: 410, height: 620 }],
])('%s', (_, pixels, crop) => {
  expect(trimmed(pixels, { width: 500, height: 1000 })).toEqual(crop);
});
