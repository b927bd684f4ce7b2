import { describe, expect, test } from 'vitest';
import { type XrefEntries, type XrefEntry, XrefRows, XrefTable } from './xref-entries.ts';

/** On both sides of page boundaries, beyond all tables, and values found only in broken files. */
const NUMBERS = [0, 1, 1023, 1024, 5000, 2 ** 20 - 1, 2 ** 20, 2 ** 31, 2 ** 40, -5];

const KINDS: readonly ((number: number) => XrefEntry)[] = [
  () => ({ kind: 'free' }),
  (number) => ({ kind: 'plain', offset: 2 ** 33 + Math.abs(number), generation: 65_535 }),
  (number) => ({ kind: 'packed', stream: Math.abs(number), index: 70_000 }),
];

function listed(entries: XrefEntries): [number, XrefEntry][] {
  const list: [number, XrefEntry][] = [];
  entries.forEach((entry, number) => {
    list.push([number, entry]);
  });
  return list;
}

describe.each(KINDS)('entries of a kind', (entryOf) => {
  test('are given as a Map gives them, by ascending number', () => {
    const table = new XrefTable();
    const map = new Map<number, XrefEntry>();
    for (const number of NUMBERS) for (const each of [table, map]) each.set(number, entryOf(number));
    for (const number of [...NUMBERS, 2, 1025, 2 ** 32]) expect(table.get(number)).toEqual(map.get(number));
    expect(listed(table)).toEqual(listed(map));
  });

  test('that are set again count, and take no further place', () => {
    const table = new XrefTable();
    const old: XrefEntry = { kind: 'plain', offset: 1, generation: 1 };
    for (const number of NUMBERS) table.set(number, old).set(number, entryOf(number));
    expect(listed(table)).toEqual(NUMBERS.map((number) => [number, entryOf(number)]));
  });
});

test('of several sections the first that knows a number counts, and in a section its first row', () => {
  const table = new XrefTable();
  const [newer, older] = [new XrefRows(), new XrefRows()];
  newer.plain(1, 10, 0);
  newer.plain(1, 11, 0);
  newer.free.push(2);
  older.packed(1, 5, 0);
  older.plain(2, 20, 0);
  older.plain(2 ** 21, 30, 1);
  older.free.push(1, 3, 2 ** 21);
  for (const rows of [newer, older]) {
    table.addUsed(rows);
    table.addFree(rows);
  }
  expect(listed(table)).toEqual([
    [1, { kind: 'plain', offset: 10, generation: 0 }],
    [2, { kind: 'free' }],
    [3, { kind: 'free' }],
    [2 ** 21, { kind: 'plain', offset: 30, generation: 1 }],
  ]);
});
