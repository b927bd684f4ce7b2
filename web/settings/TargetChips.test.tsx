import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../testing/compress-page.tsx';
import { textOf } from '../testing/render.tsx';

test('a mail carries all files together, and says what its encoding adds', async () => {
  const { user } = await renderCompressPage([], '#dpi=0');
  await user.click(screen.getByRole('radio', { name: 'E-mail 18\u00a0MB' }));
  expect(screen.getByRole('radio', { name: 'All together' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText('E-mail encoding adds a third: 18 MB becomes 24 MB.')).toBeDefined();
  expect(location.hash).toBe('#dpi=0&size=18000000&all=true');
  await user.click(screen.getByRole('radio', { name: 'Each file' }));
  expect(location.hash).toBe('#dpi=0&size=18000000');
  await user.click(screen.getByRole('radio', { name: 'None' }));
  expect(location.hash).toBe('#dpi=0');
});

test.each([
  ['30 kb', '#size=30000', 'As typed: 30 KB is 30,000 bytes.'],
  ['1,5', '#size=1500000', 'As typed: 1.5 MB is 1,500,000 bytes.'],
  ['2 MB', '#size=2000000', null],
])('a size typed as %j is understood and repeated', async (typed, fragment, told) => {
  const { user } = await renderCompressPage();
  await user.click(screen.getByRole('radio', { name: 'Other…' }));
  const field = screen.getByRole('textbox', { name: 'Custom size' });
  await user.clear(field);
  await user.type(field, `${typed}{Enter}`);
  expect(location.hash).toBe(fragment);
  if (told !== null) expect(screen.getByText(told)).toBeDefined();
});

test('a size that is none says so beside its field, and changes nothing', async () => {
  const { user } = await renderCompressPage([], '#size=30000');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Custom size' });
  await user.clear(field);
  await user.type(field, 'a lot{Enter}');
  expect(textOf(screen.getByRole('alert'))).toBe('Enter a size such as 20 MB or 300 KB.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(location.hash).toBe('#size=30000');
});
