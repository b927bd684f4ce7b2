import { Changes } from '../pdf/check/changes.ts';
import { joinedContents } from '../pdf/content/joined.ts';
import { resourceUses } from '../pdf/content/resources-used.ts';
import { ContentReader } from '../pdf/content/syntax/operations.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { dictEntries, key, nameText, PDFDict, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { withEntries } from './entries.ts';
import type { WholePage } from './page-index.ts';
import { PartObjects } from './part-objects.ts';

const RESOURCES = key('Resources');

/** Returns resource dictionaries that several pages refer to; a single page may use little of them. */
export function sharedTables(pages: readonly WholePage[]): ReadonlySet<PDFRef> {
  const seen = new Set<PDFRef>();
  const shared = new Set<PDFRef>();
  const note = (ref: unknown) => {
    if (!(ref instanceof PDFRef)) return;
    if (seen.has(ref)) shared.add(ref);
    else seen.add(ref);
  };
  for (const { dict, inherited } of pages) {
    const resources = inherited.get(RESOURCES) ?? dict.get(RESOURCES);
    note(resources);
    const table = dict.context.lookup(resources);
    // The categories of a shared dictionary are shared anyway.
    if (!(table instanceof PDFDict) || (resources instanceof PDFRef && shared.has(resources))) continue;
    for (const category of dictEntries(table).values()) note(category);
  }
  return shared;
}

/**
 * Removes entries of shared resource dictionaries that no page of this document uses. The content analysis is
 * that of a compression; if it is uncertain, entries stay.
 * @returns the document, and the removed entries
 */
export function withoutUnused(
  doc: PdfDocument,
  isShared: (table: PDFRef) => boolean,
): { readonly doc: PdfDocument; readonly changes: Changes } {
  const changes = new Changes();
  const objects = new PartObjects(doc, noFreshRef, () => false);
  let dropped = 0;
  for (const { dict, homes, unused, certainty } of resourceUses(doc)) {
    const isOnlyShared = homes.every(({ owner }) => owner instanceof PDFRef && isShared(owner));
    if (certainty !== 'certain' || unused.length === 0 || !isOnlyShared) continue;
    const left = withEntries(dict, Object.fromEntries(unused.map((name) => [nameText(name), undefined])));
    for (const { owner, path } of homes) {
      objects.replace(path.length === 0 && owner instanceof PDFRef ? owner : dict, left);
      for (const name of unused) changes.entry(owner, [...path, nameText(name)]);
    }
    dropped += unused.length;
  }
  if (dropped === 0) return { doc, changes };
  objects.take(doc.trailer);
  const trailer = PDFDict.fromMapWithContext(new Map(dictEntries(doc.trailer)), objects.context);
  return { doc: { ...doc, context: objects.context, trailer }, changes };
}

function noFreshRef(): never {
  throw new Error('what is only taken over needs no new number');
}

/**
 * Returns all names in a page's content; null if it cannot be read. Precise enough to estimate what the page
 * needs.
 */
export function namesOnPage(page: PDFDict, maxBytes: number): ReadonlySet<string> | null {
  const contents = page.lookup(key('Contents'));
  const decoded = contents instanceof PDFRawStream ? decodeStream(contents, maxBytes) : null;
  const bytes = decoded?.kind === 'bytes' ? decoded.bytes : joinedContents(page, maxBytes);
  if (bytes === null) return null;
  const names = new Set<string>();
  const reader = new ContentReader(bytes);
  while (reader.next()) {
    for (let index = 0; index < reader.operandCount; index += 1) {
      const name = reader.name(index);
      if (name !== null) names.add(name);
    }
  }
  return names;
}
