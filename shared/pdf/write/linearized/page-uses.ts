import { mapped } from '../../../lists.ts';
import { dictEntries, key, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../../objects.ts';
import { RefMap } from '../../ref-map.ts';
import { childObjects } from '../../walk.ts';

/** Part of a linearized file (ISO 32000-2, F.3). */
export type Part = 'document' | 'first-page' | 'page' | 'shared' | 'outlines' | 'other';

/** Users of an object, or of one of several that are packed together. */
export interface Use {
  outlines: boolean;
  /** Readers need it to open the document: forms, actions, preferences. */
  opening: boolean;
  firstPage: boolean;
  /** Index of the only other page; -1 without any, `SEVERAL` if there are more. */
  otherPage: number;
  /** Other parts of the document, such as tags. */
  elsewhere: boolean;
}

const SEVERAL = -2;
const OPENING_KEYS = new Set(['ViewerPreferences', 'PageMode', 'Threads', 'OpenAction', 'AcroForm'].map(key));
const [TYPE, PAGE, PARENT, THUMB, ROOT, OUTLINES, LENGTH] = mapped(
  ['Type', 'Page', 'Parent', 'Thumb', 'Root', 'Outlines', 'Length'],
  key,
);

/**
 * Limits the objects that all pages together reach: each page is walked by itself, so links between pages
 * could make this quadratic.
 */
const MAX_VISITS = 20_000_000;

/** Objects as they are written. */
export interface Graph {
  readonly trailer: PDFDict;
  readonly catalog: PDFDict;
  readonly pages: readonly PDFRef[];
  readonly objectOf: (ref: PDFRef) => PDFObject | undefined;
  /** False for values that are written in the place of their reference. */
  readonly isWritten: (ref: PDFRef) => boolean;
}

/** Walks a document as readers of linearized files do: pages lead to what they show, and to no other page. */
export class PageUses {
  readonly #graph: Graph;
  readonly #walked = new RefMap<number>();
  #walks = 0;
  #visits = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Returns the uses of each object; null if there are too many. */
  all(): RefMap<Use> | null {
    const { pages, trailer, catalog } = this.#graph;
    const uses = new RefMap<Use>();
    const at = (ref: PDFRef): Use => {
      const known = uses.get(ref);
      if (known !== undefined) return known;
      const use = { outlines: false, opening: false, firstPage: false, otherPage: -1, elsewhere: false };
      uses.set(ref, use);
      return use;
    };
    for (let page = 0; page < pages.length; page++) {
      const isWalked = this.page(page, (ref) => {
        const use = at(ref);
        if (page === 0) use.firstPage = true;
        else use.otherPage = joined(use.otherPage, page);
      });
      if (!isWalked) return null;
    }
    const elsewhere = (ref: PDFRef) => void (at(ref).elsewhere = true);
    const thumbs = pages.map((ref) => this.#dictAt(ref)?.get(THUMB));
    for (const thumb of thumbs) if (thumb !== undefined) this.#walk([thumb], elsewhere);
    for (const [name, value] of dictEntries(trailer)) if (name !== ROOT) this.#walk([value], elsewhere);
    for (const [name, value] of dictEntries(catalog)) {
      if (name === OUTLINES) this.#walk([value], (ref) => void (at(ref).outlines = true));
      else if (OPENING_KEYS.has(name)) this.#walk([value], (ref) => void (at(ref).opening = true));
      else this.#walk([value], elsewhere);
    }
    return uses;
  }

  /** Visits all that a page uses, itself first. Returns false if all walks were too long. */
  page(index: number, visit: (ref: PDFRef) => void): boolean {
    const ref = this.#graph.pages[index]!;
    const dict = this.#dictAt(ref);
    if (dict === null) return false;
    const begins: PDFObject[] = [];
    for (const [name, value] of dictEntries(dict)) if (name !== PARENT && name !== THUMB) begins.push(value);
    visit(ref);
    return this.#walk(begins, visit);
  }

  #walk(begins: PDFObject[], visit: (ref: PDFRef) => void): boolean {
    const walk = ++this.#walks;
    const stack = begins;
    for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
      const value = object instanceof PDFRef ? this.#graph.objectOf(object) : object;
      if (value === undefined || isPage(value)) continue;
      if (object instanceof PDFRef) {
        if (this.#walked.get(object) === walk) continue;
        this.#walked.set(object, walk);
        if (this.#graph.isWritten(object)) visit(object);
        if (++this.#visits > MAX_VISITS) return false;
      }
      if (value instanceof PDFRawStream) {
        for (const [name, child] of dictEntries(value.dict)) if (name !== LENGTH) stack.push(child);
      } else for (const child of childObjects(value)) stack.push(child);
    }
    return true;
  }

  #dictAt(ref: PDFRef): PDFDict | null {
    const dict = this.#graph.objectOf(ref);
    return dict instanceof PDFDict ? dict : null;
  }
}

function isPage(value: PDFObject): boolean {
  return value instanceof PDFDict && value.lookup(TYPE) === PAGE;
}

function joined(page: number, other: number): number {
  if (page === -1 || page === other) return other;
  return other === -1 ? page : SEVERAL;
}

/** Returns the uses of several objects that are packed together. */
export function usesOfAll(uses: readonly (Use | undefined)[]): Use {
  const all = { outlines: false, opening: false, firstPage: false, otherPage: -1, elsewhere: false };
  for (const use of uses) {
    if (use === undefined) continue;
    all.outlines ||= use.outlines;
    all.opening ||= use.opening;
    all.firstPage ||= use.firstPage;
    all.elsewhere ||= use.elsewhere;
    all.otherPage = joined(all.otherPage, use.otherPage);
  }
  return all;
}

/** Returns the part for objects of that use. */
export function partOf({ outlines, opening, firstPage, otherPage, elsewhere }: Use): Part {
  if (outlines) return 'outlines';
  if (opening) return 'document';
  if (firstPage) return 'first-page';
  if (otherPage >= 0 && !elsewhere) return 'page';
  return otherPage === SEVERAL ? 'shared' : 'other';
}
