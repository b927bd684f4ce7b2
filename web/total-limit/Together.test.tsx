import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { renderCompressPage } from '../testing/compress-page.tsx';
import { downloads } from '../testing/downloads.ts';
import { doneJob } from '../testing/jobs.ts';
import { textOf } from '../testing/render.tsx';

/** Files of these sizes that are to be sent under one limit. */
const sent = (budget: number, sizes: Readonly<Record<string, number>>): readonly Job[] =>
  Object.entries(sizes).map(([name, after], at) => ({
    ...doneJob(at + 1, `${name}.pdf`, { before: after * 2, after, options: { ...DEFAULT_OPTIONS } }),
    budget,
  }));

const region = () => screen.findByRole('region', { name: 'All files together' });
const headline = () => screen.getByRole('heading', { level: 1 }).textContent;

test('files that fit together say how much is used and free, and each its part', async () => {
  await renderCompressPage(sent(400_000, { one: 100_000, two: 200_000 }), '#all=400000');
  expect(textOf(await region())).toContain('All files have similar quality.');
  expect(textOf(await region())).toContain('100.0\u00a0KB free of 400\u00a0KB');
  expect(headline()).toBe('All together under 400\u00a0KB: 300.0\u00a0KB used');
  const bar = screen.getByRole('list', { name: 'How the 400\u00a0KB are used' });
  const parts = within(bar).getAllByRole('listitem');
  expect(parts.map((part) => part.getAttribute('title'))).toEqual([
    'one.pdf: 100.0\u00a0KB',
    'two.pdf: 200.0\u00a0KB',
  ]);
  expect(parts.map((part) => part.style.getPropertyValue('--share'))).toEqual(['25.00%', '50.00%']);
});

test('a limit that no run could meet is answered at once, with what can be done', async () => {
  const { user, store } = await renderCompressPage(
    sent(150_000, { one: 100_000, two: 100_000 }),
    '#all=150000',
  );
  const together = await region();
  expect(headline()).toMatch(/^50\.0.KB over 150.KB together$/);
  expect(screen.getByText(/^These files need at least .* in total, more than 150.KB\./)).toBeDefined();
  expect(
    within(together)
      .getAllByRole('listitem')
      .map(textOf)
      .some((way) => way.startsWith('Leave out')),
  ).toBe(true);

  // One left out, and the other fits; it can be taken back.
  await user.click(
    within(together).getByRole('button', {
      name: /^Leave out \d 100\.0.KB 1 file stays behind (one|two)\.pdf$/,
    }),
  );
  expect(store.state().jobs.filter(({ isLeftOut }) => isLeftOut)).toHaveLength(1);
  await waitFor(() => expect(headline()).toMatch(/^All together under 150.KB/));
  await user.click(screen.getByRole('button', { name: /^Put back/ }));
  expect(headline()).toMatch(/over 150.KB together$/);
});

test('files go into several mails, each saved on its own, or all as folders', async () => {
  const { user } = await renderCompressPage(sent(150_000, { one: 100_000, two: 100_000 }), '#all=150000');
  const saved = downloads();
  await user.click(
    within(await region()).getByRole('button', { name: /^Send in 2 mails 200\.0.KB Nothing changes$/ }),
  );
  expect(headline()).toBe('2 mails ready');
  await user.click(screen.getByRole('button', { name: 'Download mail 2' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['two-light.pdf']));
  expect(await screen.findByText(/^Saved \d/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Download as folders 200\.0.KB$/ }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['two-light.pdf', 'pdfs-light.zip']));
  // The head's, before that of changed settings.
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
  expect(headline()).toMatch(/over 150.KB together$/);
});

test('a file that no mail holds stays out, and nothing is offered before it is known what helps', async () => {
  const { user } = await renderCompressPage(
    sent(150_000, { one: 100_000, two: 100_000, long: 240_000 }),
    '#all=150000',
  );
  const together = await region();
  expect(textOf(together)).toContain('3 alone is larger than 150\u00a0KB');
  // No worker answers here.
  expect(textOf(together)).toContain('Looking for what would help');
  await user.click(
    within(together).getByRole('button', { name: /^Send in 2 mails 200\.0.KB 1 file stays behind$/ }),
  );
  expect(headline()).toBe('2 mails ready, 1 file left');
  const list = screen.getByRole('list', { name: 'Files' });
  expect([...list.children].map((row) => row.getAttribute('aria-label'))).toEqual(['long.pdf']);
});
