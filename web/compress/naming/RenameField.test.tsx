import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../../testing/compress-page.tsx';
import { doneJob } from '../../testing/jobs.ts';
import { textOf } from '../../testing/render.tsx';

const row = (name: string) => screen.getByRole('listitem', { name });

async function renaming() {
  const saved = { result: { isSaved: true } };
  const rendered = await renderCompressPage([doneJob(1, 'one.pdf', saved), doneJob(2, 'two.pdf', saved)]);
  act(() => row('two.pdf').focus());
  await rendered.user.keyboard('{F2}');
  return {
    ...rendered,
    field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the result of two.pdf' }),
  };
}

test.each([
  ['2/3', 'A name can’t contain /'],
  ['one-light', 'Another file has this name.'],
  [' ', 'Enter a name.'],
])('the name %j is refused beside its field', async (name, problem) => {
  const { user, field, store } = await renaming();
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
  const alert = screen.getByRole('alert');
  expect(textOf(alert)).toContain(problem);
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  expect(document.activeElement).toBe(field);
  expect(store.state().jobs[1]!.chosenName).toBeUndefined();
});

test('F2 selects the name, Enter takes it, and under another name the file is not saved yet', async () => {
  const { user, field } = await renaming();
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('two-light');
  await user.keyboard('Second{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(row('Second.pdf')));
  expect(textOf(row('Second.pdf'))).not.toContain('Saved');
  expect(textOf(row('one.pdf'))).toContain('Saved');
});

test('Escape and Cancel keep the name, and give the focus back to the row', async () => {
  const { user, field } = await renaming();
  await user.type(field, 'x{Escape}');
  expect(document.activeElement).toBe(row('two.pdf'));
  await user.keyboard('{F2}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(row('two.pdf'));
});
