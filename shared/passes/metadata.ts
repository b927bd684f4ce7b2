/**
 * Removes data about the making of a document, not its content: the Info dictionary, XMP of the catalog and
 * of single objects, private data of editors, page thumbnails (ISO 32000-2, 14.3, 14.5, 12.3.4).
 *
 * Kept: /Lang, tags, ViewerPreferences, page labels, output intents, ICC profiles. A document that claims a
 * standard keeps what the standard requires (`pdf/metadata/standards.ts`). Metadata inside JPEG data is up to the images pass.
 */

import { deflate } from '../codecs/flate/deflate.ts';
import type { ObjectPath, Owner } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { identificationPacket, xmpClaims } from '../pdf/metadata/xmp.ts';
import { xmpText } from '../pdf/metadata/xmp-text.ts';
import { nonTreeObjects } from '../pdf/non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFHexString,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../pdf/objects.ts';
import { catalogOf } from '../pdf/page-tree.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from './pass.ts';

/** Keys that hold metadata in any dictionary. */
const METADATA_KEYS: ReadonlySet<PDFName> = new Set(['Metadata', 'PieceInfo', 'LastModified'].map(key));
const THUMB = key('Thumb');
/** Entries that PDF/X requires in the Info dictionary beside its own (ISO 15930-1, 6.14). */
const INFO_FOR_PRINT: ReadonlySet<string> = new Set(['Trapped', 'Title', 'CreationDate', 'ModDate']);

export const metadata: Pass = {
  id: 'metadata',
  writes: ['metadata', 'structure'],
  enabled: ({ stripMetadata }) => stripMetadata,

  run: async (doc, ctx) => {
    const tally = createTally('metadata');
    for (let count = stripInfo(doc, ctx); count > 0; count--) tally.add(saved(0));
    const catalog = catalogOf(doc.trailer);
    const catalogRef = doc.trailer.get(key('Root'));
    if (catalog !== null && catalogRef instanceof PDFRef && catalog.has(key('Metadata'))) {
      tally.add(shrinkXmp(doc, catalog, catalogRef, ctx) ? saved(0) : skipped('required-as-is'));
    }
    for (const [ref, object] of nonTreeObjects(doc)) {
      ctx.signal?.throwIfAborted();
      for (let count = stripEntries(object, ref, catalog, ctx); count > 0; count--) tally.add(saved(0));
    }
    return tally.report();
  },
};

function stripInfo(doc: PdfDocument, ctx: PassContext): number {
  const info = doc.trailer.lookup(key('Info'));
  const infoRef = doc.trailer.get(key('Info'));
  if (info === undefined) return 0;
  if (ctx.rules.metadata === 'all') return 0;
  if (!(info instanceof PDFDict) || ctx.rules.metadata !== 'of-print') {
    doc.trailer.delete(key('Info'));
    ctx.changes.entry('trailer', ['Info']);
    return 1;
  }
  const owner: Owner = infoRef instanceof PDFRef ? infoRef : 'trailer';
  const above: ObjectPath = infoRef instanceof PDFRef ? [] : ['Info'];
  const doomed = [...dictEntries(info).keys()].filter((name) => !isForPrint(nameText(name)));
  for (const name of doomed) {
    info.delete(name);
    ctx.changes.entry(owner, [...above, nameText(name)]);
  }
  return doomed.length;
}

function isForPrint(name: string): boolean {
  return INFO_FOR_PRINT.has(name) || name.startsWith('GTS_');
}

/** Returns whether the catalog's XMP was removed or reduced. */
function shrinkXmp(doc: PdfDocument, catalog: PDFDict, catalogRef: PDFRef, ctx: PassContext): boolean {
  if (ctx.rules.metadata === 'all') return false;
  const xmp = xmpText(doc);
  const packet = xmp === null ? null : identificationPacket(xmp);
  // Unparsable XMP stays whole if the document claims a standard by it.
  if (xmp !== null && packet === 'unreadable' && xmpClaims(xmp).length > 0) return false;
  ctx.changes.entry(catalogRef, ['Metadata']);
  if (packet === null || packet === 'unreadable') {
    catalog.delete(key('Metadata'));
    return true;
  }
  const plain = new TextEncoder().encode(packet);
  const mayPack = ctx.rules.filteredMetadata;
  const entries = new Map<PDFName, PDFObject>([
    [key('Type'), key('Metadata')],
    [key('Subtype'), key('XML')],
  ]);
  const packed = mayPack ? deflate(plain) : plain;
  if (mayPack) entries.set(key('Filter'), key('FlateDecode'));
  const stream = PDFRawStream.of(PDFDict.fromMapWithContext(entries, doc.context), packed);
  catalog.set(key('Metadata'), doc.context.register(stream));
  return true;
}

/** Removes metadata entries anywhere inside an indirect object, except the catalog's own XMP. */
function stripEntries(object: PDFObject, owner: PDFRef, catalog: PDFDict | null, ctx: PassContext): number {
  let removed = 0;
  const path: (string | number)[] = [];
  const visit = (value: PDFObject): void => {
    if (value instanceof PDFDict) {
      for (const [name, child] of dictEntries(value)) {
        if (isDoomed(name, value, catalog)) {
          value.delete(name);
          ctx.changes.entry(owner, [...path, nameText(name)]);
          removed += 1;
        } else if (isContainer(child)) visitAt(nameText(name), child);
      }
    } else if (value instanceof PDFArray) {
      for (const [index, child] of arrayItems(value).entries()) if (isContainer(child)) visitAt(index, child);
    }
  };
  const visitAt = (step: string | number, child: PDFObject): void => {
    path.push(step);
    visit(child);
    path.pop();
  };
  visit(object instanceof PDFRawStream ? object.dict : object);
  return removed;
}

function isContainer(object: PDFObject): boolean {
  return object instanceof PDFDict || object instanceof PDFArray;
}

function isDoomed(name: PDFName, dict: PDFDict, catalog: PDFDict | null): boolean {
  if (name === THUMB) return dict.get(key('Type')) === key('Page');
  if (!METADATA_KEYS.has(name)) return false;
  if (dict === catalog) return name !== key('Metadata');
  // A resource or font may have such a name, too: only values of the right kind are metadata.
  const value = dict.lookup(name);
  if (name === key('Metadata'))
    return value instanceof PDFRawStream && value.dict.lookup(key('Subtype')) === key('XML');
  if (name === key('PieceInfo')) return value instanceof PDFDict;
  return value instanceof PDFString || value instanceof PDFHexString;
}
