import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../shared/index.ts';
import { Ledger } from './ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-ledger-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => Ledger.open(folder, DEFAULT_OPTIONS, 'beside');
const path = (number: number) => `/archive/${'deep/'.repeat(number % 40)}${number}.pdf`;

test('what was added is known, in any order, by this run and by the next one', async () => {
  const first = await open();
  for (let number = 0; number < 600; number++) first.add({ path: path(number), bytes: number, mtimeMs: 0.5 });
  first.add({ path: path(7), bytes: 70, mtimeMs: 1 });
  const isKnown = (ledger: Ledger) => (number: number) =>
    ledger.entryOf(path(number))?.bytes === (number === 7 ? 70 : number);
  const numbers = Array.from({ length: 600 }, (_, number) => number);
  const shuffled = [...numbers].sort((a, b) => ((a * 7919) % 601) - ((b * 7919) % 3001));
  expect(numbers.filter((number) => !isKnown(first)(number))).toEqual([]);
  first.close();
  const next = await open();
  expect(numbers.filter((number) => !isKnown(next)(number))).toEqual([]);
  expect(shuffled.filter((number) => !isKnown(next)(number))).toEqual([]);
  expect(next.entryOf('/archive/600.pdf')).toBeUndefined();
  next.close();
});

test('each place that a result was asked for has an entry of its own', async () => {
  const ledger = await open();
  const entry = { path: '/a.pdf', bytes: 9, mtimeMs: 1 };
  ledger.add({ ...entry, output: { path: '/x/a.pdf', bytes: 5, mtimeMs: 1 } }, '/x/a.pdf');
  ledger.add({ ...entry, output: { path: '/y/a-1of2.pdf', bytes: 3, mtimeMs: 1 } }, '/y/a.pdf');
  ledger.close();
  const next = await open();
  expect(next.entryOf('/a.pdf', '/x/a.pdf')?.output?.bytes).toBe(5);
  expect(next.entryOf('/a.pdf', '/y/a.pdf')?.output?.bytes).toBe(3);
  expect(next.entryOf('/a.pdf')).toBeUndefined();
  next.close();
});

test('a line that a power cut left half is no entry, and the next one is whole', async () => {
  const first = await open();
  first.add({ path: '/a.pdf', bytes: 1, mtimeMs: 1 });
  first.add({ path: '/b.pdf', bytes: 2, mtimeMs: 1 });
  first.close();
  const file = join(folder, (await readdir(folder))[0]!);
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -5));
  const next = await open();
  expect([next.entryOf('/a.pdf')?.bytes, next.entryOf('/b.pdf')]).toEqual([1, undefined]);
  next.add({ path: '/c.pdf', bytes: 3, mtimeMs: 1 });
  next.close();
  const last = await open();
  expect([last.entryOf('/a.pdf')?.bytes, last.entryOf('/c.pdf')?.bytes]).toEqual([1, 3]);
  last.close();
});
