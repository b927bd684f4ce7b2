import { expect, test } from 'vitest';
import { bitmapOf } from '../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../bitmap.ts';
import { contourAt, takeSameTurns } from './contours.ts';

function drawn(art: string): Bitmap {
  const rows = art.trim().split(/\s+/);
  return bitmapOf(rows[0]!.length, rows.length, (x, y) => rows[y]![x] === '#');
}

/** The first contour in reading order. */
function first(page: Bitmap) {
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) {
      const found = contourAt(page, x, y);
      if (found !== null) return found;
    }
  }
  throw new Error('blank');
}

const same = (one: string, other: string) => {
  const [a, b] = [drawn(one), drawn(other)];
  return [takeSameTurns(a, first(a), b, first(b)), takeSameTurns(b, first(b), a, first(a))];
};

const STEP = '......... .#####... .#######. .#######. .........';

test.each([
  ['themselves', STEP, true],
  ['a step farther right', '......... .######.. .#######. .#######. .........', true],
  ['two steps instead of one', '......... .#####... .######.. .#######. .........', true],
  ['a step lower and farther right', '......... .######.. .######.. .#######. .........', true],
  ['a lower shape', '......... .#####... .#######. ......... .........', false],
  ['a narrower shape', '......... .#####... .######.. .######.. .........', false],
  ['a bump', '......#.. .#####... .#######. .#######. .........', false],
  ['a bump beside the step', '......... .#####.#. .#######. .#######. .........', false],
  ['a notch', '......... .##.##... .#######. .#######. .........', false],
])('a shape with a step takes the turns of %s or not', (_, other, expected) => {
  expect(same(STEP, other)).toEqual([expected, expected]);
});

test('a bump may be anywhere on its edge', () => {
  const [left, right] = ['..#...... .#######. .#######.', '.....#... .#######. .#######.'];
  expect(same(left, right)).toEqual([true, true]);
});

test('a longer bump is another turn', () => {
  expect(same('.....##.. .#####... .#####...', '.....#... .#####... .#####...')).toEqual([false, false]);
});

test('black that touches by corners is one shape with one contour', () => {
  expect(same('##... ##... ..##. ..##.', '##... ##... ..##. ..##.')).toEqual([true, true]);
  expect(same('##... ##... ..##. ..##.', '##... ##... ...## ...##')).toEqual([false, false]);
});
