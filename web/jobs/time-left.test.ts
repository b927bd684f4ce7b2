import { expect, test } from 'vitest';
import { TimeLeft } from './time-left.ts';

/** What is told at each second of work that goes as `fractionAt` says. */
function told(seconds: number, fractionAt: (second: number) => number): readonly (number | null)[] {
  const timeLeft = new TimeLeft();
  return Array.from({ length: seconds + 1 }, (_, second) => timeLeft.tell(second * 1000, fractionAt(second)));
}

test('steady work is told after three seconds, and rightly', () => {
  const left = told(10, (second) => second / 20);
  expect(left.slice(0, 3)).toEqual([null, null, null]);
  expect(left[10]).toBeCloseTo(10_000, -2);
});

test('nothing is told while it stands still or jumps about', () => {
  expect(told(10, () => 0.2).every((left) => left === null)).toBe(true);
  const jumping = told(8, (second) => [0, 0.01, 0.02, 0.03, 0.6, 0.61, 0.62, 0.9, 0.91][second]);
  expect(jumping[4]).toBeNull();
});

test('other work begins anew', () => {
  const timeLeft = new TimeLeft();
  for (let second = 0; second <= 10; second += 1) timeLeft.tell(second * 1000, second / 10);
  expect(timeLeft.tell(11_000, 0.1)).toBeNull();
});

test('work that goes in steps is told from the whole run so far, once it has lasted', () => {
  const timeLeft = new TimeLeft();
  // A tenth at once every four seconds: no two looks at the last moments agree.
  const told = Array.from({ length: 21 }, (_, second) =>
    timeLeft.tell(second * 1000, Math.floor(second / 4) / 10),
  );
  expect(told.slice(0, 3)).toEqual([null, null, null]);
  expect(told[20]).not.toBeNull();
  expect(Math.abs((told[20] ?? 0) - 20_000)).toBeLessThan(6_000);
});
