import { expect, test } from 'vitest';
import { isBacked, liesOnEdge } from './pixel-rules.ts';

/** A window of seven by seven pixels: `#` is black, `x` the black pixel that is asked for, `o` the white one. */
function window(art: string) {
  const rows = art.trim().split(/\s+/);
  const text = rows.join('');
  const pixels = Uint8Array.from(text, (letter) => (letter === '#' || letter === 'x' ? 1 : 0));
  return { grid: { pixels, stride: rows[0].length }, at: text.search(/[xo]/) };
}

const backed = (art: string) => {
  const { grid, at } = window(art);
  return isBacked(grid, at);
};
const BLANK = '.......';

test.each([
  ['inside a square', `${BLANK} ${BLANK} ..##... ..#x... ${BLANK} ${BLANK} ${BLANK}`, true],
  ['left of a square', `${BLANK} ${BLANK} ...##.. ..x##.. ${BLANK} ${BLANK} ${BLANK}`, true],
  ['right of a square', `${BLANK} ${BLANK} ..##... ..##x.. ${BLANK} ${BLANK} ${BLANK}`, true],
  ['above a square', `${BLANK} ${BLANK} ...x... ...##.. ...##.. ${BLANK} ${BLANK}`, true],
  ['below a square', `${BLANK} ...##.. ...##.. ....x.. ${BLANK} ${BLANK} ${BLANK}`, true],
  ['two pixels before a square', `${BLANK} ${BLANK} ....##. ..x.##. ${BLANK} ${BLANK} ${BLANK}`, false],
  ['two pixels behind a square', `${BLANK} ${BLANK} .##.... .##.x.. ${BLANK} ${BLANK} ${BLANK}`, false],
  ['in a stroke one pixel wide', `${BLANK} ${BLANK} ${BLANK} .##x##. ${BLANK} ${BLANK} ${BLANK}`, false],
  ['in a gap one pixel wide', '####### ####### ####### ...o... ####### ####### #######', false],
])('a pixel %s', (_, art, expected) => {
  expect(backed(art)).toBe(expected);
});

test.each([
  ['between black and white', `${BLANK} ${BLANK} ...#... ...x... ${BLANK} ${BLANK} ${BLANK}`, true],
  ['alone', `${BLANK} ${BLANK} ${BLANK} ...x... ${BLANK} ${BLANK} ${BLANK}`, false],
  ['inside', `${BLANK} ${BLANK} ...#... ..#x#.. ...#... ${BLANK} ${BLANK}`, false],
])('a pixel %s lies on an edge or not', (_, art, expected) => {
  const { grid, at } = window(art);
  expect(liesOnEdge(grid, at)).toBe(expected);
});
