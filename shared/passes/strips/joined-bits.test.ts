import { expect, test } from 'vitest';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { isBlank } from './joined-bits.ts';

const image = (width: number, bits: number, kind = 'DeviceGray') =>
  ({ width, height: 2, bits, color: { kind: 'samples', space: { kind } } }) as unknown as ImageXObject;

test.each<[string, ImageXObject, number[], boolean]>([
  ['black', image(8, 1), [0, 0], true],
  ['white, whatever its padding is', image(6, 1), [0xff, 0xfc], true],
  ['black and white', image(8, 1), [0, 1], false],
  ['of one of four levels', image(4, 2), [0b01010101, 0b01010101], true],
  ['of two of four levels', image(4, 2), [0b01100110, 0b01100110], false],
  ['of one of sixteen levels', image(2, 4), [0x33, 0x33], true],
  ['of two of sixteen levels', image(2, 4), [0x35, 0x35], false],
  ['of one level in the first row alone', image(2, 4), [0x33, 0x44], false],
  ['of one of four levels, with padding', image(3, 2), [0b01010101, 0b01010101], false],
  ['of one color', image(1, 8, 'DeviceRGB'), [1, 2, 3, 1, 2, 3], true],
  ['of two colors', image(1, 8, 'DeviceRGB'), [1, 2, 3, 1, 2, 4], false],
])('a strip %s', (_, strip, rows, blank) => {
  expect(isBlank(strip, Uint8Array.from(rows))).toBe(blank);
});
