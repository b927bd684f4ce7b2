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
 * Entries that lead from a part of a page to other pages, or to what no page shows: up and down a tree, on to other
 * annotations and destinations, into the structure, and to how long a stream was.
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

/** What pages lost in a damaged file; empty, and no work, for one that needed no mending. */
export function damageOf(doc: PdfDocument): DamageReport {
  if (!isDamaged(doc)) return { pages: [], missingPages: 0 };
  return { pages: pagesThatShow(doc, brokenParts(doc)), missingPages: doc.lostPages };
}

function isDamaged({ repairs, incomplete }: PdfDocument): boolean {
  return repairs.length > 0 || incomplete;
}

/** References to what cannot be read, or not to its end. */
function brokenParts(doc: PdfDocument): Set<PDFRef> {
  const broken = new Set(doc.malformedObjects);
  const objects = contextEntries(doc.context);
  // A sound file may refer to nothing, and readers agree on what that is.
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
  // Such a file comes back as it is: nobody else will look at its pictures.
  return [...content, ...imageStreams(doc)];
}

function imageStreams(doc: PdfDocument): readonly StreamItem[] {
  return [...contextEntries(doc.context)].flatMap(([ref, object]) =>
    isImageStream(object) ? [{ ref, stream: object }] : [],
  );
}

/** As far as byte filters tell: what an image codec makes of it is not asked. */
function isWhole(stream: PDFRawStream, maxBytes: number): boolean {
  try {
    const decoded = decodeStream(stream, maxBytes);
    return decoded.kind !== 'undecodable' && !decoded.damaged;
  } catch (thrown) {
    // What is too much to unpack is not thereby broken; whoever has to unpack it says so.
    if (thrown instanceof PdfError) return true;
    throw thrown;
  }
}

/** Pages, from 1 and in order, that one of these objects is a part of. */
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
  // A Set grows while it is iterated: this is the queue of the walk, which ends at pages.
  for (const ref of reached) if (!pages.has(ref)) for (const user of usedBy.get(ref) ?? []) reached.add(user);
  return [...pages].flatMap((page, index) =>
    reached.has(page) || inheritsFrom(doc.context.lookup(page), reached) ? [index + 1] : [],
  );
}

/** Whether a page takes its resources from a node above it that was reached (ISO 32000-2, 7.7.3.4). */
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

/** References anywhere inside a direct object that lead to parts of what it is. */
function eachPart(object: PDFObject, visit: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) visit(object);
  else if (object instanceof PDFRawStream) eachPart(object.dict, visit);
  else if (object instanceof PDFDict) {
    for (const [name, value] of dictEntries(object)) {
      if (!LEADS_AWAY.has(name)) eachPart(value, visit);
    }
  } else for (const child of childObjects(object)) eachPart(child, visit);
}
