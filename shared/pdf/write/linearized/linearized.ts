/**
 * Writes a file that a reader shows while it still loads (ISO 32000-2, annex F): the first page comes first, then the
 * other pages with what only they need, then what they share. Hint tables say where everything of a page is.
 *
 * Pages and the catalog may not be in object streams here (7.5.7), so their large values become objects of their own,
 * and attributes that pages inherit are written into each page, since a page must be complete without the tree.
 */
import { deflate } from '../../../codecs/flate/deflate.ts';
import { Pieces } from '../../byte-source.ts';
import type { PdfDocument } from '../../document.ts';
import {
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  refOf,
} from '../../objects.ts';
import { completePages, INHERITED } from '../../page-tree.ts';
import { RefMap, RefSet } from '../../ref-map.ts';
import { eachRef } from '../../walk.ts';
import { ByteSink } from '../byte-sink.ts';
import { directValues } from '../direct-values.ts';
import { encryptor } from '../encryptor.ts';
import { identifierOf } from '../file-id.ts';
import { FileWriter, trailerEntries } from '../file-writer.ts';
import { sortedByKind } from '../object-kinds.ts';
import type { Item } from '../object-stream.ts';
import { objectGroups, packObjects, type Steps } from '../packed-objects.ts';
import { type SerializeRules, serialize } from '../serialize.ts';
import { type Place, xrefStreamData, xrefTable } from '../xref-data.ts';
import { type Hints, hintTables } from './hint-tables.ts';
import { type Graph, PageUses, type Part, partOf, type Use, usesOfAll } from './page-uses.ts';

