import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { renderCompressPage, shownNames } from '../testing/compress-page.tsx';
import { downloads } from '../testing/downloads.ts';
import { imageReport } from '../testing/inspections.ts';
import { doneJob, jobOf, pdfFile, resultOf, states } from '../testing/jobs.ts';
import { textOf } from '../testing/render.tsx';

const files = (count: number) => Array.from({ length: count }, (_, at) => doneJob(at + 1, `${at}.pdf`));
const row = (name: string) => screen.getByRole('listitem', { name });
const hasFocus = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

test('keys lead from row to row, from the one with the focus, and open, save and look', async () => {
  const { user } = await renderCompressPage(files(5));
  const saved = downloads();
  await user.keyboard('j');
  await hasFocus(row('0.pdf'));
  await user.keyboard('jjk');
  await hasFocus(row('1.pdf'));
  act(() => screen.getByRole('link', { name: 'Compare 3.pdf' }).focus());
  await user.keyboard('j');
  await hasFocus(row('4.pdf'));
  await user.keyboard('j');
  await hasFocus(row('4.pdf'));
  await user.keyboard('d');
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['4-light.pdf']));
  await user.keyboard('D');
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['4-light.pdf', 'pdfs-light.zip']));
  await user.keyboard(' ');
  expect(await screen.findByRole('dialog', { name: '4.pdf' })).toBeDefined();
  await user.keyboard(' ');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(row('4.pdf').contains(document.activeElement)).toBe(true));
  await user.keyboard('c');
  expect(location.pathname).toBe('/f/5');
});

test('k without a focused row goes to the last one', async () => {
  const { user } = await renderCompressPage(files(3));
  await user.keyboard('k');
  await hasFocus(row('2.pdf'));
});

test('f goes to the chosen filter, and / finds by name until Escape', async () => {
  const { user } = await renderCompressPage([...files(11), jobOf(12, states.damaged)]);
  await user.keyboard('f');
  await hasFocus(screen.getByRole('radio', { name: 'All 12' }));
  await user.keyboard('/1');
  const field = screen.getByRole('searchbox', { name: 'Find by name' });
  await hasFocus(field);
  expect(shownNames()).toEqual(['1.pdf', '10.pdf', 'file 12.pdf']);
  // Within a field a letter is a letter.
  await user.keyboard('0j');
  expect(shownNames()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(shownNames()).toHaveLength(12);
});

test('keys mean nothing with another modifier, and can be turned off and on', async () => {
  const { user } = await renderCompressPage(files(2));
  await user.keyboard('{Control>}j{/Control}');
  expect(row('0.pdf').contains(document.activeElement)).toBe(false);
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.click(within(sheet).getByRole('switch', { name: 'Single-key shortcuts' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?j');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for the list' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
  await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('j');
  await hasFocus(row('0.pdf'));
});

test('Alt with an arrow moves the row, which keeps the focus and says where it is', async () => {
  const { user } = await renderCompressPage(files(3));
  await user.keyboard('jj{Alt>}{ArrowUp}{/Alt}');
  expect(shownNames()).toEqual(['1.pdf', '0.pdf', '2.pdf']);
  await hasFocus(row('1.pdf'));
  expect(screen.getByText('1.pdf: 1 of 3')).toBeDefined();
  // A list that is sorted has no order by hand.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Size after');
  act(() => row('1.pdf').focus());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'By hand');
  expect(shownNames()).toEqual(['1.pdf', '0.pdf', '2.pdf']);
});

test('a row that is dragged by its handle takes the place where it is dropped', async () => {
  await renderCompressPage(files(3));
  const data = new Map<string, string>();
  const dataTransfer = {
    get types() {
      return [...data.keys()];
    },
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    setDragImage: () => {},
  };
  const send = (type: string, target: Element) =>
    fireEvent(
      target,
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
        dataTransfer,
        clientX: 0,
        clientY: 1,
      }),
    );
  send('dragstart', within(row('0.pdf')).getByTitle('Drag to move'));
  send('dragover', row('1.pdf'));
  expect(row('1.pdf').dataset.drop).toBe('after');
  send('drop', row('1.pdf'));
  expect(shownNames()).toEqual(['1.pdf', '0.pdf', '2.pdf']);
  expect(row('1.pdf').dataset.drop).toBeUndefined();
});

test('a removed file gives the focus to the next row, and an undo brings it back to its place', async () => {
  const { user } = await renderCompressPage(files(4));
  await user.click(screen.getByRole('button', { name: 'More for 2.pdf' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await hasFocus(row('3.pdf'));
  expect(await screen.findByText('Removed: 2.pdf')).toBeDefined();
  await user.keyboard('{Control>}z{/Control}');
  expect(shownNames()).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf']);
});

test('a removed last row gives the focus to the headline', async () => {
  const { user } = await renderCompressPage(files(2));
  await user.click(screen.getByRole('button', { name: 'More for 1.pdf' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await hasFocus(screen.getByRole('heading', { level: 1 }));
});

test('after Start over an undo brings all files back, which can be saved at once', async () => {
  const { user } = await renderCompressPage(files(3));
  const saved = downloads();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(await screen.findByText('Removed: 3 files')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(shownNames()).toEqual(['0.pdf', '1.pdf', '2.pdf']);
  await user.click(screen.getByRole('button', { name: /^Download 2\.pdf/ }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['2-light.pdf']));
  expect(textOf(row('2.pdf'))).toContain('Saved');
});

test('the headline has the focus when work starts, and the rows stay', async () => {
  const jobs = files(2).map((job) =>
    doneJob(job.id, job.file.name, { report: { images: [imageReport(1)] } }),
  );
  const { store } = await renderCompressPage(jobs);
  act(() => store.tell({ type: 'compressed-again', options: { ...DEFAULT_OPTIONS, quality: 20 } }));
  await hasFocus(screen.getByRole('heading', { level: 1 }));
  expect(screen.getAllByRole('progressbar')).toHaveLength(3);
});

test('the order of sizes and the filter of failed files are those of the list', async () => {
  const jobs = [
    doneJob(1, 'small.pdf', { after: 100 }),
    doneJob(2, 'large.pdf', { after: 900 }),
    jobOf(3, states.damaged, { file: pdfFile('torn.pdf') }),
  ];
  const { user } = await renderCompressPage(jobs);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Size after');
  expect(shownNames()).toEqual(['large.pdf', 'small.pdf', 'torn.pdf']);
  await user.click(screen.getByRole('radio', { name: 'Failed 1' }));
  expect(shownNames()).toEqual(['torn.pdf']);
  await user.click(screen.getByRole('radio', { name: 'All 3' }));
  expect(shownNames()).toHaveLength(3);
});

test('long lists render only rows near the window, and say how many there are', async () => {
  const many = Array.from({ length: 500 }, (_, at) => jobOf(at + 1, { kind: 'done', result: resultOf() }));
  await renderCompressPage(many);
  expect(screen.getByText('Showing 500 files')).toBeDefined();
  const rows = screen.getByRole('list', { name: 'Files' }).querySelectorAll('[data-job]');
  expect(rows.length).toBeLessThan(80);
  expect([rows[3]!.getAttribute('aria-posinset'), rows[3]!.getAttribute('aria-setsize')]).toEqual([
    '4',
    '500',
  ]);
});
