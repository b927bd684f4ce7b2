import {
  arrayItems,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../pdf/objects.ts';
import { elementKids } from '../pdf/walk.ts';
import { arrayFrom, withEntries } from './entries.ts';
import { type Forest, ForestBuilder, isIn, KeptNodes, type PageRange, type TreeNode } from './forest.ts';
import type { PageIndex } from './page-index.ts';
import type { PartObjects } from './part-objects.ts';
import { treePairs } from './tree-pairs.ts';

/** The structure tree (ISO 32000-2, 14.7): its elements, and the references to them from pages. */
export interface Structure extends Forest {
  readonly isElement: ReadonlySet<PDFObject>;
  /** Elements with content of their own. */
  readonly withContent: ReadonlySet<TreeNode>;
  /** Parent tree by key, as in `/StructParents` and `/StructParent` (14.7.5.4). */
  readonly parents: ReadonlyMap<number, PDFObject>;
}

/** Reads the tree. An element without content, such as an empty cell, goes with the preceding content. */
export function readStructure(places: PageIndex): Structure {
  const { context } = places.doc;
  const forest = new ForestBuilder();
  const isElement = new Set<PDFObject>();
  const withContent = new Set<TreeNode>();
  const root = places.catalog.lookup(key('StructTreeRoot'));
  const stack: { readonly object: PDFObject; readonly parent: TreeNode | null }[] = [];
  const push = (object: PDFObject, parent: TreeNode | null) => stack.push({ object, parent });
  if (root instanceof PDFDict) for (const object of elementKids(root).toReversed()) push(object, null);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { object, parent } = next;
    const dict = context.lookup(object);
    if (!(dict instanceof PDFDict) || isElement.has(object)) continue;
    isElement.add(object);
    const node = forest.add(object, dict, parent);
    const kids = elementKids(dict);
    const pages = new Set<number>();
    let elements = 0;
    for (const kid of kids.toReversed()) {
      const content = contentOf(kid, dict, places);
      if (content === 'element') {
        elements += 1;
        push(kid, node);
      } else if (content !== null) pages.add(content);
    }
    if (pages.size > 0) withContent.add(node);
    for (const page of [...pages].sort((a, b) => a - b)) forest.stands(node, page);
    if (pages.size === 0 && elements === 0) forest.stands(node, null);
  }
  const parents = root instanceof PDFDict ? parentsOf(root) : new Map<number, PDFObject>();
  return { nodes: forest.nodes, byPage: forest.byPage, isElement, withContent, parents };
}

/** Returns the kind of a kid: an element, content on a page (by its index), or content on no page (null). */
function contentOf(kid: PDFObject, element: PDFDict, places: PageIndex): number | 'element' | null {
  const value = element.context.lookup(kid);
  const pageOf = (page: PDFObject | undefined) =>
    page === undefined ? null : (places.pageIndex.get(page) ?? null);
  if (value instanceof PDFNumber) return pageOf(element.get(key('Pg')));
  if (!(value instanceof PDFDict)) return null;
  const type = value.lookup(key('Type'));
  if (type === key('MCR')) return pageOf(value.get(key('Pg')) ?? element.get(key('Pg')));
  if (type !== key('OBJR')) return 'element';
  const object = value.get(key('Obj'));
  const annotated = object === undefined ? undefined : places.annotationPage.get(object);
  return annotated ?? pageOf(value.get(key('Pg')) ?? element.get(key('Pg')));
}

function parentsOf(root: PDFDict): Map<number, PDFObject> {
  const parents = new Map<number, PDFObject>();
  for (const [number, value] of treePairs(root.lookup(key('ParentTree')), 'Nums'))
    if (number instanceof PDFNumber) parents.set(number.asNumber(), value);
  return parents;
}

/** The elements of these pages. */
export class KeptStructure {
  readonly #kept: KeptNodes;
  readonly #isKept: ReadonlySet<PDFObject>;
  readonly #structure: Structure;

