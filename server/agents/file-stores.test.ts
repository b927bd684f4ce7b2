import { expect, test } from 'vitest';
import { createAgentFileStores } from './file-stores.ts';

test('a file that somebody is still reading takes its room until it was read, also when it was taken away', () => {
  const store = createAgentFileStores(64 * 1024).of('key');
  const put = (name: string) => {
    const reservation = store.reserve();
    const hasRoom = reservation.grow(20 * 1024);
    if (hasRoom) store.put(name, new Uint8Array(20 * 1024), reservation);
    else reservation.release();
    return hasRoom;
  };
  expect(put('a.pdf')).toBe(true);
  const loans = [store.borrow('a.pdf')!, store.borrow('a.pdf')!];
  expect([store.delete('a.pdf'), store.delete('a.pdf')]).toEqual([true, false]);
  expect(store.borrow('a.pdf')).toBeUndefined();
  expect(put('b.pdf')).toBe(false);
  loans[0]!.release();
  expect(put('b.pdf')).toBe(false);
  loans[1]!.release();
  expect(put('b.pdf')).toBe(true);
});
