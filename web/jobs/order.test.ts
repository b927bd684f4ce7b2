import { expect, test } from 'vitest';
import { jobOf, states } from '../testing/jobs.ts';
import { inOrder, withAdded, withMoved } from './order.ts';

const list = (...ids: readonly number[]) => ids.map((id) => jobOf(id, states.waiting));
const ids = (jobs: readonly { readonly id: number }[]) => jobs.map(({ id }) => id);

test('a job moves before or after another one, and ranks give the same order', () => {
  const up = withMoved(list(1, 2, 3, 4), 4, { neighbor: 2, side: 'before' });
  expect(ids(up)).toEqual([1, 4, 2, 3]);
  const down = withMoved(up, 1, { neighbor: 3, side: 'after' });
  expect(ids(down)).toEqual([4, 2, 3, 1]);
  const first = withMoved(down, 3, { neighbor: 4, side: 'before' });
  expect(ids(first)).toEqual([3, 4, 2, 1]);
  expect(ids(inOrder(first.toReversed()))).toEqual([3, 4, 2, 1]);
});

test('only the moved job changes, so that only its note is written anew', () => {
  const before = list(1, 2, 3);
  const after = withMoved(before, 3, { neighbor: 1, side: 'before' });
  expect(after.slice(1)).toEqual(before.slice(0, 2));
  expect(after[1]).toBe(before[0]);
});

test('ranks never run out between two neighbors', () => {
  let jobs: ReturnType<typeof withMoved> = list(1, 2, 3, 4);
  for (let round = 0; round < 120; round += 1) {
    jobs = withMoved(jobs, round % 2 === 0 ? 4 : 3, { neighbor: 1, side: 'after' });
    expect(ids(inOrder(jobs))).toEqual(ids(jobs));
  }
});

test('what is added comes last, also after jobs that were moved to the end', () => {
  let jobs: ReturnType<typeof withMoved> = list(1, 2);
  for (const id of [1, 2, 1]) jobs = withMoved(jobs, id, { neighbor: id === 1 ? 2 : 1, side: 'after' });
  expect(ids(inOrder(withAdded(jobs, list(3, 4))))).toEqual([2, 1, 3, 4]);
});

test('a target that is gone moves nothing', () => {
  const jobs = list(1, 2);
  expect(withMoved(jobs, 1, { neighbor: 9, side: 'after' })).toBe(jobs);
});
