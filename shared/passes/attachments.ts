/**
 * Removes embedded files on request (ISO 32000-2, 7.11.4): their data in all file specifications, the list
 * that viewers show, the files associated with the whole document (`/AF`), and the portfolio (`/Collection`),
 * which would be empty. Annotations and pages that refer to one keep the file name, without the file.
 */

import type { ObjectPath } from '../pdf/check/changes.ts';
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
  type PDFObject,
  PDFRef,
  PDFString,
} from '../pdf/objects.ts';
import { catalogOf } from '../pdf/page-tree.ts';
import { createTally, type Pass, type PassContext, saved } from './pass.ts';

const FILES = key('EF');
/** Related files are stored next to the files (7.11.4.3). */
const WITH_FILES = [FILES, key('RF')];
const OF_THE_CATALOG = ['AF', 'Collection'];

export const attachments: Pass = {
  id: 'attachments',
  writes: ['structure'],
  enabled: ({ removeAttachments }) => removeAttachments,

  run: async (doc, ctx) => {
    const tally = createTally('attachments');
    const xmp = xmpText(doc) ?? '';
    const found: Found = { media: false };
    let removed = 0;
    for (const [ref, object] of nonTreeObjects(doc)) {
      ctx.signal?.throwIfAborted();
      removed += withoutFiles(object, ref, [], ctx, found);
    }
    for (let count = removed; count > 0; count -= 1) tally.add(saved(0));
    const catalog = catalogOf(doc.trailer);
    const catalogRef = doc.trailer.get(key('Root'));
    if (removed > 0 && catalog !== null && catalogRef instanceof PDFRef) {
      ctx.warn('attachments-removed');
      if (found.media) ctx.warn('media-removed');
      if (catalog.has(key('Collection'))) ctx.warn('portfolio-removed');
      if (INVOICE.test(xmp)) ctx.warn('invoice-removed');
      dropLists(catalog, catalogRef, ctx);
    }
    return tally.report();
  },
};

/** Kinds of files among the removed ones. */
interface Found {
  media: boolean;
}

/** Namespace of Factur-X, ZUGFeRD and Order-X in XMP. */
const INVOICE = /["']urn:(?:factur-x|zugferd|ferd):/;
const MEDIA = /\.(?:mp4|m4v|mov|avi|wmv|mpe?g|webm|mkv|flv|swf|mp3|m4a|aac|wav|aiff?|ogg)$/i;

function isMedia(specification: PDFDict): boolean {
  return ['UF', 'F'].some((name) => {
    const text = specification.lookup(key(name));
    return (text instanceof PDFString || text instanceof PDFHexString) && MEDIA.test(text.decodeText());
  });
}

/** Removes the data of every file specification in the object. @returns how many had data */
function withoutFiles(
  object: PDFObject,
  owner: PDFRef,
  path: ObjectPath,
  ctx: PassContext,
  found: Found,
): number {
  let removed = 0;
  if (object instanceof PDFDict && object.lookup(FILES) instanceof PDFDict) {
    removed += 1;
    found.media ||= isMedia(object);
    for (const name of WITH_FILES) {
      if (!object.has(name)) continue;
      object.delete(name);
      ctx.changes.entry(owner, [...path, nameText(name)]);
    }
  }
  if (object instanceof PDFDict) {
    for (const [name, value] of dictEntries(object))
      removed += withoutFiles(value, owner, [...path, nameText(name)], ctx, found);
    return removed;
  }
  // A stream's dictionary contains no file specification.
  if (!(object instanceof PDFArray)) return 0;
  for (const [index, item] of arrayItems(object).entries())
    removed += withoutFiles(item, owner, [...path, index], ctx, found);
  return removed;
}

function dropLists(catalog: PDFDict, catalogRef: PDFRef, ctx: PassContext): void {
  for (const name of OF_THE_CATALOG) {
    if (!catalog.has(key(name))) continue;
    catalog.delete(key(name));
    ctx.changes.entry(catalogRef, [name]);
  }
  const names = catalog.lookup(key('Names'));
  if (!(names instanceof PDFDict) || !names.has(key('EmbeddedFiles'))) return;
  names.delete(key('EmbeddedFiles'));
  const namesRef = catalog.get(key('Names'));
  if (namesRef instanceof PDFRef) ctx.changes.entry(namesRef, ['EmbeddedFiles']);
  else ctx.changes.entry(catalogRef, ['Names', 'EmbeddedFiles']);
}
