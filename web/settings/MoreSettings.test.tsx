import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderCompressPage } from '../testing/compress-page.tsx';

async function opened(fragment = '') {
  const rendered = await renderCompressPage([], fragment);
  const more = screen.getByRole('button', { name: 'More' });
  if (more.getAttribute('aria-expanded') !== 'true') await rendered.user.click(more);
  await screen.findByRole('switch', { name: 'Remove metadata' });
  return rendered;
}

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked');

test.each([
  ['Convert images to JPEG', 'true', '#jpeg=false'],
  ['Grayscale images', 'false', '#gray=true'],
  ['Round coordinates', 'true', '#round=false'],
  ['Share letter shapes (JBIG2)', 'true', '#symbols=false'],
  ['Even out letter edges', 'false', '#bits=near'],
  ['Crop hidden image areas', 'false', '#crop=true'],
  ['Remove metadata', 'true', '#strip=false'],
])(
  'the switch %s is %s at first, and its other value goes into the address',
  async (name, before, fragment) => {
    const { user } = await opened();
    expect(isOn(name)).toBe(before);
    await user.click(screen.getByRole('switch', { name }));
    expect(isOn(name)).toBe(before === 'true' ? 'false' : 'true');
    expect(location.hash).toBe(fragment);
  },
);

test('a limit of resolution has its number, which stays in range', async () => {
  const { user } = await opened('#q=60&maxdpi=0');
  await user.click(screen.getByRole('switch', { name: 'Limit resolution' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Highest resolution' });
  expect(field.value).toBe('150');
  await user.clear(field);
  await user.type(field, '700{Enter}');
  expect(screen.getByText('The highest value is 600.')).toBeDefined();
  expect(location.hash).toBe('#q=60&maxdpi=600');
});

test('with Exact what changes pixels is off', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('radio', { name: 'Exact' }));
  const isDisabled = (name: string) => {
    const one = screen.getByRole('switch', { name });
    return one.getAttribute('aria-disabled') === 'true' || one.hasAttribute('data-disabled');
  };
  expect(isDisabled('Grayscale images')).toBe(true);
  expect(isDisabled('Remove metadata')).toBe(false);
});

test('letter edges are evened out only where letter shapes are shared', async () => {
  const { user } = await opened('#bits=near');
  expect(isOn('Even out letter edges')).toBe('true');
  await user.click(screen.getByRole('switch', { name: 'Share letter shapes (JBIG2)' }));
  expect(isOn('Even out letter edges')).toBe('false');
});

test('settings are kept for the next visit only when asked', async () => {
  const first = await opened();
  await first.user.click(screen.getByRole('radio', { name: 'Print' }));
  first.unmount();
  const second = await opened();
  expect(screen.getByRole('radio', { name: 'Screen' }).getAttribute('aria-checked')).toBe('true');
  await second.user.click(screen.getByRole('radio', { name: 'Print' }));
  await second.user.click(screen.getByRole('switch', { name: 'Keep these settings for next time' }));
  second.unmount();
  const third = await opened();
  expect(screen.getByRole('radio', { name: 'Print' }).getAttribute('aria-checked')).toBe('true');
  await third.user.click(screen.getByRole('switch', { name: 'Keep these settings for next time' }));
  third.unmount();
  await opened();
  expect(screen.getByRole('radio', { name: 'Screen' }).getAttribute('aria-checked')).toBe('true');
});
