/**
 * Writes a file that a reader shows while it still loads (ISO 32000-2, annex F): the first page comes first, then the
 * other pages with what only they need, then what they share. Hint tables say where everything of a page is.
 *
 * Pages and the catalog may not be in object streams here (7.5.7), so their large values become objects of their own,
 * and attributes that pages inherit are written into each page, since a page must be complete without the tree. What
 * readers assume where a page says nothing is not written: nothing of a page is deflated.
 */
import { deflate } from '../../../codecs/flate/deflate.ts';
import { Pieces } from '../../byte-source.ts';
import type { PdfDocument } from '../../document.ts';
import { PDFContext, PDFDict, PDFRawStream, type PDFRef } from '../../objects.ts';
import { RefMap } from '../../ref-map.ts';
import { ByteSink } from '../byte-sink.ts';
import { encryptor } from '../encryptor.ts';
import { identifierOf } from '../file-id.ts';
import { FileWriter, trailerEntries } from '../file-writer.ts';
import { packObjects, type Steps } from '../packed-objects.ts';
import type { SerializeRules } from '../serialize.ts';
import { type Place, xrefStreamData, xrefTable } from '../xref-data.ts';
import { type Hints, hintTables } from './hint-tables.ts';
import { Order, type Unit, unitsOf } from './order.ts';
import { PageUses } from './page-uses.ts';
import { graphOf, type WrittenGraph } from './written-graph.ts';

export interface LinearizedOptions {
  readonly objectStreams: boolean;
  readonly version: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** @returns null if the document cannot be linearized: it has no pages, or too much leads from page to page */
export function* writeLinearized(
  doc: PdfDocument,
  reachable: readonly PDFRef[],
  options: LinearizedOptions,
): Steps<Pieces | null> {
  const graph = graphOf(doc, reachable, options.objectStreams);
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
  const containers = order.all.filter((unit) => unit.isPacked);
  let next = 0;
  yield* packObjects(
    containers.map((unit) => unit.items),
    rules,
    (body, packed) => void bodies.set(containers[next++]!, { body, packed }),
  );

  const file = new FileWriter(options.version, doc.security);
  const header = file.cut().length;
  let done = 0;
  const write = (unit: Unit) => {
    const packed = bodies.get(unit);
    const { ref, object } = unit.items[0]!;
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
        ...[head!, parameters(order, whole.graph.pages.length, values), first, padding],
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
  sink.text(`/O ${order.firstPage[0]!.number}/E ${endOfFirstPage}/N ${pages}/T ${mainEntry}>>\nendobj\n`);
  return sink.view().slice();
}

/** Returns the end of consecutive objects, in the file without what is put between. */
function endOf(units: readonly Unit[], order: Order, all: Written): number {
  const next = order.all[order.all.indexOf(units[units.length - 1]!) + 1];
  return next === undefined ? all.length : offsetOf(next, all);
}

function offsetOf({ number }: Unit, { places }: Written): number {
  const place = places[number];
  if (place === undefined || 'stream' in place) throw new Error(`object ${number} has no place in the file`);
  return place.offset;
}

/** Returns what the hint tables say, with offsets in the file without what is put between. */
function hintsOf({ graph, walks, order, all }: Whole): Hints {
  const bytes = new Map<Unit, number>();
  for (const [index, unit] of order.all.entries()) {
    const next = order.all[index + 1];
    bytes.set(unit, (next === undefined ? all.length : offsetOf(next, all)) - offsetOf(unit, all));
  }
  const lengthOf = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + (bytes.get(unit) ?? 0), 0);
  const group = [...order.firstPage, ...order.shared];
  const indexOfUnit = new Map(group.map((unit, index) => [unit, index]));
  const unitOfRef = new RefMap<Unit>();
  for (const unit of group) for (const { ref } of unit.items) unitOfRef.set(ref, unit);
  const pages = graph.pages.map((_, page) => {
    const units = page === 0 ? order.firstPage : order.pages[page - 1]!;
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
    firstPageOffset: offsetOf(order.firstPage[0]!, all),
    pages,
    sharedBytes: group.map((unit) => bytes.get(unit) ?? 0),
    firstPageObjects: order.firstPage.length,
    sharedStart:
      order.shared.length === 0
        ? null
        : { number: order.shared[0]!.number, offset: offsetOf(order.shared[0]!, all) },
    outlines:
      outlines.length === 0
        ? null
        : {
            number: outlines[0]!.number,
            offset: offsetOf(outlines[0]!, all),
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
