import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { doneJob } from '../../testing/jobs.ts';

const report = { unchanged: true, outputSize: 1000, ratio: 1, warnings: ['signed'] } as const;
const signed = () =>
  ['contract.pdf', 'lease.pdf'].map((name, at) => doneJob(at + 1, name, { after: 1000, report }));

const waived = ({ store }: Awaited<ReturnType<typeof renderCompressPage>>) =>
  store
    .state()
    .jobs.filter(({ options }) => options.breakSignatures)
    .map(({ file }) => file.name);

test.each([
  ['Keep the signature', []],
  ['Compress this file', ['contract.pdf']],
  ['Compress all 2 signed files', ['contract.pdf', 'lease.pdf']],
])('whether signatures may break is asked once: %s', async (answer, files) => {
  const rendered = await renderCompressPage(signed());
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nothing to save here');
  await rendered.user.click(screen.getByRole('button', { name: /^Compress anyway .* contract.pdf$/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Compress a signed file?' });
  expect(dialog.textContent).toContain('its signature will no longer be valid');
  await rendered.user.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(waived(rendered)).toEqual(files);
});

test('Escape keeps the signature', async () => {
  const rendered = await renderCompressPage(signed());
  await rendered.user.click(screen.getByRole('button', { name: /^Compress anyway .* lease.pdf$/ }));
  await screen.findByRole('alertdialog');
  await rendered.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(waived(rendered)).toEqual([]);
});
