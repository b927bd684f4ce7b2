/**
 * Repairs a page tree that violates the standard (ISO 32000-2, 7.7.3), as far as readers agree on what it shows:
 *
 * | defect | pdf.js | PDFium | MuPDF | repair |
 * |---|---|---|---|---|
 * | `/Pages` is a direct dictionary | its pages | its pages | its pages | becomes indirect |
 * | a page or node is direct in `/Kids` | a page | a page | a page | becomes indirect |
 * | the root has `/Type /Page` and `/Kids` | its pages | its pages | its pages | becomes `/Pages` |
 * | a kid is null, no dictionary, lost, deleted, or an ancestor | stops | an error, continues | stops, or blank | an empty page if `/Count` counts it, else removed |
 * | a kid of another generation than its object | stops | a page | a page | in doubt: file unchanged |
 * | a kid is a dictionary of another type, or of none | a page | a page | a page | a page |
 * | `/Parent` is a lost object, nothing is inherited | a page | a page | a page | becomes the node that lists it |
 *
 * For an invalid kid all show at best an error, but readers that continue show its siblings. All readers but pdf.js
 * believe the root's `/Count`: where it counts invalid kids, each is a page number, which an empty page keeps. MuPDF,
 * PDFium and Ghostscript number it at its place, an ancestor behind the others. Defects that all readers treat alike
 * stay.
 */

