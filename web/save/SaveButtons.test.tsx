import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { renderCompressPage } from '../testing/compress-page.tsx';
import { downloads } from '../testing/downloads.ts';
import { doneJob } from '../testing/jobs.ts';
import { systemThatShares, textOf } from '../testing/render.tsx';

const two = () => [doneJob(1, 'a.pdf', { folder: 'Reports' }), doneJob(2, 'b.pdf', { folder: 'Reports' })];

function chosenFolder(folder: object) {
  Object.assign(window, { showDirectoryPicker: async () => folder });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'showDirectoryPicker');
  });
}

test('one file is saved under its name, several as one ZIP of their folder', async () => {
  const one = await renderCompressPage([doneJob(1, 'a.pdf')]);
  const saved = downloads();
  await one.user.click(screen.getByRole('button', { name: 'Download a.pdf, 500\u00a0bytes' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['a-light.pdf']));
  one.unmount();
  const { user } = await renderCompressPage(two());
  await user.click(screen.getByRole('button', { name: /^Download all/ }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['a-light.pdf', 'Reports-light.zip']));
  expect(await screen.findByText('2 saved', { exact: false })).toBeDefined();
});

test('a folder gets the files that fit, as the download beside it', async () => {
  const written: string[] = [];
  const notFound = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  chosenFolder({
    name: 'chosen',
    getFileHandle: async (name: string, { create = false } = {}) =>
      create
        ? { createWritable: async () => ({ write: async () => written.push(name), close: async () => {} }) }
        : notFound(),
  });
  const options = { ...DEFAULT_OPTIONS, targetSize: 600 };
  const { user } = await renderCompressPage([
    doneJob(1, 'fits.pdf', { options }),
    doneJob(2, 'fits too.pdf', { options }),
    doneJob(3, 'over.pdf', { options, after: 900 }),
  ]);
  expect(screen.getByRole('button', { name: /^Download the 2 that fit/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save to a folder…' }));
  await waitFor(() => expect(written).toEqual(['fits-light.pdf', 'fits too-light.pdf']));
});

test('a folder that denies writing says so, and the results stay', async () => {
  const denies = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  chosenFolder({ name: 'chosen', getFileHandle: denies, getDirectoryHandle: denies });
  const { user, store } = await renderCompressPage(two());
  await user.click(screen.getByRole('button', { name: 'Save to a folder…' }));
  expect(textOf(await screen.findByRole('alert'))).toBe(
    'Couldn’t save to that folder (0 of 2 saved). Your results are still here.',
  );
  expect(screen.getByRole('button', { name: 'Choose another folder' })).toBeDefined();
  expect(store.state().jobs.map(({ state }) => state.kind)).toEqual(['done', 'done']);
});

test('nothing is offered that this system cannot do', async () => {
  await renderCompressPage(two());
  expect(screen.queryByRole('button', { name: 'Save to a folder…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('all results are shared and count as saved; a refusal says so, a cancelled dialog does not', async () => {
  let answer: string | null = 'AbortError';
  const shared = systemThatShares(() => {
    if (answer !== null) throw new DOMException('no', answer);
  });
  const { user, store } = await renderCompressPage(two());
  const areSaved = () => store.state().jobs.map(({ state }) => state.kind === 'done' && state.result.isSaved);
  const share = () => user.click(screen.getByRole('button', { name: 'Share' }));
  await share();
  expect(areSaved()).toEqual([false, false]);
  expect(screen.queryByRole('alert')).toBeNull();

  answer = 'NotAllowedError';
  await share();
  expect(textOf(await screen.findByRole('alert'))).toContain('Download them instead.');
  expect(areSaved()).toEqual([false, false]);

  answer = null;
  await share();
  await waitFor(() => expect(areSaved()).toEqual([true, true]));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(shared.map((files) => files.map(({ name }) => name))).toEqual([['a-light.pdf', 'b-light.pdf']]);
});
