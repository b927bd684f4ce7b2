import type { ByteCategory } from '../../inspection.ts';
import { wholeBytes } from '../byte-source.ts';
import type { PdfDocument } from '../document.ts';
import type { FileLayout, ObjectExtent } from '../file-layout.ts';
import { key, PDFRawStream } from '../objects.ts';
import { LeftoverCounter } from './leftovers.ts';
import { reachOf } from './reach.ts';
import { streamRoles } from './stream-roles.ts';

export interface FileBytes {
  /** The sum is the length of the file. */
  readonly bytes: Readonly<Record<ByteCategory, number>>;
  readonly linearized: boolean;
  readonly incrementalUpdates: number;
}

/**
 * Assigns each byte of the file to a category. Objects in object streams are structure, whatever they
 * contain: their share of the compressed bytes is unknown.
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
  /** Counts bytes up to `end` that are not counted yet, so that overlapping objects count once. */
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
  /** Category of everything but a stream's data. */
  readonly syntax: ByteCategory;
  readonly data: ByteCategory;
}

function objectCategories(doc: PdfDocument): (extent: ObjectExtent) => ObjectCategories {
  const roles = streamRoles(doc);
  const reached = reachOf(doc);
  const info = doc.trailer.get(key('Info'));
  return ({ ref }) => {
    const object = doc.context.lookup(ref);
    // Objects outside the document serve the file: object streams etc.
    if (object === undefined) return { syntax: 'structure', data: 'structure' };
    const reach = reached.get(ref);
    if (reach === undefined) return { syntax: 'unused', data: 'unused' };
    if (reach === 'private-data' || ref === info) return { syntax: 'metadata', data: 'metadata' };
    const data = object instanceof PDFRawStream ? (roles.get(ref) ?? 'other') : 'structure';
    return { syntax: 'structure', data };
  };
}
