import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../../shared/index.ts';
import type { Job } from '../../../jobs/job.ts';
import { jobOf, resultOf, states } from '../../../testing/jobs.ts';
import { arePiled, listEntries } from './list-entries.ts';

/** A result of so many bytes with a limit of 500. */
function sized(id: number, size: number): Job {
  const result = { ...resultOf({ outputSize: size }), blob: new Blob([new Uint8Array(size)]) };
  return jobOf(id, { kind: 'done', result }, { options: { ...DEFAULT_OPTIONS, targetSize: 500 } });
}

const told = (jobs: readonly Job[], parts: Partial<Parameters<typeof listEntries>[1]> = {}) =>
  listEntries(jobs, { isPiled: true, isRestOpen: false, isTogether: true, ...parts }).map((entry) => {
    if (entry.kind === 'file') return entry.job.id;
    return entry.kind === 'pile' ? `${entry.pile} ${entry.files}, ${entry.bytes}` : 'locked';
  });

const fits = sized(1, 400);
const over = sized(2, 700);
const lockedOnes = [jobOf(3, states.locked), jobOf(4, states.locked)];
const mixed = [fits, lockedOnes[0]!, over, sized(5, 300), lockedOnes[1]!];

test('files over their limit come first, those without a result last and folded', () => {
  expect(arePiled(mixed)).toBe(true);
  expect(told(mixed)).toEqual(['over 1, 700', 2, 'ready 2, 700', 1, 5, 'rest 2, 2000']);
  expect(told(mixed, { isRestOpen: true }).slice(-2)).toEqual(['rest 2, 2000', 'locked']);
  expect(told(mixed, { isRestOpen: true, isTogether: false }).slice(-2)).toEqual([3, 4]);
});

test('a list of one kind has no piles, and keeps its order', () => {
  expect(arePiled([fits, ...lockedOnes])).toBe(false);
  expect(arePiled([over])).toBe(false);
  expect(told(mixed, { isPiled: false })).toEqual([1, 'locked', 2, 5]);
});
