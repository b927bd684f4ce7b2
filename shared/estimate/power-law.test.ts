import { expect, test } from 'vitest';
import { fitPowerLaw } from './power-law.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

test('pictures that shrink by one share speak for all of them', () => {
  const law = fitPowerLaw([
    { before: 100, after: 25 },
    { before: 400, after: 100 },
    { before: 800, after: 200 },
  ]);
  expect(law(1000)).toBeCloseTo(250);
});

test('where the heavy ones shrink more, a light one keeps more of itself', () => {
  const made = [100, 400, 1600].map((before) => ({ before, after: Math.sqrt(before) * 10 }));
  const law = fitPowerLaw(made);
  expect(law(900)).toBeCloseTo(300);
  expect(sum(made.map(({ before }) => law(before)))).toBeCloseTo(sum(made.map(({ after }) => after)));
});

test('two pictures, or pictures alike, say only by how much they shrink', () => {
  expect(
    fitPowerLaw([
      { before: 100, after: 90 },
      { before: 900, after: 10 },
    ])(500),
  ).toBeCloseTo(50);
  const alike = Array.from({ length: 5 }, () => ({ before: 200, after: 50 }));
  expect(fitPowerLaw(alike)(400)).toBeCloseTo(100);
});

test('of no picture nothing is said', () => {
  expect(fitPowerLaw([])(123)).toBe(123);
});
