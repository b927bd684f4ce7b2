import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type ImageOverrides } from '../../shared/index.ts';
import { jobOf, resultOf as madeOf, states } from '../testing/jobs.ts';
import { isActive, resultOf } from './job.ts';
import { jobsReducer, NO_JOBS } from './jobs-reducer.ts';

const imageOverrides: ImageOverrides = { 12: { kind: 'keep' } };

test('an image with an override starts its file again, and no other', () => {
  const state = { ...NO_JOBS, jobs: [jobOf(1, states.done()), jobOf(2, states.done())] };
  const { jobs } = jobsReducer(state, { type: 'images-overridden', id: 2, imageOverrides });
  expect(jobs.map(isActive)).toEqual([false, true]);
  expect(jobs[1]!.imageOverrides).toEqual(imageOverrides);
});

test('it stays for the runs after, with other settings too', () => {
  const state = { ...NO_JOBS, jobs: [jobOf(1, states.done(), { imageOverrides })] };
  const { jobs } = jobsReducer(state, { type: 'compressed-again', options: DEFAULT_OPTIONS });
  expect(jobs[0]!.imageOverrides).toEqual(imageOverrides);
});

test('a repair is undone as a whole, with the limit and the overrides before it', () => {
  const before = { 3: { kind: 'keep' } } as const;
  const state = { ...NO_JOBS, jobs: [jobOf(1, states.done(), { imageOverrides: before })] };
  const result = resultOf(state.jobs[0]!);
  const asked = jobsReducer(state, {
    type: 'images-overridden',
    id: 1,
    imageOverrides: { ...before, ...imageOverrides },
    isRepair: true,
  });
  const { attempt } = asked.jobs[0]!;
  const repaired = jobsReducer(asked, { type: 'job-finished', id: 1, attempt, result: madeOf() });
  expect(repaired.jobs[0]!.taken?.kind).toBe('originals');
  const undone = jobsReducer(repaired, { type: 'remedy-undone', id: 1 }).jobs[0]!;
  expect(resultOf(undone)).toBe(result);
  expect(undone.imageOverrides).toEqual(before);
  expect(undone.taken).toBeUndefined();
});
