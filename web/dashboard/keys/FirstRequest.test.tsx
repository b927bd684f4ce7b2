import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart, textOf } from '../../testing/render.tsx';
import { FirstRequest } from './FirstRequest.tsx';

const SECRET = 'pgl_live_a-secret-that-is-shown-once';

afterEach(() => vi.unstubAllGlobals());

function answering(answer: () => Promise<Response>) {
  const asked: [string, RequestInit | undefined][] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push([address, init]);
    return address === '/sample.pdf' ? new Response(new Uint8Array(337_745)) : answer();
  });
  return { ...renderPart(<FirstRequest secret={SECRET} />), asked };
}

const send = () => screen.getByRole('button', { name: /^Send your first request/ });

test('the sample is sent with the key, and the answer shown with its size and time', async () => {
  const { user, asked, container } = answering(async () => new Response(new Uint8Array(59_618)));
  await user.click(send());
  await waitFor(() => expect(textOf(screen.getByRole('status'))).toMatch(/^200 59\.6.KB in .* second/));
  expect(asked.map(([address]) => address)).toEqual(['/sample.pdf', '/api/v1/compress']);
  expect(asked[1]![1]).toMatchObject({ method: 'POST', headers: { Authorization: `Bearer ${SECRET}` } });
  expect(container.innerHTML).not.toContain(SECRET);
});

test.each<[string, () => Promise<Response>, string]>([
  ['a busy server', async () => new Response('{}', { status: 503 }), 'The server answered 503.'],
  ['no network', () => Promise.reject(new TypeError('failed')), 'The server answered –.'],
])('%s is told, and it can be sent again', async (_, answer, told) => {
  const { user } = answering(answer);
  await user.click(send());
  expect(textOf(await screen.findByRole('alert'))).toContain(told);
  expect(send().getAttribute('aria-disabled')).toBe('false');
});
