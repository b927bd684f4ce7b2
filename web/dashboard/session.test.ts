// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const page = (status: number) =>
  new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });

let fetched: ReturnType<typeof vi.fn<() => Promise<Response>>>;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

async function sessionAfter(answer: () => Promise<Response>) {
  fetched.mockImplementation(answer);
  const { loadSession, currentSession } = await import('./session.ts');
  await loadSession();
  return currentSession();
}

test.each([
  [
    'our server',
    async () => json({ isSetUp: true, email: null, role: null }),
    { kind: 'known', isSetUp: true, email: null, role: null },
  ],
  ['a host of files that has no such page', async () => page(404), { kind: 'no-server' }],
  ['a host of files that answers everything with the start', async () => page(200), { kind: 'no-server' }],
  ['a server that is being restarted', async () => page(502), { kind: 'unreachable' }],
  ['nobody', async () => Promise.reject(new TypeError('failed')), { kind: 'unreachable' }],
])('%s is told by its answer', async (_who, answer, session) => {
  expect(await sessionAfter(answer)).toEqual(session);
});

test('that there is no server is known at once the next time, until there is one', async () => {
  await sessionAfter(async () => page(404));
  vi.resetModules();
  const next = await import('./session.ts');
  expect(next.currentSession()).toEqual({ kind: 'no-server' });
  fetched.mockImplementation(async () => json({ isSetUp: false, email: null, role: null }));
  await next.loadSession();
  vi.resetModules();
  expect((await import('./session.ts')).currentSession()).toEqual({ kind: 'unknown' });
});

test('offline nothing is asked', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await sessionAfter(async () => page(200))).toEqual({ kind: 'unreachable' });
  expect(fetched).not.toHaveBeenCalled();
});
