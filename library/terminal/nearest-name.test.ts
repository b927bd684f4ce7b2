import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['qualty', 'quality'],
  ['Quailty', 'quality'],
  ['max-dip', 'max-dpi'],
  ['recusive', 'recursive'],
  ['fast', null],
  ['x', null],
])('the name nearest to %s is %s', (typed, name) => {
  expect(nearestName(typed, ['quality', 'max-dpi', 'min-dpi', 'recursive', 'output'])).toBe(name);
});
