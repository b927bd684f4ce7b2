import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobOf, pdfFile, states } from '../../testing/jobs.ts';
import { textOf } from '../../testing/render.tsx';
import { renderRow } from '../../testing/row.tsx';

const job = (reason: 'password-needed' | 'wrong-password', attempt = 1) =>
  jobOf(
    1,
    { ...states.locked, problem: { code: 'encrypted_pdf', reason } },
    { file: pdfFile('locked.pdf'), attempt },
  );

test('a password is given with Enter, and a wrong one says so beside its empty field, which has the focus', async () => {
  const { user, calls, show } = renderRow(job('password-needed'));
  const field = screen.getByLabelText('Password for locked.pdf');
  expect(field.getAttribute('type')).toBe('password');
  await user.type(field, 'open barley{Enter}');
  expect(calls).toEqual([['givePassword', [1], 'open barley']]);

  (document.activeElement as HTMLElement).blur();
  show(job('wrong-password', 2));
  const again = screen.getByLabelText<HTMLInputElement>('Password for locked.pdf');
  expect(textOf(screen.getByRole('alert'))).toBe(
    'That password doesn’t open it. Check capitals and try again.',
  );
  expect(again.value).toBe('');
  expect(again.getAttribute('aria-invalid')).toBe('true');
  expect(again.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(document.activeElement).toBe(again);
});

test('an empty password is not tried, and the file can be skipped', async () => {
  const { user, calls } = renderRow(job('password-needed'));
  await user.click(screen.getByRole('button', { name: 'Unlock locked.pdf' }));
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Skip locked.pdf' }));
  expect(calls).toEqual([['cancel', 1]]);
});
