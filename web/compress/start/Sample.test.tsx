import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart, textOf } from '../../testing/render.tsx';
import type { PickedFile } from '../intake.ts';
import { Sample } from './Sample.tsx';

afterEach(() => vi.unstubAllGlobals());

function sample(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
  const taken: PickedFile[] = [];
  return { ...renderPart(<Sample onFiles={(given) => taken.push(...given)} />), taken };
}

test('the sample is taken under its name, and its pictures have both sizes and a handle', async () => {
  const { user, taken } = sample(async () => new Response('%PDF-'));
  expect(await screen.findByRole('figure', { name: /^Sample: [\d.]+.KB → [\d.]+.KB$/ })).toBeDefined();
  const handle = screen.getByRole('slider', { name: 'Compare position' });
  handle.focus();
  await user.keyboard('{Home}');
  expect(handle.getAttribute('aria-valuenow')).toBe('0');
  await user.click(screen.getByRole('button', { name: 'Try this sample' }));
  await waitFor(() => expect(taken.map(({ file }) => file.name)).toEqual(['Pagelight sample.pdf']));
});

test.each<[string, () => Promise<Response>]>([
  ['without a network', () => Promise.reject(new TypeError('failed'))],
  ['with an error of the server', async () => new Response('', { status: 500 })],
])('%s it says that it could not be loaded', async (_, answer) => {
  const { user, taken } = sample(answer);
  await user.click(screen.getByRole('button', { name: 'Try this sample' }));
  expect(textOf(await screen.findByRole('alert'))).toContain('The sample couldn’t be loaded.');
  expect(taken).toEqual([]);
});
