import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { KeyResponse } from '../dashboard/api-types.ts';
import { becomeSession } from '../dashboard/session.ts';
import { renderPart } from './render.tsx';

/** A request of the dashboard: `POST keys`, and its body. */
export type Asked = readonly [what: string, body: unknown];

/** Answers by request; a function sees the body. A problem has a `code` and a status. */
export type Answers = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

export const refused = (status: number, code: string, errors?: Refusal['errors']) => ({
  refusal: { status, code, detail: code, ...(errors && { errors }) },
});

export const EMAIL = 'laura@northquay.example';

/** Renders a part of the dashboard for a member who is signed in; the server's answers are data. */
export function renderDashboard(part: ReactElement, answers: Answers, path = '/dashboard/keys') {
  const asked: Asked[] = [];
  const now = new Map(Object.entries(answers));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const what = `${init.method ?? 'GET'} ${address.replace('/api/dashboard/', '')}`;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    asked.push([what, body]);
    if (!now.has(what)) throw new Error(`no answer to ${what}`);
    const given = now.get(what);
    const answer = typeof given === 'function' ? given(body) : given;
    const refusal: Refusal | undefined = answer?.refusal;
    if (answer === undefined) return new Response(null, { status: 204 });
    const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' };
    return new Response(JSON.stringify(refusal ?? answer), { status: refusal?.status ?? 200, headers });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    becomeSession({ kind: 'unknown' });
  });
  becomeSession({ kind: 'known', isSetUp: true, email: EMAIL, role: 'owner' });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rendered = renderPart(<QueryClientProvider client={queries}>{part}</QueryClientProvider>, { path });
  return {
    ...rendered,
    asked,
    /** Requests that change something. */
    sent: () => asked.filter(([what]) => what.startsWith('POST')),
    answer: (what: string, given: unknown) => now.set(what, given),
  };
}

export const NOW = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

export const inDays = (days: number) => NOW + days * DAY_MS;

export function keyOf(id: string, name: string, parts: Partial<KeyResponse> = {}): KeyResponse {
  return {
    id,
    name,
    hint: `pgl_live_${id}…wxyz`,
    scopes: ['compress', 'inspect'],
    createdAt: NOW - DAY_MS,
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    createdBy: EMAIL,
    lastUsedAt: null,
    limitPerMinute: 60,
    dailyDocuments: null,
    dailyBytes: null,
    rolledTo: null,
    requests: 0,
    ...parts,
  };
}
