import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { type RemedyKind, type ResultPart, resultOf } from '../../jobs/job.ts';
import { doneJob, resultOf as resultWith } from '../../testing/jobs.ts';
import { systemThatShares, textOf } from '../../testing/render.tsx';
import { renderRow } from '../../testing/row.tsx';

const part = (firstPage: number, lastPage: number, bytes: number, removedLinks = 0): ResultPart => ({
  firstPage,
  lastPage,
  attachments: 0,
  bookmarks: 0,
  links: 0,
  removedLinks,
  blob: new Blob([new Uint8Array(bytes)]),
});
const parts = (limit: number, leftOut?: readonly number[]) => ({
  files: leftOut ? [part(1, 2, 300)] : [part(1, 2, 300, 1), part(3, 3, 250)],
  limit,
  ...(leftOut && { leftOut }),
});

test.each<[string, ReturnType<typeof parts>, string]>([
  [
    'parts under a limit',
    parts(400),
    '2 parts, each under 0.4\u00a0KB · 300\u00a0bytes and 250\u00a0bytes · 1 link pointed to another part',
  ],
  ['parts by hand', parts(0), '2 parts · 300\u00a0bytes and 250\u00a0bytes'],
  ['a file without its damaged page', parts(400, [3]), 'Without page 3'],
])('%s', (_, made, text) => {
  const { row } = renderRow(doneJob(1, 'album.pdf', { result: { parts: made } }));
  const status = within(row).getAllByRole('status').map(textOf);
  expect(status.some((said) => said.startsWith(text))).toBe(true);
});

test('each part is named, saved and shared on its own', async () => {
  systemThatShares();
  const { row, user, calls } = renderRow(doneJob(1, 'album.pdf', { result: { parts: parts(400) } }));
  expect(screen.queryByTitle('album-light-1of2.pdf')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show parts album.pdf' }));
  for (const name of ['album-light-1of2.pdf', 'album-light-2of2.pdf']) {
    expect(screen.getByTitle(name)).toBeDefined();
    expect(screen.getByRole('button', { name: `Download ${name}` })).toBeDefined();
  }
  expect(textOf(row)).toContain('Pages 1 to 2');
  expect(textOf(row)).toContain('Page 3');
  await user.click(screen.getByRole('button', { name: 'Share album-light-2of2.pdf' }));
  expect(calls).toMatchObject([['sharePart', { name: 'album-light-2of2.pdf', blob: { size: 250 } }]]);
  await user.click(screen.getByRole('button', { name: 'Hide parts album.pdf' }));
  expect(screen.queryByTitle('album-light-1of2.pdf')).toBeNull();
});

test.each<[RemedyKind, string]>([
  ['attachments', 'Attachments removed'],
  ['gray', 'Images in gray'],
  ['small', 'Images as in Smallest'],
  ['lower', 'Images down to 72 dpi'],
  ['signature', 'Compressed, no longer signed'],
])('the choice of %s is told with both sizes, and can be undone', async (kind, lead) => {
  const before = resultWith({ inputSize: 1000, outputSize: 900 });
  const options = { ...DEFAULT_OPTIONS, targetSize: 600 };
  const taken = { kind, result: before, options, hasOwnOptions: false };
  const job = doneJob(1, 'a.pdf', { options, taken, hasOwnOptions: true });
  expect(resultOf(job)?.blob.size).toBe(500);
  const { row, user, calls } = renderRow(job);
  expect(textOf(row)).toContain(`${lead} · 900\u00a0bytes → 500\u00a0bytes`);
  // What was chosen for the limit is no badge.
  expect(textOf(row)).not.toContain('Own settings');
  await user.click(screen.getByRole('button', { name: 'Undo a.pdf' }));
  expect(calls).toEqual([['undoRemedy', 1]]);
});

test('a choice that did not bring the file under its limit has its way back, too', async () => {
  const before = resultWith({ inputSize: 1000, outputSize: 900 });
  const options = { ...DEFAULT_OPTIONS, targetSize: 300 };
  const taken = { kind: 'signature', result: before, options, hasOwnOptions: false } as const;
  const { row, user, calls } = renderRow(doneJob(1, 'a.pdf', { options, taken, hasOwnOptions: true }));
  expect(textOf(row)).toContain('Over by 200');
  expect(textOf(row)).toContain('Compressed, no longer signed · 900\u00a0bytes → 500\u00a0bytes');
  await user.click(screen.getByRole('button', { name: 'Undo a.pdf' }));
  expect(calls).toEqual([['undoRemedy', 1]]);
});
