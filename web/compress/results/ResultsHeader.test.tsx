import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { isActive, type Job } from '../../jobs/job.ts';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { downloads } from '../../testing/downloads.ts';
import { doneJob, jobOf, resultOf, states } from '../../testing/jobs.ts';
import { textOf } from '../../testing/render.tsx';

const limited = (id: number, after: number, parts: object = {}) =>
  doneJob(id, `${id}.pdf`, {
    before: 90_000,
    after,
    options: { ...DEFAULT_OPTIONS, targetSize: 30_000 },
    ...parts,
  });
const signed = { unchanged: true, warnings: ['signed'] } as const;

test.each<[string, readonly Job[], string]>([
  ['one that is not compared yet', [doneJob(1, 'a.pdf')], '500\u00a0bytes. Checking…'],
  ['two', [doneJob(1, 'a.pdf'), doneJob(2, 'b.pdf')], '1.0\u00a0KB smaller'],
  ['kept', [jobOf(1, states.kept())], 'Nothing to save here'],
  [
    'signed',
    [doneJob(1, 'a.pdf', { after: 1000, report: { ...signed, outputSize: 1000 } })],
    'Original kept',
  ],
  ['damaged', [jobOf(1, states.damaged)], '1 file couldn’t be compressed'],
  ['locked', [jobOf(1, states.locked)], '1 file needs a password'],
  ['cancelled', [jobOf(1, states.cancelled)], 'Nothing was changed'],
  ['one that fits', [limited(1, 20_000)], '20.0\u00a0KB. Checking…'],
  ['one that is over', [limited(1, 50_000)], 'Over by 20.0\u00a0KB'],
  ['two, one over', [limited(1, 50_000), limited(2, 20_000)], '1 fits, 1 does not'],
  ['three, two over', [limited(1, 50_000), limited(2, 20_000), limited(3, 20_000)], '2 fit, 1 does not'],
  ['two over', [limited(1, 50_000), limited(2, 40_000)], 'None fits under 30\u00a0KB'],
  ['work', [jobOf(1, states.running(0.5)), doneJob(2, 'b.pdf')], '1 of 2 done'],
])('the headline of %s', async (_, jobs, headline) => {
  await renderCompressPage(jobs);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(headline);
  // One string feeds headline, title and announcement.
  if (jobs.some(isActive)) return;
  expect(document.title).toBe(`${headline} · Pagelight`);
  await waitFor(() => expect(screen.getAllByRole('status').map(textOf)).toContain(headline));
});

test('of two piles the fitting files are downloaded, the others stay in the menu', async () => {
  const { user } = await renderCompressPage([limited(1, 50_000), limited(2, 20_000), limited(3, 25_000)]);
  const names = screen.getAllByRole('heading', { level: 2 }).map(textOf);
  expect(names.slice(0, 2)).toEqual(['Over 30\u00a0KB', 'Ready']);
  const saved = downloads();
  await user.click(screen.getByRole('button', { name: /^Download the 2 that fit 45\.0.KB$/ }));
  await waitFor(() => expect(saved).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'More for the list' }));
  expect(await screen.findByRole('menuitem', { name: /^All 3 files 95\.0.KB · 1 is over$/ })).toBeDefined();
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
  expect(screen.getAllByRole('button', { name: 'Split…' })).toHaveLength(1);
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
  expect(working).toEqual(['head-row', 'soft', 'fit-line', 'filters']);
  expect(lines()).toEqual(working);
});
