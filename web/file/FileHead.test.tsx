import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Job } from '../jobs/job.ts';
import { resultOf as resultIn } from '../jobs/job.ts';
import { downloads } from '../testing/downloads.ts';
import { doneJob, jobOf, resultOf, states } from '../testing/jobs.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import { FileHead } from './FileHead.tsx';

const three = [1, 2, 3].map((id) => doneJob(id, `${id}.pdf`));
const head = (job: Job, jobs: readonly Job[] = [job]) =>
  renderPart(<FileHead job={job} result={resultIn(job)!} />, { jobs, path: `/f/${job.id}` });

test('the name has the focus, and the title of the tab', () => {
  head(three[0]!);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '1.pdf' }));
  expect(document.title).toBe('1.pdf · Pagelight');
});

test.each([
  ['j', '/f/3'],
  ['k', '/f/1'],
])('%s leads to the neighbor', async (key, path) => {
  const { user } = head(three[1]!, [...three, jobOf(4, states.damaged)]);
  expect(screen.getByText('2 of 3')).toBeDefined();
  await user.keyboard(key);
  expect(location.pathname).toBe(path);
});

test('at the last file there is no next one', async () => {
  const { user } = head(three[2]!, three);
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
  await user.keyboard('j');
  expect(location.pathname).toBe('/f/3');
});

test('the result is saved, and counts as saved', async () => {
  const saved = downloads();
  const { user, store } = head(three[0]!);
  await user.click(screen.getByRole('button', { name: /^Download/ }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['1-light.pdf']));
  expect(store.state().jobs[0]!.state).toMatchObject({ kind: 'done', result: { isSaved: true } });
});

test('while it is compressed again its progress stands in place of the sizes', () => {
  const kept = resultOf();
  head(jobOf(1, { kind: 'running', progress: { fraction: 0.3, phase: 'images' }, kept }));
  expect(screen.getByRole('status').textContent).toBe(
    'Compressing again. You’re viewing the previous result.',
  );
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30');
});

test('a run that failed says why', () => {
  head(jobOf(1, { kind: 'failed', problem: { code: 'worker_died' }, kept: resultOf() }));
  expect(textOf(screen.getByRole('alert'))).toContain('The browser stopped working on this file');
});
