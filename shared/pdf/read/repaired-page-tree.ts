/**
 * A page tree as the standard wants it (ISO 32000-2, 7.7.3) from one that is not, as far as readers agree on what it shows:
 *
 * | what is wrong | pdf.js | PDFium | MuPDF | here |
 * |---|---|---|---|---|
 * | `/Pages` is a dictionary, not a reference | its pages | its pages | its pages | becomes an object |
 * | a page or node stands in `/Kids` itself | a page | a page | a page | becomes an object |
 * | the root says `/Type /Page` and has `/Kids` | its pages | its pages | its pages | becomes `/Pages` |
 * | a kid is null, no dictionary, lost, deleted, or a node above it | stops there | an error, goes on | stops, or blank | goes, with its count |
 * | a kid of another generation than its object | stops there | a page | a page | in doubt: the file stays |
 * | a kid is a dictionary of another type, or of none | a page | a page | a page | a page |
 *
 * Of a bad kid all show at best an error; the pages beside it are pages to all who go on. Nothing is done to what all read alike.
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
  /** What was done, in order. */
  readonly repairs: readonly string[];
  /** A kid was dropped of which it is not certain that it was no page, or that changes which page is which. */
  readonly isInDoubt: boolean;
}

/** @param isOtherGeneration true for a reference to a number that the file has, under another generation */
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

/** A node on the way down, with the kids that are still to be looked at. */
interface Step {
  readonly node: PDFDict;
  readonly items: readonly PDFObject[];
  readonly kept: PDFObject[];
  next: number;
  /** Pages below, as far as they were met. */
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
  /** Pages before the first kid that was dropped. */
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

  /** Page labels count pages: where a page follows, dropping a kid would move them. */
  isInDoubt(hasPageLabels: boolean): boolean {
    const isFollowed = this.#pagesBeforeDrop !== null && this.#pagesBeforeDrop < this.#pages;
    return this.#mayBePage || (hasPageLabels && isFollowed);
  }

  /** An explicit path, since trees made to be deep must not exhaust the call stack. */
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

  /** Keeps or drops a kid; the node to go into, or null. */
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

/** Writes a node's kids where they changed, and its count where kids are gone from it or below. */
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
