/**
 * Counts nodes in the document's trees. Safe against loops and depth. An array is read once however many
 * nodes share it; otherwise a small file could cause quadratic work.
 */
import { key, PDFArray, PDFDict, type PDFObject } from '../objects.ts';

/** Counts terminal form fields: those whose `/Kids` are no fields (ISO 32000-2, 12.7.4). */
export function fieldCount(fields: PDFObject | undefined): number {
  let count = 0;
  const fieldsIn = oncePerArray((array) => dictsIn(array).filter((kid) => kid.has(key('T'))));
  walkTree(dictsIn(fields), (field) => {
    const kids = fieldsIn(field.lookup(key('Kids'))) ?? [];
    if (kids.length === 0) count += 1;
    return kids;
  });
  return count;
}

/** Counts the items of an outline (12.3.3). */
export function outlineSize(outlines: PDFDict | undefined): number {
  let count = 0;
  const linked = (item: PDFDict, name: string) => dictOf(item.lookup(key(name))) ?? [];
  walkTree(outlines === undefined ? [] : [linked(outlines, 'First')].flat(), (item) => {
    count += 1;
    return [linked(item, 'First'), linked(item, 'Next')].flat();
  });
  return count;
}

/** Counts the names in a name tree (7.9.6). */
export function nameTreeSize(root: PDFDict | undefined): number {
  let count = 0;
  const kidsIn = oncePerArray(dictsIn);
  walkTree(root === undefined ? [] : [root], (node) => {
    const names = node.lookup(key('Names'));
    if (names instanceof PDFArray) count += Math.floor(names.size() / 2);
    return kidsIn(node.lookup(key('Kids'))) ?? [];
  });
  return count;
}

/** Visits every dictionary once; a list returned repeatedly by `below` is expanded once. */
function walkTree(start: readonly PDFDict[], below: (node: PDFDict) => readonly PDFDict[]): void {
  const seen = new Set<PDFDict>();
  const expanded = new Set<readonly PDFDict[]>();
  const waiting = [...start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const nodes = below(node);
    if (expanded.has(nodes)) continue;
    expanded.add(nodes);
    for (const next of nodes) waiting.push(next);
  }
}

/** Caches `read` by array; undefined for other objects. */
export function oncePerArray<T>(
  read: (array: PDFArray) => T,
): (object: PDFObject | undefined) => T | undefined {
  const known = new Map<PDFArray, T>();
  return (object) => {
    if (!(object instanceof PDFArray)) return undefined;
    let found = known.get(object);
    if (found === undefined) known.set(object, (found = read(object)));
    return found;
  };
}

export function dictsIn(array: PDFObject | undefined): readonly PDFDict[] {
  if (!(array instanceof PDFArray)) return [];
  return Array.from({ length: array.size() }, (_, index) => dictOf(array.lookup(index)) ?? []).flat();
}

export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  return object instanceof PDFDict ? object : undefined;
}
