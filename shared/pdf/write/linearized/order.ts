import { key, type PDFObject, PDFRawStream } from '../../objects.ts';
import { RefMap } from '../../ref-map.ts';
import { sortedByKind } from '../object-kinds.ts';
import type { Item } from '../object-stream.ts';
import { objectGroups } from '../packed-objects.ts';
import { type Part, partOf, type Use, usesOfAll } from './page-uses.ts';
import { OUTLINES, type WrittenGraph } from './written-graph.ts';

/** One object of the file: a plain one, or an object stream with its members. */
export interface Unit {
  readonly items: readonly Item[];
  readonly isPacked: boolean;
  readonly part: Part;
  /** The only page with this unit, for the part `page`. */
  readonly page: number;
  number: number;
}

/** Packs objects with others of the same part. */
export function unitsOf(graph: WrittenGraph, uses: RefMap<Use>, objectStreams: boolean): readonly Unit[] {
  const plain = new RefMap<true>();
  for (const ref of [...graph.pages, graph.catalogRef]) plain.set(ref, true);
  const groups = new Map<Part, Item[]>();
  const units: Unit[] = [];
  const outlines = graph.catalog.get(OUTLINES);
  const unit = (items: readonly Item[], isPacked: boolean) => {
    const use = usesOfAll(items.map(({ ref }) => uses.get(ref)));
    units.push({ items, isPacked, part: partOf(use), page: use.otherPage, number: 0 });
  };
  for (const item of graph.items) {
    if (!objectStreams || item.object instanceof PDFRawStream || plain.has(item.ref)) {
      unit([item], false);
      continue;
    }
    const part = partOf(usesOfAll([uses.get(item.ref)]));
    // What only one page needs is too little for an object stream.
    const group = part === 'page' ? 'shared' : part;
    const list = groups.get(group) ?? [];
    if (list.length === 0) groups.set(group, list);
    list.push(item);
  }
  for (const items of groups.values()) {
    const first = items.filter(({ ref }) => ref === outlines);
    const others = sortedByKind(items.filter(({ ref }) => ref !== outlines));
    for (const group of objectGroups([...first, ...others])) unit(group, true);
  }
  return units;
}

/** The order of objects in the file, and their numbers. */
export class Order {
  /** For opening the document, with the catalog first. */
  readonly document: readonly Unit[];
  /** Begins with the page. */
  readonly firstPage: readonly Unit[];
  /** Other pages, each followed by what only it needs. */
  readonly pages: readonly (readonly Unit[])[];
  readonly shared: readonly Unit[];
  readonly outlines: readonly Unit[];
  readonly rest: readonly Unit[];
  readonly head: readonly Unit[];
  /** As they are written. */
  readonly all: readonly Unit[];
  /** Objects that the file adds. */
  parametersNumber = 0;
  firstXrefNumber = 0;
  mainXrefNumber = 0;
  encryptNumber = 0;
  hintsNumber = 0;
  /** Smallest number of the first section; its objects are the last numbers. */
  firstNumber = 0;
  /** One more than the largest number. */
  size = 0;

  constructor(units: readonly Unit[], graph: WrittenGraph) {
    const pageAt = new RefMap<number>();
    for (const [index, ref] of graph.pages.entries()) pageAt.set(ref, index);
    const plainPage = ({ items, isPacked }: Unit) => (isPacked ? undefined : pageAt.get(items[0]!.ref));
    const isCatalog = ({ items }: Unit) => items[0]?.ref === graph.catalogRef;
    const pages: Unit[][] = graph.pages.map(() => []);
    const parts: Record<Part, Unit[]> = {
      document: [],
      'first-page': [],
      page: [],
      shared: [],
      outlines: [],
      other: [],
    };
    for (const unit of units) {
      const page = plainPage(unit);
      if (page !== undefined) pages[page]!.unshift(unit);
      else if (isCatalog(unit)) parts.document.unshift(unit);
      else if (unit.part === 'page') pages[unit.page]!.push(unit);
      else parts[unit.part].push(unit);
    }
    const outlines = graph.catalog.get(OUTLINES);
    parts.outlines.sort((one, other) => Number(hasRef(other, outlines)) - Number(hasRef(one, outlines)));
    const isShownFirst = graph.catalog.lookup(key('PageMode')) === key('UseOutlines');
    this.document = parts.document;
    this.outlines = parts.outlines;
    this.firstPage = [...pages[0]!, ...parts['first-page'], ...(isShownFirst ? parts.outlines : [])];
    this.pages = pages.slice(1);
    this.shared = parts.shared;
    const last = isShownFirst ? [] : parts.outlines;
    this.rest = [...this.pages.flat(), ...parts.shared, ...last, ...parts.other];
    this.head = [...this.document, ...this.firstPage];
    this.all = [...this.head, ...this.rest];
  }

  /** Numbers all objects; those in object streams come last in their section of the cross-reference (7.5.8.3). */
  number(isEncrypted: boolean, hasXrefStreams: boolean): RefMap<number> {
    const numbers = new RefMap<number>();
    let next = 1;
    const plain = (units: readonly Unit[]) => {
      for (const unit of units) {
        unit.number = next++;
        if (!unit.isPacked) numbers.set(unit.items[0]!.ref, unit.number);
      }
    };
    const packed = (units: readonly Unit[]) => {
      for (const { items, isPacked } of units)
        if (isPacked) for (const { ref } of items) numbers.set(ref, next++);
    };
    plain(this.rest);
    if (hasXrefStreams) this.mainXrefNumber = next++;
    packed(this.rest);
    this.firstNumber = next;
    this.parametersNumber = next++;
    if (hasXrefStreams) this.firstXrefNumber = next++;
    plain(this.document);
    if (isEncrypted) this.encryptNumber = next++;
    this.hintsNumber = next++;
    plain(this.firstPage);
    packed(this.head);
    this.size = next;
    return numbers;
  }
}

function hasRef({ items }: Unit, ref: PDFObject | undefined): boolean {
  return items.some((item) => item.ref === ref);
}
