import {
  arrayItems,
  contextEntries,
  key,
  PDFArray,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRef,
} from '../objects.ts';
import { catalogOf } from '../page-tree.ts';
import { RefSet } from '../ref-map.ts';
import { eachRef } from '../walk.ts';

/** Entries that a page may inherit (ISO 32000-2, table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(key);

/** A node of the page tree, with the entries that it passes down. */
interface Node {
  readonly dict: PDFDict;
  readonly ref: PDFObject;
  readonly passed: readonly PDFName[];
}

/**
 * Gives pages and nodes whose `/Parent` is no object the parent that lists them. All readers find pages by `/Kids`;
 * some look up inherited entries by `/Parent`, so a page that lacks such an entry stays as it is.
 *
 * @returns the references that lead to no object, were the parent of such a page, and of nothing else
 */
export function mendLostParents(trailer: PDFDict, lost: RefSet): readonly PDFRef[] {
  const mended = new RefSet();
  const root = catalogOf(trailer)?.get(key('Pages'));
  const dict = trailer.context.lookup(root);
  if (root === undefined || !(dict instanceof PDFDict) || lost.refs.length === 0) return [];
  const seen = new Set<PDFDict>([dict]);
  const stack: Node[] = [{ dict, ref: root, passed: passedBy(dict, []) }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const kids = node.dict.lookup(key('Kids'));
    if (!(kids instanceof PDFArray)) continue;
    for (const ref of arrayItems(kids)) {
      const kid = node.dict.context.lookup(ref);
      if (!(kid instanceof PDFDict) || seen.has(kid)) continue;
      seen.add(kid);
      const parent = kid.get(key('Parent'));
      if (parent instanceof PDFRef && lost.has(parent) && node.passed.every((name) => kid.has(name))) {
        kid.set(key('Parent'), node.ref);
        mended.add(parent);
      }
      stack.push({ dict: kid, ref, passed: passedBy(kid, node.passed) });
    }
  }
  return mended.refs.length === 0 ? [] : unused(mended.refs, trailer);
}

function passedBy(dict: PDFDict, passed: readonly PDFName[]): readonly PDFName[] {
  return INHERITED.filter((name) => passed.includes(name) || dict.has(name));
}

function unused(refs: readonly PDFRef[], trailer: PDFDict): readonly PDFRef[] {
  const used = new RefSet();
  const use = (ref: PDFRef) => used.add(ref);
  eachRef(trailer, use);
  for (const object of contextEntries(trailer.context).values()) eachRef(object, use);
  return refs.filter((ref) => !used.has(ref));
}
