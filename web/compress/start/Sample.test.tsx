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

test('the sample is taken under its name, and its line says both sizes', async () => {
  const { user, taken } = sample(async () => new Response('%PDF-'));
  expect(screen.getByRole('img', { name: /^Sample: [\d.]+.[KM]B → [\d.]+.KB$/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try our sample' }));
  await waitFor(() => expect(taken.map(({ file }) => file.name)).toEqual(['Pagelight sample.pdf']));
});

test.each<[string, () => Promise<Response>]>([
  ['without a network', () => Promise.reject(new TypeError('failed'))],
  ['with an error of the server', async () => new Response('', { status: 500 })],
])('%s it says that it could not be loaded', async (_, answer) => {
  const { user, taken } = sample(answer);
  await user.click(screen.getByRole('button', { name: 'Try our sample' }));
  expect(textOf(await screen.findByRole('alert'))).toContain('The sample couldn’t be loaded.');
  expect(taken).toEqual([]);
});
