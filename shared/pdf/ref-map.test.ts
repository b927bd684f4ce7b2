import { describe, expect, test } from 'vitest';
import { PDFRef } from './objects.ts';
import { RefMap, RefSet } from './ref-map.ts';

/** Far apart, with a generation, and with a number beyond those of any document. */
const REFS = [
  PDFRef.of(900_000),
  PDFRef.of(3),
  PDFRef.of(4, 1),
  PDFRef.of(2 ** 40),
  PDFRef.of(1),
  PDFRef.of(2, 7),
];

function filled(): RefMap<string> {
  const map = new RefMap<string>();
  for (const ref of REFS) map.set(ref, ref.tag);
  return map;
}

describe('a map by reference', () => {
  test('gives what was set last, and nothing for what was not', () => {
    const map = filled().set(REFS[0]!, 'anew').set(REFS[2]!, 'too');
    expect(REFS.map((ref) => map.get(ref))).toEqual([
      'anew',
      '3 0 R',
      'too',
      '1099511627776 0 R',
      '1 0 R',
      '2 7 R',
    ]);
    expect(map.size).toBe(REFS.length);
    for (const ref of [PDFRef.of(2), PDFRef.of(4), PDFRef.of(3, 1), PDFRef.of(900_001), PDFRef.of(2 ** 41)])
      expect([map.has(ref), map.get(ref)]).toEqual([false, undefined]);
  });

  test('is gone through by number, then what has a generation or a number out of proportion', () => {
    const inOrder = ['1 0 R', '3 0 R', '900000 0 R', '4 1 R', '1099511627776 0 R', '2 7 R'];
    const map = filled();
    expect([...map.keys()].map(({ tag }) => tag)).toEqual(inOrder);
    expect([...map.values()]).toEqual(inOrder);
    expect([...map].map(([ref, value]) => [ref.tag, value])).toEqual(inOrder.map((tag) => [tag, tag]));
  });

  test('forgets what is deleted, once', () => {
    const map = filled();
    expect(REFS.map((ref) => map.delete(ref))).toEqual(REFS.map(() => true));
    expect(REFS.map((ref) => map.delete(ref))).toEqual(REFS.map(() => false));
    expect([map.size, [...map]]).toEqual([0, []]);
  });

  test('what is set or deleted on the way counts where it is still to come', () => {
    const map = filled();
    const seen: string[] = [];
    for (const [ref, value] of map) {
      seen.push(value);
      if (ref.objectNumber !== 3) continue;
      map.delete(PDFRef.of(900_000));
      map.set(PDFRef.of(2), 'behind');
      map.set(PDFRef.of(900_001), 'ahead');
    }
    expect(seen).toEqual(['1 0 R', '3 0 R', 'ahead', '4 1 R', '1099511627776 0 R', '2 7 R']);
  });
});

test('a set by reference keeps each once, in the order they came, also while it is gone through', () => {
  const set = new RefSet();
  for (const ref of [...REFS, ...REFS.toReversed()]) set.add(ref);
  expect(set.refs).toEqual(REFS);
  expect(set.has(PDFRef.of(5))).toBe(false);
  const seen: PDFRef[] = [];
  for (const ref of set.refs) {
    seen.push(ref);
    set.add(PDFRef.of(5));
  }
  expect(seen).toEqual([...REFS, PDFRef.of(5)]);
});
