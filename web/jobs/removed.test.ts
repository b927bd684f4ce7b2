import { expect, test } from 'vitest';
import { jobOf, states } from '../testing/jobs.ts';
import { type JobsEvent, jobsReducer, NO_JOBS } from './jobs-reducer.ts';

const five = {
  ...NO_JOBS,
  jobs: [
    jobOf(1, states.done()),
    jobOf(2, states.running(0.5)),
    jobOf(3, states.damaged),
    jobOf(4, states.done()),
    jobOf(5, states.waiting),
  ],
};

const after = (...events: readonly JobsEvent[]) => events.reduce(jobsReducer, five);
const remove = (id: number): JobsEvent => ({ type: 'job-removed', id });
const idsOf = ({ jobs }: typeof NO_JOBS) => jobs.map(({ id }) => id);

test('a removed file comes back into its place, with its result', () => {
  const back = after(remove(4), { type: 'removal-undone' });
  expect(idsOf(back)).toEqual([1, 2, 3, 4, 5]);
  expect(back.jobs[3]!.state).toBe(five.jobs[3]!.state);
  expect(back.removed).toBeNull();
});

test('files that were removed one after another come back together, in their order', () => {
  expect(after(remove(4), remove(1)).removed?.jobs.map(({ id }) => id)).toEqual([4, 1]);
  expect(idsOf(after(remove(4), remove(1), { type: 'removal-undone' }))).toEqual([1, 2, 3, 4, 5]);
});

test('a list that was cleared comes back, and what was in work starts anew', () => {
  const cleared = after({ type: 'list-cleared' });
  expect(cleared.jobs).toEqual([]);
  const back = jobsReducer(cleared, { type: 'removal-undone' });
  expect(idsOf(back)).toEqual([1, 2, 3, 4, 5]);
  expect(back.jobs[1]).toMatchObject({ attempt: 2, state: { kind: 'waiting' } });
  expect(back.jobs[2]!.state.kind).toBe('failed');
});

test('messages of the run before the removal are ignored', () => {
  const finished: JobsEvent = { type: 'job-started', id: 5, attempt: 1 };
  expect(after(remove(5), { type: 'removal-undone' }, finished).jobs[4]!.state.kind).toBe('waiting');
});

test('files that were added meanwhile stay behind it', () => {
  const [added] = [jobOf(6, states.waiting)];
  const back = after(remove(2), { type: 'jobs-restored', jobs: [added] }, { type: 'removal-undone' });
  expect(idsOf(back)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a removal that has settled stays', () => {
  const settled = after(remove(2), { type: 'removal-settled' });
  expect(jobsReducer(settled, { type: 'removal-undone' })).toBe(settled);
  expect(idsOf(settled)).toEqual([1, 3, 4, 5]);
});
