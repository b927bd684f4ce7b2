import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { jobOf, pdfFile, resultOf, states } from '../../testing/jobs.ts';
import { textOf } from '../../testing/render.tsx';

const locked = (id: number, name: string) => jobOf(id, states.locked, { file: pdfFile(name) });
const FILES = ['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf'];

test('one password is tried on all locked files, and those it does not open keep asking', async () => {
  const { user, store } = await renderCompressPage(FILES.map((name, at) => locked(at + 1, name)));
  const all = screen.getByRole('listitem', { name: '4 locked files' });
  expect(textOf(all)).toContain(
    'one.pdf, two.pdf, three.pdf, and four.pdf. The smaller copies keep their password.',
  );
  await user.type(screen.getByLabelText('One password for all 4'), 'sesame{Enter}');
  expect(store.state().jobs.map(({ state, password }) => [state.kind, password])).toEqual(
    FILES.map(() => ['waiting', 'sesame']),
  );
  act(() => {
    for (const { id, attempt } of store.state().jobs) {
      store.tell({ type: 'job-started', id, attempt });
      if (id <= 2) store.tell({ type: 'job-finished', id, attempt, result: resultOf() });
      else
        store.tell({
          type: 'worker-failed',
          id,
          attempt,
          problem: { code: 'encrypted_pdf', reason: 'wrong-password' },
        });
    }
  });
  const rest = screen.getByRole('listitem', { name: '2 locked files' });
  expect(textOf(rest)).toContain('Unlocked 2 of 4.');
  expect(screen.getByText('Not in the download: three.pdf and four.pdf.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'One by one' }));
  expect(screen.getByLabelText('Password for three.pdf')).toBeDefined();
  expect(screen.getByLabelText('Password for four.pdf')).toBeDefined();
});

test('an empty password is not tried', async () => {
  const { user, store } = await renderCompressPage([locked(1, 'one.pdf'), locked(2, 'two.pdf')]);
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(store.state().jobs.map(({ state }) => state.kind)).toEqual(['failed', 'failed']);
});