  constructor(structure: Structure, range: PageRange) {
    this.#structure = structure;
    this.#kept = new KeptNodes(structure, range);
    this.#isKept = new Set(this.#kept.nodes.map(({ object }) => object));
  }

  /** Returns whether an element belongs to other pages. */
  isForeign(object: PDFObject): boolean {
    return this.#structure.isElement.has(object) && !this.#isKept.has(object);
  }

  /**
   * Adds the elements to the part.
   * @param keys of the parent tree that the part's pages and annotations use
   * @returns the root of the tree; null if no element is left
   */
  put(
    places: PageIndex,
    range: PageRange,
    objects: PartObjects,
    keys: ReadonlySet<number>,
    isGone: (object: PDFObject) => boolean,
  ): PDFDict | null {
    const root = places.catalog.lookup(key('StructTreeRoot'));
    if (!(root instanceof PDFDict) || this.#kept.nodes.length === 0) return null;
    for (const node of this.#kept.nodes) {
      const kids = this.#kidsIn(node, places, range, isGone);
      const page = node.dict.get(key('Pg'));
      const isAway = page !== undefined && !isIn(range, places.pageIndex.get(page) ?? -1);
      const entries = { K: kids, ...(isAway ? { Pg: undefined } : {}) };
      objects.replace(node.object, withEntries(node.dict, entries));
    }
    const roots = this.#kept.roots.map(({ object }) => object);
    return withEntries(root, {
      K: arrayFrom(roots, root),
      ParentTree: this.#parentTree(root, keys),
      IDTree: this.#idTree(root),
    });
  }

  #kidsIn(
    node: TreeNode,
    places: PageIndex,
    range: PageRange,
    isGone: (object: PDFObject) => boolean,
  ): PDFObject | undefined {
    const elements = this.#kept.kidsOf(node).map(({ object }) => object);
    // Most elements hold either elements or content; this avoids reading long lists of elements for each part.
    if (!this.#structure.withContent.has(node))
      return elements.length === 0 ? undefined : arrayFrom(elements, node.dict);
    const kids = elementKids(node.dict).filter((kid) => {
      const content = contentOf(kid, node.dict, places);
      if (content === 'element') return this.#isKept.has(kid);
      return content !== null && isIn(range, content) && !isGoneObject(node.dict.context.lookup(kid), isGone);
    });
    return kids.length === 0 ? undefined : kids.length === 1 ? kids[0] : arrayFrom(kids, node.dict);
  }

  #parentTree(root: PDFDict, keys: ReadonlySet<number>): PDFDict {
    const { context } = root;
    const pairs: PDFObject[] = [];
    for (const number of [...keys].sort((a, b) => a - b)) {
      const value = this.#structure.parents.get(number);
      const followed = value === undefined ? undefined : context.lookup(value);
      if (value === undefined) continue;
      if (followed instanceof PDFArray) {
        const parents = arrayItems(followed).map((each) => (this.#isKept.has(each) ? each : PDFNull));
        pairs.push(PDFNumber.of(number), arrayFrom(parents, root));
      } else if (value instanceof PDFRef && this.#isKept.has(value)) pairs.push(PDFNumber.of(number), value);
    }
    return PDFDict.fromMapWithContext(new Map([[key('Nums'), arrayFrom(pairs, root)]]), context);
  }

  #idTree(root: PDFDict): PDFObject | undefined {
    const tree = root.lookup(key('IDTree'));
    if (!(tree instanceof PDFDict)) return undefined;
    const pairs = treePairs(tree, 'Names').filter(([, element]) => this.#isKept.has(element));
    if (pairs.length === 0) return undefined;
    return PDFDict.fromMapWithContext(new Map([[key('Names'), arrayFrom(pairs.flat(), root)]]), root.context);
  }
}

/** Returns whether a kid refers to an annotation that is not in the part. */
function isGoneObject(kid: PDFObject | undefined, isGone: (object: PDFObject) => boolean): boolean {
  const object = kid instanceof PDFDict ? dictEntries(kid).get(key('Obj')) : undefined;
  return object !== undefined && isGone(object);
}
