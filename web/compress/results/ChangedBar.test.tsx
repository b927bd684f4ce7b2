import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, PRESETS } from '../../../shared/index.ts';
import type { Job } from '../../jobs/job.ts';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { imageReport } from '../../testing/inspections.ts';
import { doneJob, resultOf } from '../../testing/jobs.ts';
import { textOf } from '../../testing/render.tsx';

const { balanced } = PRESETS;
const scan = (id: number, name: string, parts: Partial<Job> = {}) =>
  ({ ...doneJob(id, name, { report: { images: [imageReport(1)] }, options: balanced }), ...parts }) as Job;
const letter = (id: number, name: string) =>
  doneJob(id, name, { options: balanced, result: { isSaved: true } });

const bar = () => screen.findByRole('region', { name: 'Settings changed' });

async function type(
  user: Awaited<ReturnType<typeof renderCompressPage>>['user'],
  label: string,
  value: string,
) {
  const field = screen.getByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, `${value}{Enter}`);
}

test('settings that differ from the results say which files are affected, and only those run again', async () => {
  const { user, store } = await renderCompressPage([scan(1, 'news.pdf'), letter(2, 'letter.pdf')]);
  expect(screen.queryByRole('region', { name: 'Settings changed' })).toBeNull();
  await type(user, 'Picture quality', '20');
  expect(textOf(await bar())).toContain('Settings changed: compress 1 file again');
  expect(textOf(await bar())).toContain('1 other file won’t change.');
  const before = store.state().jobs[1]!;
  await user.click(within(await bar()).getByRole('button', { name: 'Compress 1 file' }));
  expect(store.state().jobs.map(({ state, options }) => [state.kind, options.quality])).toEqual([
    ['waiting', 20],
    ['done', 75],
  ]);
  expect(store.state().jobs[1]!.state).toBe(before.state);

  const { id, attempt } = store.state().jobs[0]!;
  act(() => {
    store.tell({ type: 'job-started', id, attempt });
    store.tell({ type: 'job-finished', id, attempt, result: resultOf({ outputSize: 300 }) });
  });
  expect(await screen.findByText('Done. 200 bytes smaller than before.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Settings changed' })).toBeNull();
  expect(textOf(screen.getByRole('listitem', { name: 'letter.pdf' }))).toContain('Saved');
});

test('an undo sets the settings of the results again', async () => {
  const { user } = await renderCompressPage([scan(1, 'news.pdf')]);
  await type(user, 'Picture quality', '20');
  await user.click(within(await bar()).getByRole('button', { name: 'Undo' }));
  expect(screen.queryByRole('region', { name: 'Settings changed' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Picture quality' }).value).toBe('75');
});

test('a file with settings of its own stays as it is, and the last run can be taken back', async () => {
  const own = scan(1, 'own.pdf', { hasOwnOptions: true, options: PRESETS.lossless });
  const { user, store } = await renderCompressPage([own, scan(2, 'other.pdf')]);
  const first = store.state().jobs[1]!.state;
  await type(user, 'Picture quality', '20');
  await user.click(within(await bar()).getByRole('button', { name: 'Compress 1 file' }));
  const [kept, { id, attempt }] = store.state().jobs as [Job, Job];
  expect(kept.state).toBe(own.state);
  act(() => {
    store.tell({ type: 'job-started', id, attempt });
    store.tell({ type: 'job-finished', id, attempt, result: resultOf({ outputSize: 300 }) });
  });
  await user.click(await screen.findByRole('button', { name: 'Back to previous results' }));
  expect(store.state().jobs[1]!.state).toEqual(first);
});

test('a larger limit affects the file that was made coarse for the old one, and none that fits as it is', async () => {
  const options = { ...balanced, targetSize: 30_000 };
  const fits = doneJob(1, 'fits.pdf', { options });
  const target = { requestedSize: 30_000, size: 29_000, applied: { quality: 40, dpi: 100 } };
  const report = { target, images: [imageReport(1)] };
  const coarse = doneJob(2, 'coarse.pdf', { after: 29_000, before: 120_000, options, report });
  const { user } = await renderCompressPage([fits, coarse], '#size=30000');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.click(screen.getByRole('radio', { name: /^500.KB visa$/ }));
  expect(textOf(await bar())).toContain('compress 1 file again');
  expect(textOf(await bar())).toContain('1 other file won’t change or already fits.');
  await user.click(within(await bar()).getByRole('button', { name: 'Undo' }));
  expect(location.hash).toBe('#each=30000');
});

test('nothing is offered while settings are those of the results', async () => {
  await renderCompressPage([scan(1, 'news.pdf', { options: { ...DEFAULT_OPTIONS, ...balanced } })]);
  expect(screen.queryByRole('button', { name: /^Compress/ })).toBeNull();
});
