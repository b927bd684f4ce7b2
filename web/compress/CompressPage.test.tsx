import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage, shownNames } from '../testing/compress-page.tsx';
import { pdfFile } from '../testing/jobs.ts';
import { textOf } from '../testing/render.tsx';

const text = (name: string) => new File(['Dear reader'], name, { type: 'text/plain' });

function paste(...files: readonly File[]) {
  fireEvent(
    document.body,
    Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files } }),
  );
}

test('chosen PDFs become the list, in their order', async () => {
  const { user } = await renderCompressPage();
  expect(screen.getByRole('heading', { level: 1, name: 'Make PDFs smaller.' })).toBeDefined();
  await user.upload(screen.getByLabelText('Choose PDFs'), [pdfFile('a.pdf'), pdfFile('b.pdf')]);
  await screen.findByRole('list', { name: 'Files' });
  expect(shownNames()).toEqual(['a.pdf', 'b.pdf']);
  expect(document.title).toContain('0%');
});

test('an empty clipboard says so, until a PDF is pasted; what is none is refused by name', async () => {
  await renderCompressPage();
  act(() => paste());
  expect(textOf(await screen.findByRole('alert'))).toBe('There is no PDF in the clipboard.');
  act(() => paste(text('photo.heic'), pdfFile('pasted.pdf')));
  await waitFor(() =>
    expect(textOf(screen.getByRole('alert'))).toBe('photo.heic is not a PDF. Nothing was changed.'),
  );
  await screen.findByRole('list', { name: 'Files' });
  expect(shownNames()).toEqual(['pasted.pdf']);
});

test('files over the window are counted, and dropped files join the list', async () => {
  await renderCompressPage();
  const files = [pdfFile('a.pdf'), pdfFile('b.pdf')];
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }));
  const dataTransfer = { types: ['Files'], items, files };
  const send = (type: string) =>
    act(() => {
      fireEvent(
        document.body,
        Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }),
      );
    });
  send('dragenter');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Drop to compress 2\u00a0files.');
  send('dragleave');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Make PDFs smaller.');
  send('dragenter');
  send('drop');
  await screen.findByRole('list', { name: 'Files' });
  expect(shownNames()).toEqual(['a.pdf', 'b.pdf']);
});
