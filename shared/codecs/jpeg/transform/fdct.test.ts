import { expect, test } from 'vitest';
import { sequence } from '../../../testing/pictures/rasters.ts';
import { forwardDct } from './fdct.ts';

/** The formula of T.81, A.3.3, times 8. */
function byFormula(samples: Int32Array): number[] {
  const c = (index: number) => (index === 0 ? Math.SQRT1_2 : 1);
  const cos = (x: number, u: number) => Math.cos(((2 * x + 1) * u * Math.PI) / 16);
  return Array.from({ length: 64 }, (_, at) => {
    const [u, v] = [at % 8, at >> 3];
    let sum = 0;
    samples.forEach((sample, index) => {
      sum += sample * cos(index % 8, u) * cos(index >> 3, v);
    });
    return 2 * c(u) * c(v) * sum;
  });
}

test('agrees with the formula of the standard to a quarter of a coefficient', () => {
  const random = sequence(21);
  const fills: ((index: number) => number)[] = [
    () => Math.floor(random() * 256) - 128,
    (index) => ((index ^ (index >> 3)) & 1 ? 127 : -128),
    (index) => (index % 8) * 30 - 100,
    () => -128,
  ];
  for (const fill of fills) {
    const samples = Int32Array.from({ length: 64 }, (_, index) => fill(index));
    const expected = byFormula(samples);
    forwardDct(samples);
    samples.forEach((coefficient, index) => {
      expect(Math.abs(coefficient - expected[index]!)).toBeLessThan(2);
    });
  }
});
