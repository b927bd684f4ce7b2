import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PRESETS } from '../../../shared/index.ts';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { doneJob } from '../../testing/jobs.ts';

const kept = (hasOwnOptions: boolean) =>
  doneJob(1, 'signed.pdf', {
    after: 1000,
    options: hasOwnOptions ? PRESETS.small : PRESETS.balanced,
    hasOwnOptions,
    report: { unchanged: true, outputSize: 1000, warnings: ['signed'] },
  });

async function opened(hasOwnOptions = false) {
  const rendered = await renderCompressPage([kept(hasOwnOptions)]);
  const opener = screen.getByRole('button', { name: 'More for signed.pdf' });
  await rendered.user.click(opener);
  await rendered.user.click(await screen.findByRole('menuitem', { name: 'Settings for this file' }));
  return {
    ...rendered,
    opener,
    dialog: await screen.findByRole('dialog', { name: 'Settings for signed.pdf' }),
  };
}

test('one file has settings of its own, without a limit for all', async () => {
  const { user, dialog, store } = await opened();
  expect(within(dialog).queryByRole('radio', { name: 'All together' })).toBeNull();
  await user.click(within(dialog).getByRole('radio', { name: 'Exact' }));
  await user.click(within(dialog).getByRole('button', { name: 'Compress this file again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.state().jobs[0]).toMatchObject({
    hasOwnOptions: true,
    options: { quality: 100 },
    state: { kind: 'waiting' },
  });
});

test('they begin with those of the file, and can be the shared ones again', async () => {
  const { user, dialog, store } = await opened(true);
  expect(within(dialog).getByRole('radio', { name: 'Smallest' }).getAttribute('aria-checked')).toBe('true');
  await user.click(within(dialog).getByRole('button', { name: 'Use shared settings' }));
  expect(store.state().jobs[0]).toMatchObject({ hasOwnOptions: false, options: { quality: 75 } });
});

test('Escape changes nothing, and gives the focus back to the menu of the row', async () => {
  const { user, opener, store } = await opened();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(store.state().jobs[0]!.state.kind).toBe('done');
});
