import { arrayItems, key, PDFArray, PDFDict, type PDFObject } from '../pdf/objects.ts';

/** Trees of real documents have fewer levels; more is a loop, or built to be slow. */
const MAX_DEPTH = 50;

/** Key and value as stored in the tree: the value may be a reference. */
export type TreePair = readonly [name: PDFObject, value: PDFObject];

/** Returns the pairs of a name tree or number tree in order (ISO 32000-2, 7.9.6 and 7.9.7); each node counts once. */
export function treePairs(root: PDFObject | undefined, pairs: 'Names' | 'Nums'): TreePair[] {
  const found: TreePair[] = [];
  const seen = new Set<PDFObject>();
  const visit = (node: PDFObject | undefined, depth: number): void => {
    if (!(node instanceof PDFDict) || seen.has(node) || depth > MAX_DEPTH) return;
    seen.add(node);
    const items = node.lookup(key(pairs));
    if (items instanceof PDFArray) {
      const all = arrayItems(items);
      for (let at = 0; at + 1 < all.length; at += 2)
        found.push([node.context.lookup(all[at]) ?? all[at]!, all[at + 1]!]);
    }
    const kids = node.lookup(key('Kids'));
    if (kids instanceof PDFArray)
      for (const kid of arrayItems(kids)) visit(node.context.lookup(kid), depth + 1);
  };
  visit(root, 0);
  return found;
}
