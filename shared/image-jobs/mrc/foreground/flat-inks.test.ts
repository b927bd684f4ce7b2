import { expect, test } from 'vitest';
import { lumaOfInk } from './flat-inks.ts';

test.each<[string, [number, number, number], number]>([
  ['black', [0, 0, 0], 0],
  ['white', [255, 255, 255], 255],
  ['red', [255, 0, 0], 76],
  ['green', [0, 255, 0], 149],
  ['blue', [0, 0, 255], 28],
])('%s ink is as light as Rec. 601 says', (_, color, luma) => {
  expect(lumaOfInk(color)).toBe(luma);
});
