import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { downloads } from '../../testing/downloads.ts';
import { doneJob, jobOf, states } from '../../testing/jobs.ts';

const jobs = () => [doneJob(1, 'a.pdf'), jobOf(2, states.damaged), doneJob(3, 'c.pdf')];

async function looking() {
  const rendered = await renderCompressPage(jobs());
  act(() => screen.getByRole('listitem', { name: 'a.pdf' }).focus());
  await rendered.user.keyboard(' ');
  await screen.findByRole('dialog', { name: 'a.pdf' });
  return rendered;
}

test('arrows lead to the files above and below that have a result, and closing to the row of the last one', async () => {
  const { user } = await looking();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('dialog', { name: 'c.pdf' });
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('dialog', { name: 'c.pdf' })).toBeDefined();
  await user.keyboard('{ArrowUp}{ArrowDown}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('listitem', { name: 'c.pdf' }).contains(document.activeElement)).toBe(true),
  );
});

test('the file is saved and compared from there', async () => {
  const { user } = await looking();
  const saved = downloads();
  await user.click(screen.getByRole('button', { name: /^Download, 500/ }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['a-light.pdf']));
  await user.click(screen.getAllByRole('link', { name: 'Compare' })[0]!);
  expect(location.pathname).toBe('/f/1');
});

test('it is opened by the picture of a row, and not for a file without a result', async () => {
  const { user } = await renderCompressPage(jobs());
  await user.click(screen.getByRole('button', { name: 'Quick look: c.pdf' }));
  expect(await screen.findByRole('dialog', { name: 'c.pdf' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Quick look: file 2/ })).toBeNull();
});
