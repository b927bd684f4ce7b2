import { expect, test } from 'vitest';
import { largestSquare, placedStretch, type Stretch, Stretches, uniformStretch } from './stretch.ts';

function kept(...stretches: Stretch[]): readonly Stretch[] {
  const all = new Stretches();
  for (const stretch of stretches) all.add(stretch);
  return all.all;
}

const upright = { xx: 1, xy: 0, yy: 4 };
const slanted = { xx: 2, xy: 1, yy: 2 };
const slantedBack = { xx: 2, xy: -1, yy: 2 };

test('a stretch that another one exceeds in every direction is left out, whichever comes first', () => {
  expect(kept(uniformStretch(2), upright)).toEqual([uniformStretch(2)]);
  expect(kept(upright, uniformStretch(2))).toEqual([uniformStretch(2)]);
  expect(kept(slanted, slanted)).toEqual([slanted]);
});

test('stretches that exceed each other in some direction are all kept', () => {
  expect(kept(upright, { xx: 4, xy: 0, yy: 1 })).toHaveLength(2);
  expect(kept(slanted, slantedBack)).toEqual([slanted, slantedBack]);
  expect(kept(uniformStretch(1.5), slanted)).toHaveLength(2);
});

test('very many become one that covers all', () => {
  const sides = Array.from({ length: 9 }, (_, at) => ({ xx: 1 + at, xy: 0, yy: 20 - at }));
  expect(kept(...sides)).toEqual([{ xx: 9, xy: 0, yy: 20 }]);
  const slants = sides.map((side) => ({ ...side, xy: 0.1 }));
  const [cover] = kept(...slants);
  expect(cover).toEqual({ xx: largestSquare(slants[0]!), xy: 0, yy: largestSquare(slants[0]!) });
});

test('a turn changes no stretch', () => {
  const turned = placedStretch({ a: 0, b: 1, c: -1, d: 0 }, uniformStretch(3));
  expect(turned).toEqual(uniformStretch(3));
});
