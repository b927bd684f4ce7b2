import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart, textOf } from '../testing/render.tsx';
import { WaitingPanel } from './WaitingPanel.tsx';

const locked = { kind: 'failed', problem: { code: 'encrypted_pdf', reason: 'password-needed' } } as const;

test('locked files ask for their password, and a wrong one says so', async () => {
  const given: string[] = [];
  const panel = (wasGiven: boolean) => (
    <WaitingPanel
      state={locked as never}
      wasGiven={wasGiven}
      onPassword={(password) => given.push(password)}
    />
  );
  const { user, rerender } = renderPart(panel(false));
  expect(screen.getByText('One of the files needs its password.')).toBeDefined();
  await user.type(screen.getByPlaceholderText('Password'), 'wrong{Enter}');
  expect(given).toEqual(['wrong']);
  rerender(panel(true));
  expect(textOf(screen.getByRole('alert'))).toContain('That password doesn’t open it.');
});

test('what is no PDF says so', () => {
  const state = { kind: 'failed', problem: { code: 'not_a_pdf', reason: 'no-header' } };
  renderPart(<WaitingPanel state={state as never} wasGiven={false} onPassword={() => {}} />);
  expect(textOf(screen.getByRole('alert'))).toContain('This file is not a PDF');
});

test('reading says how far it is', () => {
  renderPart(
    <WaitingPanel
      state={{ kind: 'reading', done: 1, total: 4 } as never}
      wasGiven={false}
      onPassword={() => {}}
    />,
  );
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(textOf(screen.getByRole('status'))).toBe('Reading page 2 of 4');
});
