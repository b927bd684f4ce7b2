import { textOf } from '../pdf/metadata/text-string.ts';
import { PDFArray, PDFDict, type PDFObject } from '../pdf/objects.ts';
import { entry, numberOf } from './strings.ts';

/** Trees of real documents have fewer levels; more is a loop, or built to be slow. */
const MAX_DEPTH = 50;

/** Returns names and values of a name tree in order (ISO 32000-2, 7.9.6); each node counts once. */
export function nameTreeEntries(root: PDFObject | undefined): [name: string, value: PDFObject | undefined][] {
  return leaves(root, 'Names').flatMap<[string, PDFObject | undefined]>(([name, value]) => {
    const text = textOf(name);
    return text === null ? [] : [[text, value]];
  });
}

/** Returns numbers and values of a number tree in order (7.9.7). */
export function numberTreeEntries(
  root: PDFObject | undefined,
): [number: number, value: PDFObject | undefined][] {
  return leaves(root, 'Nums').flatMap<[number, PDFObject | undefined]>(([number, value]) => {
    const index = numberOf(number);
    return index === null ? [] : [[index, value]];
  });
}

type Pair = readonly [key: PDFObject | undefined, value: PDFObject | undefined];

function leaves(root: PDFObject | undefined, pairs: 'Names' | 'Nums'): Pair[] {
  const found: Pair[] = [];
  const seen = new Set<PDFObject>();
  const visit = (node: PDFObject | undefined, depth: number): void => {
    if (!(node instanceof PDFDict) || seen.has(node) || depth > MAX_DEPTH) return;
    seen.add(node);
    for (const pair of pairsIn(entry(node, pairs))) found.push(pair);
    for (const kid of itemsOf(entry(node, 'Kids'))) visit(kid, depth + 1);
  };
  visit(root, 0);
  return found;
}

function pairsIn(array: PDFObject | undefined): Pair[] {
  const items = itemsOf(array);
  return Array.from({ length: items.length >> 1 }, (_, index) => [items[index * 2], items[index * 2 + 1]]);
}

/** Returns the resolved items of an array; empty for other objects. */
export function itemsOf(array: PDFObject | undefined): (PDFObject | undefined)[] {
  if (!(array instanceof PDFArray)) return [];
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index));
}
