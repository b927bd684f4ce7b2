import { expect, test } from 'vitest';
import { axisTolerances } from './tolerance.ts';

test.each([
  ['upright', { a: 2, b: 0, c: 0, d: 3 }],
  ['turned', { a: 3, b: 4, c: -4, d: 3 }],
  ['skewed', { a: 1, b: 0, c: 5, d: 1 }],
  ['skewed the other way', { a: 1, b: 2, c: 2, d: 1 }],
])('a point of %s coordinates stays within the tolerance, whichever way both are rounded', (_, linear) => {
  const { x, y } = axisTolerances(linear, 1, 0.002);
  const { a, b, c, d } = linear;
  const moved = [-1, 1].map((way) => Math.hypot(a * x + way * c * y, b * x + way * d * y));
  expect(Math.max(...moved)).toBeLessThanOrEqual(0.002 * (1 + 1e-9));
  // The tolerance is used: what is rounded less saves nothing.
  expect(Math.max(...moved)).toBeGreaterThan(0.0015);
});

test('an axis without length has no tolerance', () => {
  expect(axisTolerances({ a: 1, b: 0, c: 0, d: 0 }, 1, 0.002)).toMatchObject({ y: 0 });
});
