import { expect, test } from 'vitest';
import { luminosityToAlpha } from './drawing/mask-filter.ts';
import { worstSpot } from './worst-spot.ts';

const picture = (paint: (x: number, y: number) => number) => {
  const [width, height] = [100, 60];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data[(y * width + x) * 4] = paint(x, y);
  }
  return { width, height, data };
};

test('the worst spot is the middle of the square that differs most', () => {
  const white = picture(() => 255);
  expect(
    worstSpot(
      white,
      picture(() => 255),
    ),
  ).toBeNull();
  const spotted = picture((x, y) => (x === 70 && y === 40 ? 0 : x < 5 ? 254 : 255));
  // Tiles of 32: the third in the row, cut off by the lower edge.
  expect(worstSpot(white, spotted)).toEqual({ x: 80 / 100, y: 46 / 60 });
});

test.each([
  [[255, 255, 255], null, 255],
  [[0, 0, 0], null, 0],
  [[255, 0, 0], null, 77],
  [[255, 255, 255], Array.from({ length: 256 }, (_, level) => 255 - level), 0],
])('a mask of %j shows through at', (color, map, alpha) => {
  const pixels = new Uint8ClampedArray([...color, 255]);
  luminosityToAlpha(pixels, map);
  expect(pixels[3]).toBe(alpha);
});
