import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import { folderStore } from '../../store/folder-store.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { keepFile } from './files.ts';
import { createStoreUse } from './store-use.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

/** A database whose connection breaks when a transaction is written, but not said to be. */
function breaking(db: Database): Database {
  const transaction = () => ({
    async execute(run: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
      await db.transaction().execute(run);
      throw new Error('the connection is broken');
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a file whose row was written is there, also when the database did not say so', async () => {
  const { db, folder } = service;
  const store = folderStore(join(folder, 'files'));
  const deps = { db, store, use: createStoreUse(db, 1000) };
  const key = { id: 'key', dailyBytes: null };
  const document = Buffer.from('%PDF-');
  await expect(keepFile({ ...deps, db: breaking(db) }, key, document, false, 0)).rejects.toThrow('broken');
  const { file, isNew } = await keepFile(deps, key, document, false, 0);
  expect(isNew).toBe(false);
  expect(await store.get(file.id)).toEqual(document);
});
