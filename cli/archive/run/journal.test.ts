import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderPlace } from '../places/folder-place.ts';
import { Places } from '../places/open-places.ts';
import { openRunStore } from '../run-store.ts';
import { openJournal } from './journal.ts';

const { opened, synced } = vi.hoisted(() => ({ opened: new Map<number, string>(), synced: [] as string[] }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    openSync: (path: string, ...flags: [string]) => {
      const descriptor = real.openSync(path, ...flags);
      opened.set(descriptor, path);
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      real.fsyncSync(descriptor);
      synced.push(opened.get(descriptor)!);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-journal-'));
  synced.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const LINE = { key: 'a.pdf', status: 'failed', problem: { code: 'missing', detail: '' } } as const;

test('what the original was is on the disk before it is replaced: the line, the name of its file and all folders', async () => {
  const run = join(folder, 'run');
  const store = openRunStore(run, new Places({}, new AbortController().signal));
  const journal = openJournal(store, 1234);
  await journal.add({ replacing: LINE });
  await journal.flush();
  expect(synced).toEqual([]);
  await journal.flush(true);
  const [file = '', ...folders] = synced;
  expect(file).toMatch(/\.jsonl$/);
  expect(folders).toEqual([
    join(run, 'receipts/0001/0001234'),
    join(run, 'receipts/0001'),
    join(run, 'receipts'),
    run,
  ]);
  expect(dirname(file)).toBe(folders[0]);
  await journal.flush(true);
  expect(synced.slice(5)).toEqual([file]);
  await journal.close();
});

test('names of results are on the disk before their shard is sealed', async () => {
  const place = folderPlace(folder);
  const attributes = {};
  for (const key of ['a.pdf', 'deep/b.pdf', 'deep/c.pdf'])
    await place.write(key, { pieces: [Buffer.from(key)], sha256: '', attributes });
  await place.tidy(['a.pdf', 'deep/b.pdf', 'deep/c.pdf', 'gone/d.pdf']);
  expect(synced).toEqual([folder, join(folder, 'deep')]);
});
