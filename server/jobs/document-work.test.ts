import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { createByteBudget } from '../limits/byte-budget.ts';
import type { TakenDocument } from './document-leases.ts';
import { type DocumentWorkDeps, type Slot, workOn } from './document-work.ts';
import { sealSecrets } from './places/document-secrets.ts';
import { createSealer, SECRET_BYTES, type Sealer } from './sealer.ts';

const AT_ONCE: Slot = { enter: async () => {}, leave() {} };

test('a document from elsewhere does not fail because the database goes away while its size is written down', async () => {
  const away = () => Promise.reject(new DatabaseUnavailable());
  const deps = {
    db: { transaction: () => ({ execute: away }) },
    remote: { read: async () => Buffer.from('%PDF-') },
    log: { warn() {}, error() {} },
    now: () => 0,
  } as unknown as DocumentWorkDeps;
  const document = {
    has_password: 0,
    remote_input: JSON.stringify({ s3: 's3://scans/a.pdf' }),
    remote_output: null,
    started_at: null,
  } as TakenDocument;
  const signal = new AbortController().signal;
  expect(await workOn(deps, document, createByteBudget(1000).reserve('key'), AT_ONCE, signal)).toBe('later');
});

test('a document whose password no key of today opens fails by name, and nothing is read for it', async () => {
  const [former, today] = [1, 2].map((byte) => createSealer([Buffer.alloc(SECRET_BYTES, byte)]));
  const document = {
    id: 'job_1.0',
    has_password: 1,
    sealed: sealSecrets(former!, { password: 'a secret' }, 'job_1.0'),
    remote_input: null,
    remote_output: null,
  } as TakenDocument;
  const deps = (sealer: Sealer) =>
    ({ sealer, log: { error() {} }, now: () => 0 }) as unknown as DocumentWorkDeps;
  const reservation = createByteBudget(1000).reserve('key');
  const signal = new AbortController().signal;
  expect(await workOn(deps(today!), document, reservation, AT_ONCE, signal)).toEqual({
    state: 'failed',
    problem: { code: 'sealed_lost' },
  });
  // With the former key it goes further, to the store that is missing here.
  expect(await workOn(deps(former!), document, reservation, AT_ONCE, signal)).toMatchObject({
    problem: { code: 'internal' },
  });
});
