import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { downloads } from '../../testing/downloads.ts';
import { doneJob, jobOf, resultOf, states } from '../../testing/jobs.ts';

const limited = (id: number, after: number, parts: object = {}) =>
  doneJob(id, `${id}.pdf`, {
    before: 90_000,
    after,
    options: { ...DEFAULT_OPTIONS, targetSize: 30_000 },
    ...parts,
  });
const signed = { unchanged: true, warnings: ['signed'] } as const;

test.each<[string, readonly Job[], string]>([
  ['smaller', [doneJob(1, 'a.pdf')], '500\u00a0bytes smaller'],
  ['kept', [jobOf(1, states.kept())], 'Nothing to save here'],
  [
    'signed',
    [doneJob(1, 'a.pdf', { after: 1000, report: { ...signed, outputSize: 1000 } })],
    'Nothing to save here',
  ],
  ['damaged', [jobOf(1, states.damaged)], '1 file couldn’t be compressed'],
  ['locked', [jobOf(1, states.locked)], '1 file needs a password'],
  ['cancelled', [jobOf(1, states.cancelled)], 'Nothing was changed'],
  ['one that fits', [limited(1, 20_000)], 'It fits under 30\u00a0KB'],
  ['one that is over', [limited(1, 50_000)], 'Still over 30\u00a0KB'],
  ['two, one over', [limited(1, 50_000), limited(2, 20_000)], '1 of 2 fits under 30\u00a0KB'],
  [
    'three, two over',
    [limited(1, 50_000), limited(2, 20_000), limited(3, 20_000)],
    '2 of 3 fit under 30\u00a0KB',
  ],
  ['two over', [limited(1, 50_000), limited(2, 40_000)], '0 of 2 under 30\u00a0KB'],
  ['work', [jobOf(1, states.running(0.5)), doneJob(2, 'b.pdf')], '1 of 2 done'],
])('the headline of %s', async (_, jobs, headline) => {
  await renderCompressPage(jobs);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(headline);
});

test('what is not in the download is named', async () => {
  await renderCompressPage([doneJob(1, 'a.pdf'), jobOf(2, states.locked), jobOf(3, states.damaged)]);
  expect(screen.getByText('Not in the download: file 2.pdf and file 3.pdf.')).toBeDefined();
});

test('the rest of the results is downloaded with one link once some are saved', async () => {
  const { user, store } = await renderCompressPage([
    doneJob(1, 'a.pdf'),
    doneJob(2, 'b.pdf'),
    doneJob(3, 'c.pdf'),
  ]);
  const saved = downloads();
  act(() => store.tell({ type: 'results-saved', ids: [1, 2] }));
  await user.click(screen.getByRole('button', { name: 'download the remaining 1' }));
  expect(saved.map(({ name }) => name)).toEqual(['c-light.pdf']);
});

test('once all is saved the next steps are offered', async () => {
  await renderCompressPage([doneJob(1, 'a.pdf', { result: { isSaved: true } })]);
  expect(screen.getByRole('link', { name: 'Save receipt' }).getAttribute('href')).toBe('/f/1');
  expect(screen.getAllByRole('button', { name: 'Split …' })).toHaveLength(1);
});

test('while files are in work all can be cancelled, with one bar for all of them', async () => {
  const { user, store } = await renderCompressPage([jobOf(1, states.running(0.5)), jobOf(2, states.waiting)]);
  expect(screen.getByRole('progressbar', { name: 'All files' }).getAttribute('aria-valuenow')).toBe('25');
  await user.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(store.state().jobs.map(({ state }) => state.kind)).toEqual(['cancelled', 'cancelled']);
});

test('the head is as high during the work as after it: no row moves when the last file ends', async () => {
  const { container, store } = await renderCompressPage(
    [1, 2, 3].map((id) => jobOf(id, states.running(0.5))),
  );
  const lines = () =>
    [...container.querySelectorAll('.head > *')].map((line) => line.className.split(' ')[0]);
  const working = lines();
  act(() => {
    for (const { id, attempt } of store.state().jobs)
      store.tell({ type: 'job-finished', id, attempt, result: resultOf() });
  });
  expect(working).toEqual(['head-row', 'soft', 'filters']);
  expect(lines()).toEqual(working);
});
