import { expect, test } from 'vitest';
import { areVisuallySimilar } from './similarity.ts';
import { FIELDS, type Thumbnail } from './thumbnail.ts';

/** A gradient with a difference in each field from other seeds. */
function slope(pixels: number, seed: number): Thumbnail {
  let state = seed;
  const light = Float64Array.from({ length: FIELDS * FIELDS }, (_, field) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 60 + (field % FIELDS) * 4 + ((state >>> 16) % 60);
  });
  return { light, pixels };
}

test('of pictures of few pixels, what falls into one field or the next is no difference', () => {
  expect(areVisuallySimilar(slope(200, 1), slope(57, 2))).toBe(true);
});

test('of large ones it is', () => {
  expect(areVisuallySimilar(slope(400, 1), slope(300, 2))).toBe(false);
});

test('a handful of pixels shows another slope, too', () => {
  const [one, other] = [slope(9, 1), slope(9, 2)];
  expect(areVisuallySimilar(one, other)).toBe(true);
  expect(areVisuallySimilar(one, { ...other, light: other.light.toReversed() })).toBe(false);
});

test('another slope is another picture, whatever its size', () => {
  const turned = slope(57, 2);
  const mirrored = { ...turned, light: turned.light.toReversed() };
  expect(areVisuallySimilar(slope(200, 1), mirrored)).toBe(false);
});
