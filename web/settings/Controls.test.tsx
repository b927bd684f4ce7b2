import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImageReport } from '../../shared/index.ts';
import { renderCompressPage } from '../testing/compress-page.tsx';
import { imageReport } from '../testing/inspections.ts';
import { doneJob } from '../testing/jobs.ts';
import { textOf } from '../testing/render.tsx';

async function set(
  label: string,
  value: string,
  user: Awaited<ReturnType<typeof renderCompressPage>>['user'],
) {
  const field = screen.getByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, `${value}{Enter}`);
}

test('settings go into the address, and a preset that is left is called custom', async () => {
  const { user } = await renderCompressPage();
  expect(screen.getByRole('radio', { name: 'Screen' }).getAttribute('aria-checked')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'Smallest' }));
  expect(location.hash).toBe('#q=60&maxdpi=150&dpi=110&mrc=auto&crop=true');
  expect(screen.queryByText('Custom')).toBeNull();
  await set('Picture quality', '61', user);
  expect(location.hash).toBe('#q=61&maxdpi=150&dpi=110&mrc=auto&crop=true');
  expect(screen.getByText('Custom')).toBeDefined();
});

test('an address sets the panel, also one that is followed later', async () => {
  await renderCompressPage([], '#q=42');
  const quality = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Picture quality' }).value;
  expect(quality()).toBe('42');
  history.replaceState(null, '', '/#q=43');
  fireEvent(window, new Event('hashchange'));
  expect(quality()).toBe('43');
});

test('with Exact both sliders are off and say why', async () => {
  const { user } = await renderCompressPage();
  await user.click(screen.getByRole('radio', { name: 'Exact' }));
  expect(screen.queryByRole('textbox', { name: 'Picture quality' })).toBeNull();
  // Once here, once more where *More* was left open.
  expect(screen.getAllByText('Not used in Exact: pixels don’t change.').length).toBeGreaterThan(0);
});

test('with a limit both are set for each file, and say what was used', async () => {
  const options = { targetSize: 500_000 };
  const applied = { quality: 41, dpi: 90 };
  // A scan keeps more than the search's resolution, which is that of photos.
  const image = {
    ...imageReport(1),
    dpi: { before: 300, after: 150 },
    outcome: { kind: 'replaced', codec: 'dct', width: 9, height: 9, size: 9 },
  } as ImageReport;
  const report = { target: { requestedSize: 500_000, size: 500, applied }, images: [image] };
  const job = doneJob(1, 'a.pdf', { report });
  await renderCompressPage([{ ...job, options: { ...job.options, ...options } }], '#each=500000');
  expect(screen.getByText('Set automatically to meet the limit.')).toBeDefined();
  const panel = screen.getByRole('complementary');
  expect(textOf(panel)).toContain('41');
  expect(textOf(panel)).toContain('150 dpi');
});

test.each<[string, string, string, string | null]>([
  ['Picture quality', '20', '20', null],
  ['Picture quality', '400', '100', 'The highest value is 100.'],
  ['Picture quality', '0', '1', 'The lowest value is 1.'],
  ['Picture quality', 'much', '75', null],
  ['Largest picture side', '900 px', '900', null],
  ['Largest picture side', '100 dpi', '1169', null],
])('%s %j becomes %s', async (label, typed, shown, told) => {
  const { user } = await renderCompressPage();
  await set(label, typed, user);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: label }).value).toContain(shown);
  if (told !== null) expect(textOf(screen.getByRole('alert'))).toContain(told);
  else expect(screen.queryByRole('alert')).toBeNull();
});

test('arrow keys in a field take steps, and Escape keys of a draft leave it to Enter', async () => {
  const { user } = await renderCompressPage();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Picture quality' });
  await user.click(field);
  await user.keyboard('{ArrowUp}');
  expect(field.value).toBe('76');
  await user.keyboard('{PageDown}');
  expect(Number(field.value)).toBeLessThan(76);
});