export interface LinearizedOptions {
  readonly objectStreams: boolean;
  readonly version: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One object of the file: a plain one, or an object stream with its members. */
interface Unit {
  readonly items: readonly Item[];
  readonly isPacked: boolean;
  readonly part: Part;
  /** The only page with this unit, for the part `page`. */
  readonly page: number;
  number: number;
}

/** @returns null if the document cannot be linearized: it has no pages, or too much leads from page to page */
export function* writeLinearized(
  doc: PdfDocument,
  reachable: readonly PDFRef[],
  options: LinearizedOptions,
): Steps<Pieces | null> {
  const graph = graphOf(doc, reachable, options);
  const walks = graph === null ? null : new PageUses(graph);
  const uses = walks?.all() ?? null;
  if (graph === null || walks === null || uses === null) return null;
  const units = unitsOf(graph, uses, options.objectStreams);
  const order = new Order(units, graph);
  const numbers = order.number(doc.security !== null, options.objectStreams);
  const rules: SerializeRules = {
    numberOf: (ref) => numbers.get(ref),
    directOf: (ref) => graph.direct?.get(ref),
  };

  const items = units.flatMap((unit) => unit.items);
  const encrypted = encryptor(doc, items);
  const bodies = new Map<
    Unit,
    { readonly body: Parameters<FileWriter['objectStream']>[1]; readonly packed: Uint8Array }
  >();
  const containers = [...order.head, ...order.rest].filter((unit) => unit.isPacked);
  let next = 0;
  yield* packObjects(
    containers.map((unit) => unit.items),
    rules,
    (body, packed) => void bodies.set(containers[next++], { body, packed }),
  );

  const file = new FileWriter(options.version, doc.security);
  const header = file.cut().length;
  let done = 0;
  const write = (unit: Unit) => {
    const packed = bodies.get(unit);
    const [{ ref, object }] = unit.items;
    if (packed !== undefined) file.objectStream(unit.number, packed.body, packed.packed);
    else {
      const plain = encrypted(object, ref, unit.number);
      if (plain instanceof PDFRawStream) file.stream(unit.number, plain.dict, plain.contents, rules);
      else file.object(unit.number, plain, rules);
    }
    options.onProgress?.((done += unit.items.length), items.length);
  };
  for (const unit of order.document) write(unit);
  const encrypt = file.encryptDictionary(order.encryptNumber, rules);
  const opened = file.cut();
  for (const unit of [...order.firstPage, ...order.rest]) write(unit);
  return assembled({
    doc,
    graph,
    walks,
    order,
    rules,
    encrypt,
    header,
    opened,
    all: file.cut(),
    isPacked: options.objectStreams,
  });
}

interface WrittenGraph extends Graph {
  readonly items: readonly Item[];
  readonly catalogRef: PDFRef;
  readonly direct: RefMap<PDFObject> | null;
}

/** Larger values of pages and of the catalog are packed with other objects. */
const MAX_BARE_BYTES = 24;
const OUTLINES = key('Outlines');
const LENGTH = key('Length');

/** Returns the objects to write: with complete pages, whose large values are objects. */
function graphOf(
  doc: PdfDocument,
  reachable: readonly PDFRef[],
  { objectStreams }: LinearizedOptions,
): WrittenGraph | null {
  const tree = completePages(doc.trailer);
  const catalogRef = doc.trailer.get(key('Root'));
  if (tree === null || tree.pages.size === 0 || !(catalogRef instanceof PDFRef)) return null;
  const objects = contextEntries(doc.context);
  const changed = new RefMap<PDFObject>();
  const refs = new Map<PDFObject, PDFRef>();
  let largest = reachable.reduce((max, { objectNumber }) => Math.max(max, objectNumber), 0);
  const asObject = (object: PDFObject): PDFRef => {
    const ref = refs.get(object) ?? refOf(++largest);
    refs.set(object, ref);
    changed.set(ref, object);
    return ref;
  };
  const rewrite = (ref: PDFRef, change: (entries: Map<PDFName, PDFObject>) => void) => {
    const dict = objects.get(ref);
    if (!(dict instanceof PDFDict)) return;
    const entries = new Map(dictEntries(dict));
    change(entries);
    changed.set(ref, PDFDict.fromMapWithContext(entries, doc.context));
  };
  const shortened = (entries: Map<PDFName, PDFObject>) => {
    for (const [name, value] of entries) {
      const isLarge =
        objectStreams && (value instanceof PDFDict || value instanceof PDFArray) && isLonger(value);
      if (isLarge || (name === OUTLINES && value instanceof PDFDict)) entries.set(name, asObject(value));
    }
  };
  for (const [ref, inherited] of tree.pages)
    rewrite(ref, (entries) => {
      for (const [name, { value }] of inherited) entries.set(name, value);
      shortened(entries);
    });
  rewrite(catalogRef, shortened);
  for (const ref of tree.nodes)
    rewrite(ref, (entries) => {
      for (const name of INHERITED) entries.delete(name);
    });
  const pages = [...tree.pages.keys()];
  const objectOf = (ref: PDFRef) => changed.get(ref) ?? objects.get(ref);
  const direct =
    doc.security === null || objectStreams
      ? directValues(doc.context, reachable, doc.trailer, changed)
      : null;
  // Lengths of streams are direct, and what nodes had in common may be gone from them.
  const written = new RefSet();
  eachRef(doc.trailer, (ref) => written.add(ref));
  for (const ref of written.refs) {
    const object = objectOf(ref);
    if (object instanceof PDFRawStream) {
      for (const [name, value] of dictEntries(object.dict))
        if (name !== LENGTH) eachRef(value, (found) => written.add(found));
    } else if (object !== undefined) eachRef(object, (found) => written.add(found));
  }
  const items = written.refs.flatMap((ref): Item[] => {
    const object = objectOf(ref);
    return object === undefined || direct?.has(ref) === true ? [] : [{ ref, object }];
  });
  const catalog = objectOf(catalogRef);
  if (!(catalog instanceof PDFDict)) return null;
  return {
    trailer: doc.trailer,
    catalog,
    catalogRef,
    pages,
    items,
    direct,
    objectOf,
    isWritten: (ref) => direct?.has(ref) !== true,
  };
}

function isLonger(object: PDFObject): boolean {
  const sink = new ByteSink();
  serialize(object, sink, { numberOf: ({ objectNumber }) => objectNumber });
  return sink.length > MAX_BARE_BYTES;
}

/** Packs objects with others of the same part. */
function unitsOf(graph: WrittenGraph, uses: RefMap<Use>, objectStreams: boolean): readonly Unit[] {
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
class Order {
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
    const plainPage = ({ items: [{ ref }], isPacked }: Unit) => (isPacked ? undefined : pageAt.get(ref));
    const isCatalog = ({ items: [{ ref }] }: Unit) => ref === graph.catalogRef;
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
      if (page !== undefined) pages[page].unshift(unit);
      else if (isCatalog(unit)) parts.document.unshift(unit);
      else if (unit.part === 'page') pages[unit.page].push(unit);
      else parts[unit.part].push(unit);
    }
    const outlines = graph.catalog.get(OUTLINES);
    parts.outlines.sort((one, other) => Number(hasRef(other, outlines)) - Number(hasRef(one, outlines)));
    const isShownFirst = graph.catalog.lookup(key('PageMode')) === key('UseOutlines');
    this.document = parts.document;
    this.outlines = parts.outlines;
    this.firstPage = [...pages[0], ...parts['first-page'], ...(isShownFirst ? parts.outlines : [])];
    this.pages = pages.slice(1);
    this.shared = parts.shared;
    const last = isShownFirst ? [] : parts.outlines;
    this.rest = [...this.pages.flat(), ...parts.shared, ...last, ...parts.other];
    this.head = [...this.document, ...this.firstPage];
  }

