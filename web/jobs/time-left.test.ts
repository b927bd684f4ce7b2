import { expect, test } from 'vitest';
import { TimeLeft } from './time-left.ts';

/** The estimates at each second, with progress by `fractionAt`. */
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
  const jumping = told(8, (second) => [0, 0.01, 0.02, 0.03, 0.6, 0.61, 0.62, 0.9, 0.91][second]!);
  expect(jumping[4]).toBeNull();
});

test('other work begins anew', () => {
  const timeLeft = new TimeLeft();
  for (let second = 0; second <= 10; second += 1) timeLeft.tell(second * 1000, second / 10);
  expect(timeLeft.tell(11_000, 0.1)).toBeNull();
});

test('work that goes in steps is told from the whole run so far, once it has lasted', () => {
  const timeLeft = new TimeLeft();
  // A tenth at once every four seconds: recent windows never agree.
  const told = Array.from({ length: 21 }, (_, second) =>
    timeLeft.tell(second * 1000, Math.floor(second / 4) / 10),
  );
  expect(told.slice(0, 3)).toEqual([null, null, null]);
  expect(told[20]).not.toBeNull();
  expect(Math.abs((told[20] ?? 0) - 20_000)).toBeLessThan(6_000);
});

/** Seconds and fractions of a run of fourteen files: a large, fast one, then small, slow ones. */
const UNEVEN_RUN = [
  [0, 0],
  [5, 0.1],
  [12, 0.53],
  [15, 0.627],
  [21, 0.64],
  [25, 0.674],
  [34, 0.694],
  [47, 0.703],
  [53, 0.73],
  [56, 0.784],
  [65, 0.836],
  [71, 0.91],
] as const;

test('what is told of an uneven run moves, and does not jump to and fro', () => {
  const left = told(70, (second) => {
    const next = UNEVEN_RUN.findIndex(([at]) => at > second);
    const [[from, before], [to, after]] = [UNEVEN_RUN[next - 1]!, UNEVEN_RUN[next]!] as const;
    return before + ((after - before) * (second - from)) / (to - from);
  });
  const jumps = left.flatMap((now, second) => {
    const before = left[second - 1] ?? null;
    return now === null || before === null || Math.max(now / before, before / now) <= 2 ? [] : [second];
  });
  expect(jumps).toEqual([]);
  expect(left.slice(12).filter((now) => now === null)).toEqual([]);
});
