import { expect, test } from 'vitest';
import { packShape, ShapePacker } from './packed-shape.ts';

test('a shape is packed into words that held a larger one as into new ones', () => {
  const black = { width: 70, height: 9, pixels: new Uint8Array(70 * 9).fill(1) };
  const ring = { width: 3, height: 3, pixels: Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1) };
  const packer = new ShapePacker();
  expect(packer.pack(black)).toEqual(packShape(black));
  expect(packer.pack(ring)).toEqual(packShape(ring));
});