  /** Numbers all objects; those in object streams come last in their section of the cross-reference (7.5.8.3). */
  number(isEncrypted: boolean, hasXrefStreams: boolean): RefMap<number> {
    const numbers = new RefMap<number>();
    let next = 1;
    const plain = (units: readonly Unit[]) => {
      for (const unit of units) {
        unit.number = next++;
        if (!unit.isPacked) numbers.set(unit.items[0].ref, unit.number);
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

type Written = ReturnType<FileWriter['cut']>;

interface Whole {
  readonly doc: PdfDocument;
  readonly graph: WrittenGraph;
  readonly walks: PageUses;
  readonly order: Order;
  readonly rules: SerializeRules;
  readonly encrypt: number | null;
  /** Bytes of the header. */
  readonly header: number;
  /** The file after the objects for opening, then after all objects. */
  readonly opened: Written;
  readonly all: Written;
  readonly isPacked: boolean;
}

/** Puts parameters, both cross-references and hints between the objects. */
function assembled(whole: Whole): Pieces {
  const { doc, order, header, opened, all } = whole;
  const id = identifierOf(doc.trailer, all.pieces);
  const hints = hintsOf(whole);
  const parametersBytes = parameters(order, whole.graph.pages.length, [0, 0, 0, 0, 0]).length;
  // The first cross-reference states its own offset and those of everything behind it.
  for (let room = 0; ; ) {
    const toDocument = parametersBytes + room;
    const hintStream = hintObject(whole, shifted(hints, toDocument));
    const toRest = toDocument + hintStream.length;
    const shift = (offset: number) => offset + (offset < opened.length ? toDocument : toRest);
    const places = all.places.map((place) =>
      place === undefined || 'stream' in place ? place : { offset: shift(place.offset) },
    );
    const hintsAt = opened.length + toDocument;
    const mainAt = all.length + toRest;
    places[order.parametersNumber] = { offset: header };
    places[order.hintsNumber] = { offset: hintsAt };
    const firstAt = header + parametersBytes;
    if (whole.isPacked) {
      places[order.firstXrefNumber] = { offset: firstAt };
      places[order.mainXrefNumber] = { offset: mainAt };
    }
    const first = xref(whole, {
      id,
      places,
      from: order.firstNumber,
      at: mainAt,
      previous: mainAt,
      startxref: 0,
    });
    if (first.length > room) {
      room = first.length + XREF_SLACK;
      continue;
    }
    const main = xref(whole, { id: null, places, from: 0, at: mainAt, previous: null, startxref: firstAt });
    const mainEntry = whole.isPacked ? mainAt : mainAt + `xref\n0 ${order.firstNumber}`.length;
    const endOfFirstPage = shift(endOf(order.firstPage, order, all));
    const length = mainAt + main.length;
    const values = [length, hintsAt, hintStream.length, endOfFirstPage, mainEntry] as const;
    const [head, ...documentPieces] = opened.pieces;
    const padding = new Uint8Array(room - first.length).fill(NEWLINE);
    const restPieces = all.pieces.slice(opened.pieces.length);
    return new Pieces(
      [
        ...[head, parameters(order, whole.graph.pages.length, values), first, padding],
        ...[...documentPieces, hintStream, ...restPieces, main],
      ].filter((piece) => piece.length > 0),
    );
  }
}

/** Room for longer offsets in the next try. */
const XREF_SLACK = 8;
const NEWLINE = 10;
/** Decimal digits for each value of the parameters, so that their length is known before they are. */
const DIGITS = 10;

/** The linearization parameter dictionary (F.3.3). */
function parameters(
  order: Order,
  pages: number,
  values: readonly [number, number, number, number, number],
): Uint8Array {
  const [length, hintsAt, hintBytes, endOfFirstPage, mainEntry] = values.map((value) =>
    String(value).padEnd(DIGITS),
  );
  const sink = new ByteSink();
  sink.text(`${order.parametersNumber} 0 obj\n<</Linearized 1/L ${length}/H[${hintsAt} ${hintBytes}]`);
  sink.text(`/O ${order.firstPage[0].number}/E ${endOfFirstPage}/N ${pages}/T ${mainEntry}>>\nendobj\n`);
  return sink.view().slice();
}

/** Returns the end of consecutive objects, in the file without what is put between. */
function endOf(units: readonly Unit[], order: Order, all: Written): number {
  const files = [...order.head, ...order.rest];
  const next = files[files.indexOf(units[units.length - 1]) + 1];
  return next === undefined ? all.length : offsetOf(next, all);
}

function offsetOf({ number }: Unit, { places }: Written): number {
  const place = places[number];
  if (place === undefined || 'stream' in place) throw new Error(`object ${number} has no place in the file`);
  return place.offset;
}

/** Returns what the hint tables say, with offsets in the file without what is put between. */
function hintsOf({ graph, walks, order, all }: Whole): Hints {
  const files = [...order.head, ...order.rest];
  const bytes = new Map<Unit, number>();
  for (const [index, unit] of files.entries()) {
    const next = files[index + 1];
    bytes.set(unit, (next === undefined ? all.length : offsetOf(next, all)) - offsetOf(unit, all));
  }
  const lengthOf = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + (bytes.get(unit) ?? 0), 0);
  const group = [...order.firstPage, ...order.shared];
  const indexOfUnit = new Map(group.map((unit, index) => [unit, index]));
  const unitOfRef = new RefMap<Unit>();
  for (const unit of group) for (const { ref } of unit.items) unitOfRef.set(ref, unit);
  const pages = graph.pages.map((_, page) => {
    const units = page === 0 ? order.firstPage : order.pages[page - 1];
    const shared = new Set<number>();
    if (page > 0)
      walks.page(page, (ref) => {
        const index = indexOfUnit.get(unitOfRef.get(ref)!);
        if (index !== undefined) shared.add(index);
      });
    return { objects: units.length, bytes: lengthOf(units), shared: [...shared].sort((a, b) => a - b) };
  });
  const outlines = order.outlines;
  return {
    firstPageOffset: offsetOf(order.firstPage[0], all),
    pages,
    sharedBytes: group.map((unit) => bytes.get(unit) ?? 0),
    firstPageObjects: order.firstPage.length,
    sharedStart:
      order.shared.length === 0
        ? null
        : { number: order.shared[0].number, offset: offsetOf(order.shared[0], all) },
    outlines:
      outlines.length === 0
        ? null
        : {
            number: outlines[0].number,
            offset: offsetOf(outlines[0], all),
            objects: outlines.length,
            bytes: lengthOf(outlines),
          },
  };
}

function shifted(hints: Hints, by: number): Hints {
  const moved = <At extends { readonly offset: number }>(at: At | null) =>
    at === null ? null : { ...at, offset: at.offset + by };
  return {
    ...hints,
    firstPageOffset: hints.firstPageOffset + by,
    sharedStart: moved(hints.sharedStart),
    outlines: moved(hints.outlines),
  };
}

const HINTS = PDFDict.fromMapWithContext(new Map(), PDFContext.create());

function hintObject({ doc, order }: Whole, hints: Hints): Uint8Array {
  const { bytes, sharedAt, outlinesAt } = hintTables(hints);
  const packed = deflate(bytes);
  const number = order.hintsNumber;
  const data = doc.security?.encryptStream(packed, HINTS, { num: number, gen: 0 }) ?? packed;
  const sink = new ByteSink();
  const outlines = outlinesAt === null ? '' : `/O ${outlinesAt}`;
  sink.text(
    `${number} 0 obj\n<</S ${sharedAt}${outlines}/Filter/FlateDecode/Length ${data.length}>>stream\n`,
  );
  sink.bytes(data);
  sink.text('\nendstream\nendobj\n');
  return sink.view().slice();
}

interface Section {
  readonly id: string | null;
  readonly places: readonly (Place | undefined)[];
  /** First number of the section: 0 for the main one, which has all that are not in the first. */
  readonly from: number;
  /** Largest offset of the section. */
  readonly at: number;
  readonly previous: number | null;
  readonly startxref: number;
}

/** A cross-reference of objects with consecutive numbers, with its trailer. */
function xref({ doc, order, rules, encrypt, isPacked }: Whole, section: Section): Uint8Array {
  const { id, from, previous } = section;
  const end = from === 0 ? order.firstNumber : order.size;
  const places = Array.from({ length: end - from }, (_, index) => section.places[from + index]);
  const sink = new ByteSink();
  const trailer = () => {
    sink.text(`/Size ${end}`);
    if (previous === null) return;
    sink.text(`/Prev ${previous}`);
    trailerEntries({ trailer: doc.trailer, encrypt, rules }, id, sink);
  };
  if (isPacked) {
    const { bytes, entries } = xrefStreamData(places, from, section.at);
    const number = from === 0 ? order.mainXrefNumber : order.firstXrefNumber;
    sink.text(`${number} 0 obj\n<</Type/XRef${from === 0 ? '' : `/Index[${from} ${end - from}]`}${entries}`);
    trailer();
    sink.text(`/Length ${bytes.length}>>stream\n`);
    sink.bytes(bytes);
    sink.text('\nendstream\nendobj\n');
  } else {
    sink.text(`${xrefTable(places, from)}trailer\n<<`);
    trailer();
    sink.text('>>\n');
  }
  sink.text(`startxref\n${section.startxref}\n%%EOF\n`);
  return sink.view().slice();
}
