import { PdfError } from '../../errors.ts';
import type { DamageReport } from '../../report.ts';
import { contentStreams } from '../content/streams.ts';
import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import { isImageStream } from '../image/image-xobject.ts';
import {
  contextEntries,
  dictEntries,
  key,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import type { StreamItem } from '../streams.ts';
import { childObjects } from '../walk.ts';

/**
 * Entries that lead from a part of a page to other pages or to invisible objects: tree links, other
 * annotations and destinations, the structure tree, and a stream's length.
 */
const LEADS_AWAY: ReadonlySet<PDFObject> = new Set(
  [
    'Parent',
    'P',
    'Pg',
    'K',
    'A',
    'AA',
    'B',
    'Dest',
    'Popup',
    'IRT',
    'Next',
    'Prev',
    'First',
    'Last',
    'Length',
    'Metadata',
    'PieceInfo',
    'Thumb',
    'Kids',
  ].map(key),
);

/** Finds losses on pages of a damaged file; returns an empty report at no cost for a sound one. */
export function damageOf(doc: PdfDocument): DamageReport {
  if (!isDamaged(doc)) return { pages: [], missingPages: 0 };
  return { pages: pagesThatShow(doc, brokenParts(doc)), missingPages: doc.lostPages };
}

function isDamaged({ repairs, incomplete }: PdfDocument): boolean {
  return repairs.length > 0 || incomplete;
}

/** Returns references to objects that cannot be read completely. */
function brokenParts(doc: PdfDocument): Set<PDFRef> {
  const broken = new Set(doc.malformedObjects);
  const objects = contextEntries(doc.context);
  // A sound file may have dangling references; readers agree that they are null.
  if (doc.incomplete) {
    for (const object of objects.values()) {
      eachPart(object, (ref) => {
        if (!objects.has(ref)) broken.add(ref);
      });
    }
  }
  for (const { ref, stream } of drawn(doc)) if (!isWhole(stream, doc.limits.streamBytes)) broken.add(ref);
  return broken;
}

function drawn(doc: PdfDocument): readonly StreamItem[] {
  const { pages, others } = contentStreams(doc);
  const content = [...pages.flatMap(({ parts }) => parts), ...others];
  if (!doc.incomplete) return content;
  // Such a file is returned unchanged: no pass will examine its images.
  return [...content, ...imageStreams(doc)];
}

function imageStreams(doc: PdfDocument): readonly StreamItem[] {
  return [...contextEntries(doc.context)].flatMap(([ref, object]) =>
    isImageStream(object) ? [{ ref, stream: object }] : [],
  );
}

/** Checks byte filters only, not the data of an image codec. */
function isWhole(stream: PDFRawStream, maxBytes: number): boolean {
  try {
    const decoded = decodeStream(stream, maxBytes);
    if (decoded.kind === 'undecodable') return decoded.reason === 'too-large';
    return !decoded.damaged;
  } catch (thrown) {
    // A stream that is too large to decode is not broken; its users report the limit.
    if (thrown instanceof PdfError) return true;
    throw thrown;
  }
}

/** Returns the pages, 1-based and in order, that one of these objects belongs to. */
export function pagesThatShow(doc: PdfDocument, parts: ReadonlySet<PDFRef>): number[] {
  if (parts.size === 0) return [];
  const usedBy = new Map<PDFRef, PDFRef[]>();
  for (const [user, object] of contextEntries(doc.context)) {
    eachPart(object, (ref) => {
      const users = usedBy.get(ref);
      if (users === undefined) usedBy.set(ref, [user]);
      else users.push(user);
    });
  }
  const pages = new Set(pageRefs(doc.trailer));
  const reached = new Set(parts);
  // The Set grows during iteration: it is the queue of the walk, which ends at pages.
  for (const ref of reached) if (!pages.has(ref)) for (const user of usedBy.get(ref) ?? []) reached.add(user);
  return [...pages].flatMap((page, index) =>
    reached.has(page) || inheritsFrom(doc.context.lookup(page), reached) ? [index + 1] : [],
  );
}

/** Returns whether a page inherits its resources from a reached node (ISO 32000-2, 7.7.3.4). */
function inheritsFrom(page: PDFObject | undefined, reached: ReadonlySet<PDFRef>): boolean {
  const seen = new Set<PDFObject>();
  for (let node = page; node instanceof PDFDict && !seen.has(node); ) {
    if (node.has(key('Resources'))) return false;
    seen.add(node);
    const above = node.get(key('Parent'));
    node = node.context.lookup(above);
    if (node instanceof PDFDict && node.has(key('Resources')))
      return above instanceof PDFRef && reached.has(above);
  }
  return false;
}

/** Visits the references inside a direct object that lead to parts of it. */
function eachPart(object: PDFObject, visit: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) visit(object);
  else if (object instanceof PDFRawStream) eachPart(object.dict, visit);
  else if (object instanceof PDFDict) {
    for (const [name, value] of dictEntries(object)) {
      if (!LEADS_AWAY.has(name)) eachPart(value, visit);
    }
  } else for (const child of childObjects(object)) eachPart(child, visit);
}
