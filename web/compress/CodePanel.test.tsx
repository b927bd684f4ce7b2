import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { renderPart, textOf } from '../testing/render.tsx';
import { CodePanel } from './CodePanel.tsx';

const panel = (quality = 35) =>
  renderPart(<CodePanel options={{ ...PRESETS.balanced, quality }} fileName="news.pdf" />);

test('the call has these settings and names, in each language, and is copied as shown', async () => {
  const { user } = panel();
  await user.click(screen.getByRole('button', { name: 'Do this from code' }));
  expect(textOf(screen.getByRole('tabpanel'))).toMatch(/^curl .*news\.pdf.*quality=35/);
  await user.click(screen.getByRole('tab', { name: 'Python' }));
  expect(textOf(screen.getByRole('tabpanel'))).toContain('"quality": "35"');
  await user.click(screen.getByRole('button', { name: 'Copy as API call' }));
  expect(await navigator.clipboard.readText()).toContain('"quality": "35"');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
});

test('tabs are reached with the arrow keys', async () => {
  const { user } = panel();
  await user.click(screen.getByRole('button', { name: 'Do this from code' }));
  await user.click(screen.getByRole('tab', { name: 'curl' }));
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tab', { name: 'TypeScript' }).getAttribute('aria-selected')).toBe('true');
});

test('it stays open for the next file once opened', async () => {
  const { user, unmount } = panel();
  expect(screen.queryByRole('tabpanel')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Do this from code' }));
  unmount();
  panel(20);
  expect(textOf(screen.getByRole('tabpanel'))).toMatch(/quality\W+20/);
});
