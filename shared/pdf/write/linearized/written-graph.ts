import type { PdfDocument } from '../../document.ts';
import {
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  refOf,
} from '../../objects.ts';
import { completePages, INHERITED, isAssumed } from '../../page-tree.ts';
import { RefMap, RefSet } from '../../ref-map.ts';
import { eachRef } from '../../walk.ts';
import { ByteSink } from '../byte-sink.ts';
import { directValues } from '../direct-values.ts';
import type { Item } from '../object-stream.ts';
import { serialize } from '../serialize.ts';
import type { Graph } from './page-uses.ts';

export interface WrittenGraph extends Graph {
  readonly items: readonly Item[];
  readonly catalogRef: PDFRef;
  readonly direct: RefMap<PDFObject> | null;
}

/** Larger values of pages and of the catalog are packed with other objects. */
const MAX_BARE_BYTES = 24;
export const OUTLINES = key('Outlines');
const LENGTH = key('Length');

/** Returns the objects to write: with complete pages, whose large values are objects. */
export function graphOf(
  doc: PdfDocument,
  reachable: readonly PDFRef[],
  objectStreams: boolean,
): WrittenGraph | null {
  const tree = completePages(doc.trailer);
  const catalogRef = doc.trailer.get(key('Root'));
  if (tree === null || tree.pages.size === 0 || !(catalogRef instanceof PDFRef)) return null;
  const objects = contextEntries(doc.context);
  const changed = new RefMap<PDFObject>();
  const refs = new Map<PDFObject, PDFRef>();
  let largest = doc.context.largestObjectNumber;
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
      for (const [name, { value }] of inherited)
        if (isAssumed(name, inherited, doc.context)) entries.delete(name);
        else entries.set(name, value);
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
