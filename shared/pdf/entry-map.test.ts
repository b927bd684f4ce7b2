import { describe, expect, test } from 'vitest';
import { EntryMap } from './entry-map.ts';
import {
  type DictEntries,
  dictOf,
  key,
  PDFContext,
  type PDFName,
  PDFNumber,
  type PDFObject,
} from './objects.ts';

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(key);
const NUMBERS = Array.from({ length: 100 }, (_, value) => PDFNumber.of(value));

/** Few and many: with a linear search, and with an index. */
const SIZES = [3, 40];

const namesUpTo = (size: number) => Array.from({ length: size }, (_, index) => key(`Name${index}`));

describe.each(SIZES)('a dictionary of %i entries', (size) => {
  const names = namesUpTo(size);
  const both = (): [EntryMap<PDFName, PDFObject>, Map<PDFName, PDFObject>] => [
    new EntryMap(names, NUMBERS.slice(0, size)),
    new Map(names.map((name, index) => [name, NUMBERS[index]!])),
  ];

  test('gives, keeps order and forgets as a Map does', () => {
    const [entries, map] = both();
    for (const each of [entries, map]) {
      each.set(names[1]!, NUMBERS[50]!).set(D!, NUMBERS[51]!);
      expect([each.delete(names[0]!), each.delete(names[0]!), each.delete(A!)]).toEqual([true, false, false]);
      // A name that is deleted and set again comes last.
      each.set(names[0]!, NUMBERS[52]!);
      each.delete(names[2]!);
    }
    expect([...entries]).toEqual([...map]);
    expect([...entries.keys()]).toEqual([...map.keys()]);
    expect([...entries.values()]).toEqual([...map.values()]);
    expect(entries.size).toBe(map.size);
    for (const name of [...names, A, D]) {
      expect([entries.get(name!), entries.has(name!)]).toEqual([map.get(name!), map.has(name!)]);
    }
  });

  const ways: Record<string, (entries: DictEntries, visit: (name: PDFName) => void) => void> = {
    'for of': (entries, visit) => {
      for (const [name] of entries) visit(name);
    },
    forEach: (entries, visit) => entries.forEach((_, name) => void visit(name)),
  };

  test.each(Object.values(ways))(
    'what is set or deleted on the way counts where it is still to come, as in a Map',
    (go) => {
      const visited = both().map((each) => {
        const seen: PDFName[] = [];
        go(each, (name) => {
          seen.push(name);
          if (name === names[0]) each.delete(names[0]);
          if (name === names[1]) each.delete(names[2]!);
          if (name === names[1]) each.set(B!, NUMBERS[1]!);
        });
        return seen;
      });
      expect(visited[0]).toEqual(visited[1]);
      expect(visited[0]).toContain(B);
    },
  );

  test('changes nothing of others with the same names', () => {
    const [changed] = both();
    const [other] = both();
    changed.delete(names[1]!);
    changed.set(C!, NUMBERS[1]!);
    expect([...other.keys()]).toEqual(names);
  });
});

test('grows from nothing', () => {
  const entries = new EntryMap<PDFName, PDFObject>();
  const names = namesUpTo(100);
  for (const [index, name] of names.entries()) entries.set(name, NUMBERS[index]!);
  expect([...entries].map(([name, value]) => [name, value])).toEqual(
    names.map((name, index) => [name, NUMBERS[index]!]),
  );
  expect(names.map((name) => entries.get(name))).toEqual(NUMBERS);
});

test('is all that pdf-lib asks of a dictionary', () => {
  const context = PDFContext.create();
  const dict = dictOf(new EntryMap([A!, B!], [NUMBERS[1]!, NUMBERS[2]!]), context);
  dict.set(C!, NUMBERS[3]!);
  dict.delete(A!);
  expect(dict.entries()).toEqual([
    [B, NUMBERS[2]],
    [C, NUMBERS[3]],
  ]);
  expect([dict.keys(), dict.values()]).toEqual([
    [B, C],
    [NUMBERS[2], NUMBERS[3]],
  ]);
  expect([dict.get(B!), dict.has(A!), dict.lookup(C!)]).toEqual([NUMBERS[2], false, NUMBERS[3]]);
  expect([...dict.asMap()]).toEqual(dict.entries());
  expect(dict.clone().toString()).toBe('<<\n/B 2\n/C 3\n>>');
});
