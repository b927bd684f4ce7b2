import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorkClock } from './work-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A clock, with the seconds at which it ended the job, and the processor time that it reads. */
function clockOf(limitMs: number, cpu: { ms: number } | null) {
  const ends: number[] = [];
  const begun = Date.now();
  const stop = startWorkClock(limitMs, cpu === null ? undefined : () => cpu.ms, () =>
    ends.push((Date.now() - begun) / 1000),
  );
  return { ends, stop };
}

test('ends a job once, at its limit, where no processor time is known', async () => {
  const { ends } = clockOf(12_000, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toEqual([12]);
});

test('counts processor time where it is known', async () => {
  const half = { ms: 0 };
  const { ends } = clockOf(10_000, half);
  for (let beat = 0; beat < 3; beat += 1) {
    half.ms += 2500;
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(ends).toEqual([]);
  half.ms += 2500;
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends.length).toBe(1);
});

test('counts the time that passed where threads work more than that', async () => {
  const cpu = { ms: 0 };
  const { ends } = clockOf(10_000, cpu);
  for (let beat = 0; beat < 4; beat += 1) {
    cpu.ms += 20_000;
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(ends).toEqual([10]);
});

test('gives up a job that waits without working', async () => {
  const { ends } = clockOf(3000, { ms: 0 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toEqual([30]);
});

test('counts two beats for a time in which the machine slept', async () => {
  const { ends } = clockOf(20_000, null);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends.length).toBe(1);
});

test('counts nothing where the clock was set back', async () => {
  const { ends } = clockOf(8000, null);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(5000);
  await vi.advanceTimersByTimeAsync(7999);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends.length).toBe(1);
});

test('does nothing once it is stopped', async () => {
  const { ends, stop } = clockOf(8000, null);
  await vi.advanceTimersByTimeAsync(6000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toEqual([]);
});
