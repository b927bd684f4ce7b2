import { afterEach, expect, test, vi } from 'vitest';
import { memoryFolder } from '../testing/memory-folder.ts';
import { newSessionFolder, orphanedSessions } from './session-folder.ts';

afterEach(() => vi.unstubAllGlobals());
afterEach(() => vi.restoreAllMocks());

/** A browser of a busy device, where every timeout is over before a lock is given. */
function setUp() {
  const { folder, folders } = memoryFolder();
  /** Ends of the pages that hold locks. */
  const ends = new Map<string, Promise<void>>();
  const request = async (
    name: string,
    { signal, ifAvailable }: LockOptions,
    hold: (lock: Lock | null) => Promise<void> | void,
  ) => {
    if (ifAvailable && ends.has(name)) return hold(null);
    if (signal !== undefined) throw signal.reason;
    await ends.get(name);
    return hold({ name, mode: 'exclusive' });
  };
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('too late'));
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder }, locks: { request } });
  return {
    folders,
    /** Lets a page hold the folder's lock. Returns what ends the page. */
    hold: (id: string) => {
      let end = () => {};
      ends.set(`pagelight-session-${id}`, new Promise<void>((resolve) => (end = resolve)));
      return end;
    },
  };
}

test('a tab of a busy device waits for the lock of its own new folder, however long that takes', async () => {
  const { folders } = setUp();
  const { id } = await newSessionFolder();
  expect([...(folders.get('sessions-3')?.folders.keys() ?? [])]).toEqual([id]);
});

test('a folder of which the lock does not come belongs to a tab that lives', async () => {
  const { hold } = setUp();
  const { id } = await newSessionFolder();
  hold(id);
  expect(await orphanedSessions(null)).toEqual([]);
});

test('a folder whose lock is free is found, however long a busy device takes to give it', async () => {
  setUp();
  const { id } = await newSessionFolder();
  expect((await orphanedSessions(null)).map((found) => found.id)).toEqual([id]);
});

test('after a reload a tab waits for its own folder until the workers of its previous page have ended', async () => {
  const { hold } = setUp();
  const { id } = await newSessionFolder();
  const end = hold(id);
  const found = orphanedSessions(id);
  end();
  expect((await found).map((session) => session.id)).toEqual([id]);
});
