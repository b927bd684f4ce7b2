import { expect, test } from 'vitest';
import type { Progress } from '../progress.ts';
import { sparse } from './sparse.ts';

function listen() {
  const told: Progress[] = [];
  let ms = 0;
  const tell = sparse(
    (progress) => told.push(progress),
    () => ms,
  );
  return { told, tell, wait: (passed: number) => void (ms += passed) };
}

test('a hundred thousand small steps become a few hundred messages, and the last one is told', () => {
  const { told, tell, wait } = listen();
  const total = 100_000;
  for (let done = 1; done <= total; done += 1) {
    tell({ phase: 'structure', fraction: done / total, done, total });
    wait(1);
  }
  expect(told.length).toBeGreaterThan(150);
  expect(told.length).toBeLessThan(250);
  expect(told.at(-1)).toEqual({ phase: 'structure', fraction: 1, done: total, total });
});

test('a small document tells its phases and its end, not its steps', () => {
  const { told, tell, wait } = listen();
  for (const [phase, from] of [
    ['writing', 0.7],
    ['checking', 0.85],
  ] as const)
    for (let done = 1; done <= 5; done += 1) {
      tell({ phase, fraction: from + done * 0.03, done, total: 5 });
      wait(1);
    }
  expect(told.map(({ phase, done }) => [phase, done])).toEqual([
    ['writing', 1],
    ['checking', 1],
    ['checking', 5],
  ]);
});

test('a new phase is told although the bar has not moved', () => {
  const { told, tell } = listen();
  tell({ phase: 'images', fraction: 0.5 });
  tell({ phase: 'images', fraction: 0.501 });
  tell({ phase: 'writing', fraction: 0.501 });
  expect(told.map(({ phase }) => phase)).toEqual(['images', 'writing']);
});
