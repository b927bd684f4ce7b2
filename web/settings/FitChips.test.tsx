import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../testing/compress-page.tsx';
import { textOf } from '../testing/render.tsx';

const chip = (name: RegExp) => screen.getByRole('radio', { name });

test('the chip follows from two limits, which are in the address', async () => {
  const { user } = await renderCompressPage([], '#dpi=0');
  expect(chip(/^Any size$/).getAttribute('aria-checked')).toBe('true');
  await user.click(chip(/^18.MB mail$/));
  expect(screen.getByText('E-mail encoding adds a third: 18 MB becomes 24 MB.')).toBeDefined();
  expect(location.hash).toBe('#dpi=0&all=18000000');
  await user.click(chip(/^500.KB visa$/));
  expect(location.hash).toBe('#dpi=0&each=500000');
  await user.click(chip(/^10 \+ 25.MB court$/));
  expect(location.hash).toBe('#dpi=0&each=10000000&all=25000000');
  expect(screen.getByText('Rules differ. Check yours.')).toBeDefined();
  await user.click(chip(/^Any size$/));
  expect(location.hash).toBe('#dpi=0');
});

test('a changed limit of the court is one’s own, and a limit above the sum says what counts', async () => {
  const { user } = await renderCompressPage([], '#each=10000000&all=25000000');
  const each = screen.getByRole('textbox', { name: 'Each file' });
  await user.clear(each);
  await user.type(each, '30 MB{Enter}');
  expect(chip(/^Own…$/).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText(/^All together is 25.MB, so that counts\.$/)).toBeDefined();
  await user.clear(each);
  await user.type(each, '{Enter}');
  expect(location.hash).toBe('#all=25000000');
});

test.each([
  ['30 kb', '#each=30000', 'As typed: 30 KB is 30,000 bytes.'],
  ['1,5', '#each=1500000', 'As typed: 1.5 MB is 1,500,000 bytes.'],
  ['2 MB', '#each=2000000', null],
])('a size typed as %j is understood and repeated', async (typed, fragment, told) => {
  const { user } = await renderCompressPage();
  await user.click(chip(/^Own…$/));
  const field = screen.getByRole('textbox', { name: 'Each file' });
  await user.clear(field);
  await user.type(field, `${typed}{Enter}`);
  expect(location.hash).toBe(fragment);
  if (told !== null) expect(screen.getByText(told)).toBeDefined();
});

test('a size that is none says so beside its field, and changes nothing', async () => {
  const { user } = await renderCompressPage([], '#each=30000');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Each file' });
  await user.clear(field);
  await user.type(field, 'a lot{Enter}');
  expect(textOf(screen.getByRole('alert'))).toBe('Enter a size such as 20 MB or 300 KB.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(location.hash).toBe('#each=30000');
});
