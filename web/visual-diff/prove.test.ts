import { expect, test } from 'vitest';
import { pageProof } from '../testing/proofs.ts';
import { foregroundPriority } from './foreground-priority.ts';
import type { DiffState } from './proof.ts';
import { DiffStore } from './proof-store.ts';
import { compareAllPages } from './prove.ts';
import { SessionError } from './session.ts';

const result = new Blob(['%PDF-']);

function setUp(compare: (page: number) => Promise<void> = async () => undefined, lacksAssets = false) {
  const store = new DiffStore();
  const asked: number[] = [];
  const session = {
    pages: 3,
    lacksAssets,
    compare: async (page: number) => {
      asked.push(page);
      await compare(page);
      return pageProof(page);
    },
  };
  return { store, asked, session };
}

test('every page is compared once, and told as it is', async () => {
  const { store, session, asked } = setUp();
  const heard: DiffState[] = [];
  store.subscribe(() => heard.push(store.of(result)));
  await compareAllPages(result, session, store);
  expect(asked).toEqual([1, 2, 3]);
  expect(heard.map(({ kind }) => kind)).toEqual(['running', 'running', 'running', 'running', 'done']);
  await compareAllPages(result, session, store);
  expect(asked).toHaveLength(3);
});

test('what somebody waits for goes before the next page', async () => {
  const { store, session, asked } = setUp();
  const letGo = foregroundPriority.acquire();
  const proving = compareAllPages(result, session, store);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([]);
  letGo();
  await proving;
  expect(asked).toEqual([1, 2, 3]);
});

test('what was left is continued, the pages named first', async () => {
  const { store, session, asked } = setUp();
  store.set(result, { kind: 'partial', pages: [pageProof(2)], total: 3 });
  await compareAllPages(result, session, store, [3, 9]);
  expect(asked).toEqual([3, 1]);
  expect(store.of(result)).toMatchObject({ kind: 'done', pages: [{ page: 2 }, { page: 3 }, { page: 1 }] });
});

test('a session that is ended leaves what was found', async () => {
  const { store, session } = setUp(async (page) => {
    if (page === 2) throw new SessionError('ended');
  });
  await compareAllPages(result, session, store);
  expect(store.of(result)).toEqual({ kind: 'partial', pages: [pageProof(1)], total: 3 });
});

test('a page that cannot be drawn keeps the whole from being called compared', async () => {
  const { store, session, asked } = setUp(async (page) => {
    if (page === 2) throw new Error('cannot be drawn');
  });
  await compareAllPages(result, session, store);
  expect(asked).toEqual([1, 2, 3]);
  expect(store.of(result)).toEqual({ kind: 'failed', pages: [pageProof(1), pageProof(3)] });
});

test('pages that were drawn without a font they need count for nothing', async () => {
  const { store, session, asked } = setUp(undefined, true);
  await compareAllPages(result, session, store);
  expect(asked).toEqual([1]);
  expect(store.of(result)).toEqual({ kind: 'failed', pages: [] });
});

test('a worker that dies claims nothing', async () => {
  const { store, session } = setUp(async () => {
    throw new SessionError('worker-died');
  });
  await compareAllPages(result, session, store);
  expect(store.of(result)).toEqual({ kind: 'failed', pages: [] });
});

test('another session that takes over is not disturbed', async () => {
  const { store, session, asked } = setUp(async (page) => {
    if (page === 1) store.set(result, { kind: 'running', pages: [], total: 3 });
  });
  await compareAllPages(result, session, store);
  expect(asked).toEqual([1]);
  expect(store.of(result)).toEqual({ kind: 'running', pages: [], total: 3 });
});
