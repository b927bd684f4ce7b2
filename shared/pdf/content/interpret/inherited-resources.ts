import { arrayItems, key, PDFArray, PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import { catalogOf } from '../../page-tree.ts';
import { type Located, locatedEntry } from './resources.ts';

/** Page trees of real documents are under 20 deep; more is a loop, or built to be slow. */
const MAX_ANCESTORS = 100;

/** Returns the ancestors in the page tree, nearest first. */
export function ancestorsOf(page: PDFDict): PDFDict[] {
  const ancestors: PDFDict[] = [];
  let node = page.lookup(key('Parent'));
  while (node instanceof PDFDict && ancestors.length < MAX_ANCESTORS) {
    ancestors.push(node);
    node = node.lookup(key('Parent'));
  }
  return ancestors;
}

/** True if inherited resources are the same by `/Parent` as by `/Kids`; readers use one or the other. */
export function inheritsOneWay(trailer: PDFDict): boolean {
  const root = catalogOf(trailer)?.lookup(key('Pages'));
  const seen = new Set<PDFObject>();
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const kids = node.lookup(key('Kids'));
    if (!(kids instanceof PDFArray)) continue;
    for (const item of arrayItems(kids)) {
      const kid = trailer.context.lookup(item);
      if (!(kid instanceof PDFDict)) continue;
      if (kid.lookup(key('Parent')) !== node && !kid.has(key('Resources'))) return false;
      stack.push(kid);
    }
  }
  return true;
}

/** Returns the resources of the page, or of the nearest ancestor that has any (7.7.3.4). */
export function inheritedResources(page: Located): Located | null {
  const own = locatedEntry(page, key('Resources'));
  if (own !== null) return own;
  let child = page.dict;
  for (const dict of ancestorsOf(page.dict)) {
    const owner: PDFObject | undefined = child.get(key('Parent'));
    if (!(owner instanceof PDFRef)) return null;
    const resources = locatedEntry({ dict, owner, path: [] }, key('Resources'));
    if (resources !== null) return resources;
    child = dict;
  }
  return null;
}
