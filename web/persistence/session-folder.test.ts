import { afterEach, expect, test, vi } from 'vitest';
import { memoryFolder } from '../testing/memory-folder.ts';
import { newSessionFolder, orphanedSessions } from './session-folder.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose locks are slower than the timeout. */
function setUp() {
  const { folder, folders } = memoryFolder();
  const request = (_name: string, { signal }: LockOptions, held: () => Promise<void>) =>
    signal === undefined
      ? Promise.resolve().then(held)
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder }, locks: { request } });
  return { folders };
}

test('a tab of a busy device waits for the lock of its own new folder, however long that takes', async () => {
  const { folders } = setUp();
  const { id } = await newSessionFolder();
  expect([...(folders.get('sessions-3')?.folders.keys() ?? [])]).toEqual([id]);
});

test('a folder of which the lock does not come belongs to a tab that lives', async () => {
  const { folders } = setUp();
  await newSessionFolder();
  expect(folders.get('sessions-3')?.folders.size).toBe(1);
  expect(await orphanedSessions()).toEqual([]);
});
