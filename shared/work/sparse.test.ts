import { expect, test } from 'vitest';
import type { Progress } from '../progress.ts';
import { sparse } from './sparse.ts';

test('a hundred thousand small steps become a few hundred messages, and the last one is told', () => {
  const told: Progress[] = [];
  const tell = sparse((progress) => told.push(progress));
  const total = 100_000;
  for (let done = 1; done <= total; done += 1) {
    tell({ phase: 'structure', fraction: done / total, done, total });
  }
  expect(told.length).toBeLessThan(250);
  expect(told.at(-1)).toEqual({ phase: 'structure', fraction: 1, done: total, total });
});

test('a new phase is told although the bar has not moved', () => {
  const phases: string[] = [];
  const tell = sparse(({ phase }) => phases.push(phase));
  tell({ phase: 'images', fraction: 0.5 });
  tell({ phase: 'images', fraction: 0.501 });
  tell({ phase: 'writing', fraction: 0.501 });
  expect(phases).toEqual(['images', 'writing']);
});
