/**
 * Removes embedded files on request (ISO 32000-2, 7.11.4): their data in all file specifications, the list
 * that viewers show, the files associated with the whole document (`/AF`), and the portfolio (`/Collection`),
 * which would be empty. Annotations and pages that refer to one keep the file name, without the file.
 */

import type { ObjectPath } from '../pdf/check/changes.ts';
import { nonTreeObjects } from '../pdf/non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  type PDFObject,
  PDFRef,
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
    let removed = 0;
    for (const [ref, object] of nonTreeObjects(doc)) {
      ctx.signal?.throwIfAborted();
      removed += withoutFiles(object, ref, [], ctx);
    }
    for (let count = removed; count > 0; count -= 1) tally.add(saved(0));
    const catalog = catalogOf(doc.trailer);
    const catalogRef = doc.trailer.get(key('Root'));
    if (removed > 0 && catalog !== null && catalogRef instanceof PDFRef) {
      dropLists(catalog, catalogRef, ctx);
      ctx.warn('attachments-removed');
    }
    return tally.report();
  },
};

/** Removes the data of every file specification in the object. @returns how many had data */
function withoutFiles(object: PDFObject, owner: PDFRef, path: ObjectPath, ctx: PassContext): number {
  let removed = 0;
  if (object instanceof PDFDict && object.lookup(FILES) instanceof PDFDict) {
    removed += 1;
    for (const name of WITH_FILES) {
      if (!object.has(name)) continue;
      object.delete(name);
      ctx.changes.entry(owner, [...path, nameText(name)]);
    }
  }
  if (object instanceof PDFDict) {
    for (const [name, value] of dictEntries(object))
      removed += withoutFiles(value, owner, [...path, nameText(name)], ctx);
    return removed;
  }
  // A stream's dictionary contains no file specification.
  if (!(object instanceof PDFArray)) return 0;
  for (const [index, item] of arrayItems(object).entries())
    removed += withoutFiles(item, owner, [...path, index], ctx);
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
