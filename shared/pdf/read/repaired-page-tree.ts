/**
 * Repairs a page tree that violates the standard (ISO 32000-2, 7.7.3), as far as readers agree on what it shows:
 *
 * | defect | pdf.js | PDFium | MuPDF | repair |
 * |---|---|---|---|---|
 * | `/Pages` is a direct dictionary | its pages | its pages | its pages | becomes indirect |
 * | a page or node is direct in `/Kids` | a page | a page | a page | becomes indirect |
 * | the root has `/Type /Page` and `/Kids` | its pages | its pages | its pages | becomes `/Pages` |
 * | a kid is null, no dictionary, lost, deleted, or an ancestor | stops | an error, continues | stops, or blank | removed |
 * | a kid of another generation than its object | stops | a page | a page | in doubt: file unchanged |
 * | a kid is a dictionary of another type, or of none | a page | a page | a page | a page |
 *
 * For an invalid kid all show at best an error, but readers that continue show its siblings. Removing a kid also
 * corrects the count. Defects that all readers treat alike stay.
 */

import {
  arrayItems,
  key,
  PDFArray,
  PDFDict,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { catalogOf } from '../page-tree.ts';
import type { FreeNumbers } from './free-numbers.ts';

export interface RepairedPageTree {
  /** Repairs, in order. */
  readonly repairs: readonly string[];
  /** A kid was dropped that may have been a page, or whose removal renumbers pages. */
  readonly isInDoubt: boolean;
}

/** @param isOtherGeneration returns true for a reference to an existing number with another generation */
export function repairPageTree(
  trailer: PDFDict,
  numbers: FreeNumbers,
  isOtherGeneration: (ref: PDFRef) => boolean,
): RepairedPageTree {
  const catalog = catalogOf(trailer);
  const root = catalog?.lookup(key('Pages'));
  if (catalog === null || !(root instanceof PDFDict) || kidsOf(root) === null)
    return { repairs: [], isInDoubt: false };
  const mender = new Mender(numbers, isOtherGeneration);
  if (!(catalog.get(key('Pages')) instanceof PDFRef)) {
    catalog.set(key('Pages'), mender.asObject(root));
    mender.repairs.push('the page tree stood in the catalog itself');
  }
  if (root.lookup(key('Type')) === key('Page')) {
    root.set(key('Type'), key('Pages'));
    mender.repairs.push('the root of the page tree was called a page');
  }
  mender.mend(root);
  return { repairs: mender.repairs, isInDoubt: mender.isInDoubt(catalog.has(key('PageLabels'))) };
}

/** A node on the path, with its remaining kids. */
interface Step {
  readonly node: PDFDict;
  readonly items: readonly PDFObject[];
  readonly kept: PDFObject[];
  next: number;
  /** Pages found below so far. */
  pages: number;
  /** A kid was dropped, here or below. */
  isShorter: boolean;
}

class Mender {
  readonly repairs: string[] = [];
  readonly #numbers: FreeNumbers;
  readonly #isOtherGeneration: (ref: PDFRef) => boolean;
  readonly #seen = new Set<PDFDict>();
  #direct = 0;
  #dropped = 0;
  #pages = 0;
  /** Number of pages before the first dropped kid. */
  #pagesBeforeDrop: number | null = null;
  #mayBePage = false;

  constructor(numbers: FreeNumbers, isOtherGeneration: (ref: PDFRef) => boolean) {
    this.#numbers = numbers;
    this.#isOtherGeneration = isOtherGeneration;
  }

  asObject(dict: PDFDict): PDFRef {
    const ref = this.#numbers.next();
    dict.context.assign(ref, dict);
    return ref;
  }

  /** Page labels count pages: dropping a kid before a page would shift them. */
  isInDoubt(hasPageLabels: boolean): boolean {
    const isFollowed = this.#pagesBeforeDrop !== null && this.#pagesBeforeDrop < this.#pages;
    return this.#mayBePage || (hasPageLabels && isFollowed);
  }

  /** Iterative, since trees built to be deep must not exhaust the call stack. */
  mend(root: PDFDict): void {
    const path: Step[] = [stepOf(root)];
    const above = new Set<PDFDict>([root]);
    this.#seen.add(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const item = step.items[step.next++];
      if (item !== undefined) {
        const node = this.#kid(item, step, above);
        if (node === null) continue;
        above.add(node);
        path.push(stepOf(node));
        continue;
      }
      path.pop();
      above.delete(step.node);
      finish(step, path.at(-1));
    }
    if (this.#direct > 0)
      this.repairs.push(`${this.#direct} of the page tree's kids were no objects of their own`);
    if (this.#dropped > 0)
      this.repairs.push(`${this.#dropped} of the page tree's kids were no pages and are gone`);
  }

  /** Keeps or drops a kid; returns the node to descend into, or null. */
  #kid(item: PDFObject, step: Step, above: ReadonlySet<PDFDict>): PDFDict | null {
    const kid = step.node.context.lookup(item);
    if (kid instanceof PDFRawStream) {
      step.kept.push(item);
      return null;
    }
    if (!(kid instanceof PDFDict) || above.has(kid)) {
      this.#drop(item, step);
      return null;
    }
    if (item instanceof PDFRef) {
      step.kept.push(item);
    } else {
      this.#direct += 1;
      step.kept.push(this.asObject(kid));
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

  #drop(item: PDFObject, step: Step): void {
    step.isShorter = true;
    this.#dropped += 1;
    this.#pagesBeforeDrop ??= this.#pages;
    this.#mayBePage ||= item instanceof PDFRef && this.#isOtherGeneration(item);
  }
}

function stepOf(node: PDFDict): Step {
  const kids = kidsOf(node);
  return {
    node,
    items: kids === null ? [] : arrayItems(kids),
    kept: [],
    next: 0,
    pages: 0,
    isShorter: false,
  };
}

/** Writes a node's kids if they changed, and its count if kids were dropped from it or below. */
function finish({ node, items, kept, pages, isShorter }: Step, above: Step | undefined): void {
  if (kept.length !== items.length || kept.some((kid, index) => kid !== items[index])) {
    const kids = PDFArray.withContext(node.context);
    for (const kid of kept) kids.push(kid);
    node.set(key('Kids'), kids);
  }
  if (isShorter) node.set(key('Count'), PDFNumber.of(pages));
  if (above === undefined) return;
  above.pages += pages;
  above.isShorter ||= isShorter;
}

function kidsOf(node: PDFDict): PDFArray | null {
  const kids = node.lookup(key('Kids'));
  return kids instanceof PDFArray ? kids : null;
}