import {
  arrayItems,
  key,
  PDFArray,
  PDFDict,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { catalogOf } from '../page-tree.ts';
import { RefSet } from '../ref-map.ts';

export interface RepairedPageTree {
  /** Repairs, in order. */
  readonly repairs: readonly string[];
  /** A kid was replaced that may have been a page, or dropped so that later pages have other numbers. */
  readonly isInDoubt: boolean;
  /** Pages that stand for kids that were none. */
  readonly emptyPages: number;
  /** Lost objects that kids named as their parent. */
  readonly lostParents: RefSet;
}

/**
 * @param isOtherGeneration returns true for a reference to an existing number with another generation
 * @param lost references without an object, in a file whose cross-reference was rebuilt
 */
export function repairPageTree(
  trailer: PDFDict,
  isOtherGeneration: (ref: PDFRef) => boolean,
  lost: RefSet,
): RepairedPageTree {
  const catalog = catalogOf(trailer);
  const root = catalog?.lookup(key('Pages'));
  if (catalog === null || !(root instanceof PDFDict) || kidsOf(root) === null)
    return { repairs: [], isInDoubt: false, emptyPages: 0, lostParents: new RefSet() };
  const mender = new Mender(isOtherGeneration, lost);
  if (!(catalog.get(key('Pages')) instanceof PDFRef)) {
    catalog.set(key('Pages'), mender.asObject(root));
    mender.repairs.push('the page tree stood in the catalog itself');
  }
  if (root.lookup(key('Type')) === key('Page')) {
    root.set(key('Type'), key('Pages'));
    mender.repairs.push('the root of the page tree was called a page');
  }
  mender.mend(root, catalog.get(key('Pages')) as PDFRef);
  return {
    repairs: mender.repairs,
    isInDoubt: mender.isInDoubt(catalog.has(key('PageLabels'))),
    emptyPages: mender.emptyPages,
    lostParents: mender.lostParents,
  };
}

/** Entries that a page may inherit (ISO 32000-2, table 31). */
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(key);

/** A node on the path, with its remaining kids. */
interface Step {
  readonly node: PDFDict;
  readonly ref: PDFObject;
  /** Entries that pages have from here or above. */
  readonly inherited: readonly PDFName[];
  readonly items: readonly PDFObject[];
  /** Kids that stay, and null where one was invalid. */
  readonly kept: (PDFObject | null)[];
  next: number;
  /** Pages found below so far. */
  pages: number;
  /** Ancestors among the kids: readers number what they count for these behind all others. */
  ancestors: number;
  /** A kid was invalid, here or below. */
  isShorter: boolean;
}

class Mender {
  readonly repairs: string[] = [];
  readonly lostParents = new RefSet();
  readonly #lost: RefSet;
  readonly #isOtherGeneration: (ref: PDFRef) => boolean;
  readonly #seen = new Set<PDFDict>();
  /** Nodes whose kids or pages change, from the leaves up. */
  readonly #changed: Step[] = [];
  #direct = 0;
  #dropped = 0;
  #pages = 0;
  /** Number of pages before the first dropped kid. */
  #pagesBeforeDrop: number | null = null;
  #mayBePage = false;
  #keepsNumbers = false;

  constructor(isOtherGeneration: (ref: PDFRef) => boolean, lost: RefSet) {
    this.#lost = lost;
    this.#isOtherGeneration = isOtherGeneration;
  }

  asObject(dict: PDFDict): PDFRef {
    return dict.context.register(dict);
  }

  get emptyPages(): number {
    return this.#keepsNumbers ? this.#dropped : 0;
  }

  /** Page labels count pages: dropping a kid before a page would shift them. */
  isInDoubt(hasPageLabels: boolean): boolean {
    const isFollowed = this.#pagesBeforeDrop !== null && this.#pagesBeforeDrop < this.#pages;
    return this.#mayBePage || (hasPageLabels && isFollowed && !this.#keepsNumbers);
  }

  /** Iterative, since trees built to be deep must not exhaust the call stack. */
  mend(root: PDFDict, rootRef: PDFRef): void {
    const path: Step[] = [stepOf(root, rootRef)];
    const above = new Set<PDFDict>([root]);
    this.#seen.add(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const item = step.items[step.next++];
      if (item !== undefined) {
        const node = this.#kid(item, step, above);
        if (node === null) continue;
        above.add(node);
        path.push(stepOf(node, step.kept.at(-1) as PDFObject, step));
        continue;
      }
      path.pop();
      above.delete(step.node);
      if (step.isShorter || hasOtherKids(step)) this.#changed.push(step);
      const parent = path.at(-1);
      if (parent === undefined) break;
      parent.pages += step.pages;
      parent.isShorter ||= step.isShorter;
    }
    this.#writeKids(root);
    if (this.#direct > 0)
      this.repairs.push(`${this.#direct} of the page tree's kids were no objects of their own`);
    const became = this.#keepsNumbers ? 'empty pages now' : 'gone';
    const { length } = this.lostParents.refs;
    if (length > 0) this.repairs.push(`${length} lost objects were the parent of pages`);
    if (this.#dropped > 0)
      this.repairs.push(`${this.#dropped} of the page tree's kids were no pages and are ${became}`);
  }

  /** Only now it is known whether the root counts its invalid kids. */
  #writeKids(root: PDFDict): void {
    const count = root.lookup(key('Count'));
    this.#keepsNumbers = count instanceof PDFNumber && count.asNumber() === this.#pages + this.#dropped;
    for (const step of this.#changed) {
      if (step.isShorter && !this.#keepsNumbers) step.node.set(key('Count'), PDFNumber.of(step.pages));
      if (!hasOtherKids(step)) continue;
      const kids = PDFArray.withContext(step.node.context);
      for (const kid of [...step.kept, ...Array<null>(step.ancestors).fill(null)]) {
        if (kid !== null) kids.push(kid);
        else if (this.#keepsNumbers) kids.push(this.#emptyPage(step));
      }
      step.node.set(key('Kids'), kids);
    }
  }

  #emptyPage(step: Step): PDFRef {
    const page = PDFDict.withContext(step.node.context);
    page.set(key('Type'), key('Page'));
    page.set(key('Parent'), step.ref);
    if (!step.inherited.includes(key('MediaBox'))) page.set(key('MediaBox'), letterBox(step.node));
    return this.asObject(page);
  }

  /** Keeps or drops a kid; returns the node to descend into, or null. */
  #kid(item: PDFObject, step: Step, above: ReadonlySet<PDFDict>): PDFDict | null {
    const kid = step.node.context.lookup(item);
    if (kid instanceof PDFRawStream) {
      step.kept.push(item);
      return null;
    }
    if (!(kid instanceof PDFDict) || above.has(kid)) {
      this.#drop(item, step, kid instanceof PDFDict);
      return null;
    }
    if (item instanceof PDFRef) {
      step.kept.push(item);
    } else {
      this.#direct += 1;
      step.kept.push(this.asObject(kid));
    }
    const parent = kid.get(key('Parent'));
    if (parent instanceof PDFRef && this.#lost.has(parent) && step.inherited.every((name) => kid.has(name))) {
      kid.set(key('Parent'), step.ref);
      this.lostParents.add(parent);
    }
    const isNode = kidsOf(kid) !== null && kid.lookup(key('Type')) !== key('Page');
    if (!isNode) {
      step.pages += 1;
      this.#pages += 1;
    }
    if (!isNode || this.#seen.has(kid)) return null;
    this.#seen.add(kid);
    return kid;
  }

  #drop(item: PDFObject, step: Step, isAncestor: boolean): void {
    step.isShorter = true;
    if (isAncestor) step.ancestors += 1;
    else step.kept.push(null);
    this.#dropped += 1;
    this.#pagesBeforeDrop ??= this.#pages;
    this.#mayBePage ||= item instanceof PDFRef && this.#isOtherGeneration(item);
  }
}

function stepOf(node: PDFDict, ref: PDFObject, above?: Step): Step {
  const kids = kidsOf(node);
  return {
    node,
    ref,
    inherited: INHERITABLE.filter((name) => above?.inherited.includes(name) || node.has(name)),
    items: kids === null ? [] : arrayItems(kids),
    kept: [],
    next: 0,
    pages: 0,
    ancestors: 0,
    isShorter: false,
  };
}

function hasOtherKids({ items, kept }: Step): boolean {
  return kept.length !== items.length || kept.some((kid, index) => kid !== items[index]);
}

/** The page size that readers take where none is given. */
function letterBox({ context }: PDFDict): PDFArray {
  const box = PDFArray.withContext(context);
  for (const side of [0, 0, 612, 792]) box.push(PDFNumber.of(side));
  return box;
}

function kidsOf(node: PDFDict): PDFArray | null {
  const kids = node.lookup(key('Kids'));
  return kids instanceof PDFArray ? kids : null;
}
