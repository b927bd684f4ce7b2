import { expect, test } from 'vitest';
import { GRAY_OF_CMYK, type GrayConversion, grayLevels, LEVELS } from './gray-conversion.ts';

const gray = (samples: readonly number[], conversion: Partial<GrayConversion>) => [
  ...grayLevels(Uint8Array.from(samples), {
    components: 1,
    decode: null,
    rule: { kind: 'rgb' },
    ...conversion,
  }),
];
const inverse = Uint8Array.from({ length: LEVELS }, (_, level) => 255 - level);

test.each<[string, readonly number[], Partial<GrayConversion>, number[]]>([
  ['RGB by Rec. 601', [255, 255, 255, 0, 0, 0, 255, 0, 0], { components: 3 }, [255, 0, 76]],
  [
    'one component by a table of all its levels',
    [0, 1, 100, 255],
    { rule: { kind: 'points', perComponent: LEVELS, gray: inverse } },
    [255, 254, 155, 0],
  ],
  [
    'one component between two points',
    [0, 51, 255],
    { rule: { kind: 'points', perComponent: 2, gray: Uint8Array.of(200, 100) } },
    [200, 180, 100],
  ],
  [
    'CMYK by the lightness of its inks',
    [0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0],
    { components: 4, rule: GRAY_OF_CMYK },
    [255, 32, 129],
  ],
  ['levels as /Decode says', [255, 0, 255], { components: 3, decode: [inverse, inverse, inverse] }, [150]],
])('%s', (_, samples, conversion, expected) => {
  expect(gray(samples, conversion)).toEqual(expected);
});
