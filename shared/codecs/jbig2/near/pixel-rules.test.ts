import { expect, test } from 'vitest';
import { isBacked, isCorner } from './pixel-rules.ts';

/** A window of nine by nine pixels: `#` is black, `x` the black pixel that is asked for, `o` the white one. */
function window(art: string) {
  const rows = art.trim().split(/\s+/);
  const text = rows.join('');
  const pixels = Uint8Array.from(text, (letter) => (letter === '#' || letter === 'x' ? 1 : 0));
  return { grid: { pixels, stride: rows[0]!.length }, at: text.search(/[xo]/) };
}

const backed = (art: string) => {
  const { grid, at } = window(art);
  return isBacked(grid, at);
};
const BLANK = '.........';
const FULL = '#########';

test.each([
  [
    'in a square of three pixels',
    `${BLANK} ${BLANK} ${BLANK} ..###.... ..##x.... ..###.... ${BLANK} ${BLANK} ${BLANK}`,
    true,
  ],
  ['left of it', `${BLANK} ${BLANK} ${BLANK} .....###. ....x###. .....###. ${BLANK} ${BLANK} ${BLANK}`, true],
  ['above it', `${BLANK} ${BLANK} ${BLANK} ....o.... ...###... ...###... ...###... ${BLANK} ${BLANK}`, true],
  [
    'in a stroke of two pixels',
    `${BLANK} ${BLANK} ${BLANK} ${FULL} ####x#### ${BLANK} ${BLANK} ${BLANK} ${BLANK}`,
    false,
  ],
  [
    'two pixels from a square',
    `${BLANK} ${BLANK} ${BLANK} ......### ....x.### ......### ${BLANK} ${BLANK} ${BLANK}`,
    false,
  ],
  [
    'at a gap of two pixels',
    `${FULL} ${FULL} ${FULL} ####x#### ${BLANK} ${BLANK} ${FULL} ${FULL} ${FULL}`,
    true,
  ],
  [
    'at a gap of one pixel',
    `${FULL} ${FULL} ${FULL} ####x#### ${BLANK} ${FULL} ${FULL} ${FULL} ${FULL}`,
    false,
  ],
  [
    'in a gap of one pixel',
    `${FULL} ${FULL} ${FULL} ${FULL} ....o.... ${FULL} ${FULL} ${FULL} ${FULL}`,
    false,
  ],
])('a pixel %s may move or not', (_, art, expected) => {
  expect(backed(art)).toBe(expected);
});

test.each([
  [
    'the end of a step',
    `${BLANK} ${BLANK} ${BLANK} ${BLANK} ###x..... ######### ${FULL} ${FULL} ${FULL}`,
    true,
  ],
  [
    'the place before a step',
    `${BLANK} ${BLANK} ${BLANK} ${BLANK} ###o..... ######### ${FULL} ${FULL} ${FULL}`,
    true,
  ],
  ['a bump', `${BLANK} ${BLANK} ${BLANK} ${BLANK} ....x.... ${FULL} ${FULL} ${FULL} ${FULL}`, false],
  ['a notch', `${BLANK} ${BLANK} ${BLANK} ${BLANK} ####o#### ${FULL} ${FULL} ${FULL} ${FULL}`, false],
  [
    'a place of a straight edge',
    `${BLANK} ${BLANK} ${BLANK} ${BLANK} ####x#### ${FULL} ${FULL} ${FULL} ${FULL}`,
    false,
  ],
  [
    'the end of a bar',
    `${BLANK} ${BLANK} ${BLANK} ${BLANK} ####x.... ${BLANK} ${BLANK} ${BLANK} ${BLANK}`,
    false,
  ],
])('%s is the corner of a step or not', (_, art, expected) => {
  const { grid, at } = window(art);
  expect(isCorner(grid, at)).toBe(expected);
});
