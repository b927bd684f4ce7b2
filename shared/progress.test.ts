import { expect, test } from 'vitest';
import { createProgressMeter, type Progress } from './progress.ts';

function told(tell: (meter: ReturnType<typeof createProgressMeter>) => void): Progress[] {
  const all: Progress[] = [];
  tell(createProgressMeter((progress) => all.push(progress)));
  return all;
}

test('tries count as the images they are for, and the fraction moves with each', () => {
  const all = told((meter) => {
    for (const done of [0, 3, 4, 8]) meter.at('images', done, 8, 2);
  });
  expect(all.map(({ done, total }) => [done, total])).toEqual([
    [0, 2],
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
  expect(all[1]!.fraction).toBeGreaterThan(all[0]!.fraction);
});

test('the fraction never falls, and a single item is not counted', () => {
  const all = told((meter) => {
    meter.at('writing', 1, 1);
    meter.at('structure', 1, 2);
  });
  expect(all).toEqual([
    { fraction: 0.85, phase: 'writing' },
    { fraction: 0.85, phase: 'structure', done: 1, total: 2 },
  ]);
});

test('without images, every step on the structure moves the bar, up to where writing begins', () => {
  const all = told((meter) => {
    meter.at('reading', 1, 1);
    meter.expectNoImages();
    for (let step = 0; step < 8; step += 1) for (const done of [1, 2]) meter.at('structure', done, 2);
    meter.at('writing', 0, 1);
  });
  const fractions = all.map(({ fraction }) => fraction);
  expect(new Set(fractions).size).toBe(fractions.length);
  expect(fractions.at(-2)).toBeGreaterThan(0.6);
  expect(fractions.at(-1)).toBe(0.72);
});
