import { expect, test } from 'vitest';
import { PDFRef } from '../pdf/objects.ts';
import { buildDocument } from '../testing/documents/documents.ts';
import { treePairs } from './tree-pairs.ts';

function pairs(objects: Record<number, string>) {
  const root = buildDocument(objects).context.lookup(PDFRef.of(5));
  return treePairs(root, 'Names').map(([name, value]) => `${name} ${value}`);
}

test('the pairs of a tree are in order, node by node', () => {
  const objects = {
    5: '<< /Kids [6 0 R 7 0 R] >>',
    6: '<< /Names [(a) 1 (b) 9 0 R] >>',
    7: '<< /Kids [8 0 R] >>',
    8: '<< /Names [4 0 R 3] >>',
    4: '(c)',
  };
  expect(pairs(objects)).toEqual(['(a) 1', '(b) 9 0 R', '(c) 3']);
});

test('a name without a value is no pair', () => {
  expect(pairs({ 5: '<< /Names [(a) 1 (b)] >>' })).toEqual(['(a) 1']);
});

test('a node that leads back to itself counts once', () => {
  expect(pairs({ 5: '<< /Names [(a) 1] /Kids [5 0 R 6 0 R] >>', 6: '<< /Kids [5 0 R] >>' })).toEqual([
    '(a) 1',
  ]);
});

test('a tree is read through as many levels as trees of documents have, and one without an end stops', () => {
  const levels = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, level) => [
        5 + level,
        level + 1 < count ? `<< /Kids [${6 + level} 0 R] >>` : '<< /Names [(deep) 1] >>',
      ]),
    );
  expect(pairs(levels(51))).toEqual(['(deep) 1']);
  expect(pairs(levels(5000))).toEqual([]);
});
