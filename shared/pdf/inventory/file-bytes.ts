import type { ByteCategory } from '../../inspection.ts';
import { wholeBytes } from '../byte-source.ts';
import type { PdfDocument } from '../document.ts';
import type { FileLayout, ObjectExtent } from '../file-layout.ts';
import { key, PDFRawStream } from '../objects.ts';
import { LeftoverCounter } from './leftovers.ts';
import { reachOf } from './reach.ts';
import { streamRoles } from './stream-roles.ts';

export interface FileBytes {
  /** They add up to the length of the file. */
  readonly bytes: Readonly<Record<ByteCategory, number>>;
  readonly linearized: boolean;
  readonly incrementalUpdates: number;
}

/**
 * What each byte of the file is for. Objects packed in object streams are structure, whatever they say: their
 * share of the packed bytes is anyone's guess.
 */
export function fileBytes(doc: PdfDocument, layout: FileLayout): FileBytes {
  const { input } = doc;
  const bytes: Record<ByteCategory, number> = {
    images: 0,
    fonts: 0,
    content: 0,
    attachments: 0,
    metadata: 0,
    structure: 0,
    other: 0,
    unused: 0,
  };
  const categories = objectCategories(doc);
  const leftovers = new LeftoverCounter(wholeBytes(input));
  let counted = 0;
  /** Counts up to `end` what is not counted yet, so that overlapping objects count once. */
  const countTo = (end: number, category: ByteCategory) => {
    bytes[category] += Math.max(0, end - counted);
    counted = Math.max(counted, end);
  };
  for (const extent of layout.extents()) {
    leftovers.add(counted, extent.start);
    countTo(extent.start, 'structure');
    const { syntax, data } = categories(extent);
    countTo(extent.dataStart, syntax);
    countTo(extent.dataEnd, data);
    countTo(extent.end, syntax);
  }
  leftovers.add(counted, input.length);
  countTo(input.length, 'structure');
  bytes.structure -= leftovers.unusedBytes;
  bytes.unused += leftovers.unusedBytes;

  const linearized = leftovers.linearization?.fileBytes === input.length;
  return {
    bytes,
    linearized,
    incrementalUpdates: linearized ? 0 : Math.max(0, leftovers.sections - 1),
  };
}

interface ObjectCategories {
  /** Of everything but the data of a stream. */
  readonly syntax: ByteCategory;
  readonly data: ByteCategory;
}

function objectCategories(doc: PdfDocument): (extent: ObjectExtent) => ObjectCategories {
  const roles = streamRoles(doc);
  const reached = reachOf(doc);
  const info = doc.trailer.get(key('Info'));
  return ({ ref }) => {
    const object = doc.context.lookup(ref);
    // What is not in the document was read to find the rest of it: object streams and the like.
    if (object === undefined) return { syntax: 'structure', data: 'structure' };
    const reach = reached.get(ref);
    if (reach === undefined) return { syntax: 'unused', data: 'unused' };
    if (reach === 'private-data' || ref === info) return { syntax: 'metadata', data: 'metadata' };
    const data = object instanceof PDFRawStream ? (roles.get(ref) ?? 'other') : 'structure';
    return { syntax: 'structure', data };
  };
}
