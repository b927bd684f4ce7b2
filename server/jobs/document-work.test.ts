import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { createByteBudget } from '../limits/byte-budget.ts';
import { type DocumentWorkDeps, workOn } from './document-work.ts';
import type { TakenDocument } from './queue/job-queue.ts';

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
  } as TakenDocument;
  const signal = new AbortController().signal;
  expect(await workOn(deps, document, createByteBudget(1000).reserve('key'), signal)).toBe('later');
});
