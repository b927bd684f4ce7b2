import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Halving } from './halving.ts';

type Samples = Uint8ClampedArray<ArrayBuffer>;

/** An image with red for the column, green for the row, blue for both. */
function slopes(width: number, height: number): Samples {
  const samples = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < samples.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    samples.set([x, y, x + y, 255], at);
  }
  return samples;
}

function halfOf(samples: Samples, width: number, height: number): Samples {
  const halving = new Halving(width, height);
  const halved = new Uint8ClampedArray(4 * halving.width * halving.height);
  halving.halve(samples, 0, 0, halving.height, halved);
  return halved;
}

test('an even picture becomes the means of two and two', () => {
  const samples = new Uint8ClampedArray([
    ...[10, 0, 255, 255, 20, 0, 255, 255, 1, 2, 3, 255, 1, 2, 3, 255],
    ...[30, 0, 255, 255, 40, 4, 255, 255, 1, 2, 3, 255, 1, 2, 3, 255],
  ]);
  expect([...halfOf(samples, 4, 2)]).toEqual([25, 1, 255, 255, 1, 2, 3, 255]);
});

test('every sample of the half lies where it was in the whole, to the edges of odd ones', () => {
  const [width, height] = [61, 33];
  const halved = halfOf(slopes(width, height), width, height);
  for (let y = 0; y < 17; y += 1) {
    for (let x = 0; x < 31; x += 1) {
      const at = 4 * (31 * y + x);
      expect(Math.abs(halved[at]! - (((x + 0.5) * width) / 31 - 0.5))).toBeLessThanOrEqual(0.5);
      expect(Math.abs(halved[at + 1]! - (((y + 0.5) * height) / 17 - 0.5))).toBeLessThanOrEqual(0.5);
    }
  }
});

test('strips give what the whole gives, from even rows that lie within the picture', () => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 9 }), (width, height, stripRows) => {
      const samples = slopes(width, height);
      const halving = new Halving(width, height);
      const joined = new Uint8ClampedArray(4 * halving.width * halving.height);
      for (let top = 0; top < halving.height; top += stripRows) {
        const rows = Math.min(stripRows, halving.height - top);
        const { first, count } = halving.needed(top, rows);
        expect(first % 2).toBe(0);
        expect(first + count).toBeLessThanOrEqual(height);
        const strip = samples.slice(4 * width * first, 4 * width * (first + count));
        halving.halve(strip, first, top, rows, joined.subarray(4 * halving.width * top));
      }
      expect(joined).toEqual(halfOf(samples, width, height));
    }),
  );
});
