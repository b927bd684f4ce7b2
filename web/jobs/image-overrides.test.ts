import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type ImageOverrides } from '../../shared/index.ts';
import { jobOf, states } from '../testing/jobs.ts';
import { isActive } from './job.ts';
import { jobsReducer, NO_JOBS } from './jobs-reducer.ts';

const imageOverrides: ImageOverrides = { 12: { kind: 'keep' } };

test('an image with an override starts its file again, and no other', () => {
  const state = { ...NO_JOBS, jobs: [jobOf(1, states.done()), jobOf(2, states.done())] };
  const { jobs } = jobsReducer(state, { type: 'images-overridden', id: 2, imageOverrides });
  expect(jobs.map(isActive)).toEqual([false, true]);
  expect(jobs[1].imageOverrides).toEqual(imageOverrides);
});

test('it stays for the runs after, with other settings too', () => {
  const state = { ...NO_JOBS, jobs: [jobOf(1, states.done(), { imageOverrides })] };
  const { jobs } = jobsReducer(state, { type: 'compressed-again', options: DEFAULT_OPTIONS });
  expect(jobs[0].imageOverrides).toEqual(imageOverrides);
});
