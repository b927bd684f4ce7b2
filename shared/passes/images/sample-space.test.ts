import { expect, test } from 'vitest';
import type { ImageDecode, ImageXObject } from '../../pdf/image/image-xobject.ts';
import { isStretched } from './sample-space.ts';

const image = (kind: string, ranges: readonly number[] | null): ImageXObject => {
  const decode: ImageDecode = ranges === null ? { kind: 'default' } : { kind: 'linear', ranges };
  return { decode, color: { kind: 'samples', space: { kind } } } as unknown as ImageXObject;
};

test.each<[string, string, number[] | null, boolean]>([
  ['none', 'DeviceRGB', null, false],
  ['the usual ranges', 'DeviceRGB', [0, 1, 0, 1, 0, 1], false],
  ['turned ranges', 'DeviceRGB', [1, 0, 1, 0, 1, 0], false],
  ['a wider range', 'DeviceRGB', [0, 1, 0, 2, 0, 1], true],
  ['too few ranges', 'DeviceRGB', [0, 1], true],
  ['too many ranges', 'DeviceGray', [0, 1, 0, 1], true],
  ['any range of an index', 'Indexed', [0, 255], true],
])('decoding by %s', (_, kind, ranges, stretched) => {
  expect(isStretched(image(kind, ranges))).toBe(stretched);
});
