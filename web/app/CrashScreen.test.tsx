import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart, textOf } from '../testing/render.tsx';
import { CrashScreen } from './CrashScreen.tsx';

function Broken(): never {
  throw new Error('secret.pdf could not be drawn');
}

test('a bug of the page says that files are untouched, and its report names none', async () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = renderPart(
    <CrashScreen>
      <Broken />
    </CrashScreen>,
  );
  silenced.mockRestore();
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined();
  expect(textOf(screen.getByRole('alert'))).toContain('Your files are untouched.');
  await user.click(screen.getByRole('button', { name: 'Copy report' }));
  const report = await navigator.clipboard.readText();
  expect(report).toContain('Error');
  expect(report).not.toContain('secret.pdf');
});

test('without a bug it shows its part', () => {
  renderPart(<CrashScreen>all is well</CrashScreen>);
  expect(screen.getByText('all is well')).toBeDefined();
});
