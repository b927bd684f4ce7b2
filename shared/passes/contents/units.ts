import { contentStreams, type PageContent } from '../../pdf/content/streams.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import type { PDFDict, PDFRef } from '../../pdf/objects.ts';
import { isExternal, type StreamItem } from '../../pdf/streams.ts';
import { referenceCounts } from '../../pdf/walk.ts';

/** Content that is written as one stream. */
export type ContentItem =
  /** All parts of a page, none of which is shared. */
  | { readonly kind: 'page'; readonly page: PageContent }
  | {
      readonly kind: 'stream';
      readonly item: StreamItem;
      /** One of several parts of a page, whose start and end within the page's content are unknown. */
      readonly isPart: boolean;
      /** An operation may continue from this part in another one. */
      readonly isOpen: boolean;
      /** Pages whose only content this is. */
      readonly pages: readonly PDFDict[];
      /** It is a form, a pattern or a glyph. */
      readonly isDrawn: boolean;
    };

export type StreamContent = Extract<ContentItem, { readonly kind: 'stream' }>;

/** Returns all content that can be rewritten, each stream in one item. */
export function contentItems(doc: PdfDocument): ContentItem[] {
  const { pages, others } = contentStreams(doc);
  const divided = pages.filter(({ parts }) => parts.length > 1);
  const uses = divided.length > 0 ? referenceCounts(doc.context) : new Map<PDFRef, number>();
  const shared = multiRoleStreams(doc);
  const isOwn = ({ isWhole, parts }: PageContent) =>
    isWhole &&
    parts.every(({ ref, stream }) => uses.get(ref) === 1 && !isExternal(stream) && !shared.has(ref));

  const joined = divided.filter(isOwn);
  const apart = divided.filter((page) => !isOwn(page));
  const open = openParts(apart, doc.limits.streamBytes);
  const parts = new Set(apart.flatMap((page) => page.parts.map(({ ref }) => ref)));
  const single = pages.filter((page) => page.parts.length === 1);
  const streams = new Map<PDFRef, StreamItem>();
  for (const item of [...apart, ...single].flatMap((page) => page.parts)) streams.set(item.ref, item);
  for (const item of others) streams.set(item.ref, item);
  const drawn = new Set(others.map(({ ref }) => ref));
  const pagesOf = new Map<PDFRef, PDFDict[]>();
  for (const page of single) {
    const { ref } = page.parts[0]!;
    pagesOf.set(ref, [...(pagesOf.get(ref) ?? []), page.dict]);
  }
  return [
    ...joined.map((page): ContentItem => ({ kind: 'page', page })),
    ...[...streams.values()].map(
      (item): ContentItem => ({
        kind: 'stream',
        item,
        isPart: parts.has(item.ref),
        isOpen: open.has(item.ref),
        pages: pagesOf.get(item.ref) ?? [],
        isDrawn: drawn.has(item.ref),
      }),
    ),
  ];
}

/** Returns parts of pages that can only be parsed together. */
function openParts(pages: readonly PageContent[], maxBytes: number): ReadonlySet<PDFRef> {
  const closed = new Map<PDFRef, boolean>();
  const isClosed = (item: StreamItem) => {
    let found = closed.get(item.ref);
    if (found === undefined) closed.set(item.ref, (found = endsBetweenOperations(item, maxBytes)));
    return found;
  };
  const open = new Set<PDFRef>();
  for (const { parts, isWhole } of pages) {
    if (isWhole && parts.every(isClosed)) continue;
    for (const { ref } of parts) open.add(ref);
  }
  return open;
}

function endsBetweenOperations({ stream }: StreamItem, maxBytes: number): boolean {
  const decoded = isExternal(stream) ? null : decodeStream(stream, maxBytes);
  if (decoded?.kind !== 'bytes' || decoded.damaged) return false;
  const reader = new ContentReader(decoded.bytes);
  while (reader.next()) if (!reader.operatorKnown) return false;
  return reader.problem === null && reader.operandCount === 0;
}
