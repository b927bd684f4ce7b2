import {
  contextEntries,
  dictEntries,
  key,
  nameText,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../pdf/objects.ts';
import { eachRef } from '../pdf/walk.ts';
import { namesOnPage } from './shared-resources.ts';
import type { SourceDocument } from './source-document.ts';

/** Size of a set of pages: stream data, which is known, and objects, which are compressed. */
export interface Weight {
  readonly streams: number;
  readonly objects: number;
}

/** Bytes of a stream's dictionary, number and cross-reference entry. */
const STREAM_EXTRA = 90;
const OBJECT_EXTRA = 12;
const PARENT = key('Parent');
const RESOURCES = key('Resources');

/** Sums the size of consecutive pages, with shared objects counted once. */
export class PartWeights {
  readonly #whole: SourceDocument;
  readonly #seen = new Set<PDFRef>();
  readonly #sums: Weight[] = [];
  readonly #first: number;

  constructor(whole: SourceDocument, first: number) {
    this.#whole = whole;
    this.#first = first;
  }

  /** Weight of the first `pages` pages. */
  of(pages: number): Weight {
    while (this.#sums.length < pages) this.#sums.push(this.#next());
    return this.#sums[pages - 1]!;
  }

  #next(): Weight {
    const { streams, objects } = this.#sums.at(-1) ?? { streams: 0, objects: 0 };
    const { ref, dict, inherited } = this.#whole.pages[this.#first + this.#sums.length]!;
    const sum = { streams, objects: objects + dict.sizeInBytes() };
    const waiting: PDFRef[] = [];
    const collect = (each: PDFRef) => void waiting.push(each);
    this.#seen.add(ref);
    eachChildRef(dict, collect);
    for (const value of inherited.values()) eachRef(value, collect);
    this.#collectShared(dict, inherited.get(RESOURCES) ?? dict.get(RESOURCES), collect);
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (this.#seen.has(each) || this.#belongsElsewhere(each)) continue;
      if (this.#whole.sharedTables.has(each)) continue;
      this.#seen.add(each);
      const object = contextEntries(this.#whole.doc.context).get(each);
      if (object === undefined) continue;
      if (object instanceof PDFRawStream) sum.streams += object.contents.length + STREAM_EXTRA;
      else sum.objects += object.sizeInBytes() + OBJECT_EXTRA;
      eachRef(object, collect);
    }
    return sum;
  }

  /** Collects the entries of shared dictionaries that this page uses. */
  #collectShared(page: PDFDict, resources: PDFObject | undefined, collect: (ref: PDFRef) => void): void {
    const { sharedTables, doc } = this.#whole;
    const table = doc.context.lookup(resources);
    if (sharedTables.size === 0 || !(table instanceof PDFDict)) return;
    const names = namesOnPage(page, doc.limits.streamBytes);
    for (const value of dictEntries(table).values()) {
      const category = doc.context.lookup(value);
      if (!(category instanceof PDFDict)) continue;
      for (const [name, resource] of dictEntries(category))
        if (names === null || names.has(nameText(name))) eachRef(resource, collect);
    }
  }

  #belongsElsewhere(object: PDFObject): boolean {
    const { pageIndex, treeNodes, structure } = this.#whole;
    return pageIndex.has(object) || treeNodes.has(object) || structure.isElement.has(object);
  }
}

function eachChildRef(page: PDFDict, visit: (ref: PDFRef) => void): void {
  for (const [name, value] of page.entries()) {
    if (name !== PARENT) eachRef(value, visit);
  }
}
