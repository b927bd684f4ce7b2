/**
 * Rewrites content in fewer bytes: pages, form XObjects, patterns, Type 3 glyphs, appearances of annotations.
 * Joins the parts of a page to one stream if that is smaller (ISO 32000-2, 7.8.2).
 *
 * Painting stays exactly the same, with the same order and numbers, including marked content; each new stream
 * is checked against the old one. With `roundCoordinates`, coordinates also lose digits, or become
 * integers, if nothing moves too far on the page (`contents/tolerance.ts`), which is checked in the same way. Below
 * quality 100, paths that a clipping rectangle of the page's content hides go. Not rewritten: content that readers may divide into operations
 * differently, that does not decode completely, or that is not smaller after deflate. Parts that another page
 * shares (a letterhead is stored once) are rewritten but not joined.
 */
import { markMaxCompressed } from '../codecs/flate/deflate.ts';
import { joinedContents } from '../pdf/content/joined.ts';
import { type ContentScales, contentScales } from '../pdf/content/scale.ts';
import type { PageContent } from '../pdf/content/streams.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream, filterSteps } from '../pdf/filter/filters.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import { key, PDFDict, PDFRawStream, type PDFRef } from '../pdf/objects.ts';
import { isExternal, repackedStream } from '../pdf/streams.ts';
import type { SkipReason } from '../report.ts';
import type { DocumentThreads } from '../work/document-threads.ts';
import { type OrderedResults, runOrdered } from '../work/run-ordered.ts';
import { createSerialQueue } from '../work/serial-queue.ts';
import { copyOf, ownCopy } from '../work/transferables.ts';
import {
  type ContentJob,
  type ContentJobResult,
  type ContentPacking,
  type LargePacking,
  largePacking,
  runContentJob,
  writtenContent,
} from './contents/content-job.ts';
import { PathForms } from './contents/path-forms.ts';
import { isOpaquePage } from './contents/texts/opaque-pages.ts';
import { type Placement, roundingPoints } from './contents/tolerance.ts';
import { type ContentItem, contentItems, type StreamContent } from './contents/units.ts';
import { type BegunPass, eachItem, type ItemOutcome, type PassContext, saved, skipped } from './pass.ts';
import { deflatedInParts, hasParts } from './streams/deflate-parts.ts';

/**
 * Overhead: `12 0 obj<</Length 1234/Filter/FlateDecode>>stream … endstream endobj`, its reference and its
 * xref entry.
 */
const BYTES_PER_STREAM = 90;
/** For such small content, sending it to a thread costs more than the work. */
const SMALL_CONTENT_BYTES = 200;
/**
 * Stored bytes of content in work at the same time, about one second of work. Decoded they are several times
 * as many.
 */
const BYTES_IN_FLIGHT = 1024 * 1024;

export const contents: BegunPass = {
  id: 'contents',
  writes: ['content'],
  reads: ['content'],
  enabled: () => true,

  run: async (doc, ctx) => (await contents.begin(doc, ctx))(),

  async begin(doc, ctx) {
    const items = contentItems(doc);
    const shared = multiRoleStreams(doc);
    const scales = ctx.options.roundCoordinates ? contentScales(doc) : null;
    const begin = () => writeAhead(items, scales, shared, ctx);
    const begun = ctx.threads.areOpen ? begin() : undefined;
    return async () => {
      const written = begun ?? begin();
      try {
        return await eachItem('contents', items, ctx, async (item) =>
          applied(doc, item, await written.next(), ctx),
        );
      } finally {
        written.stop();
      }
    };
  },
};

interface Refused {
  readonly kind: 'refused';
  readonly reason: SkipReason;
}

/** Result of the job of an item, or the reason why there was none. */
type Written = Refused | ContentJobResult;

/** Rewrites all contents without applying the results: on threads if available, else on demand. */
function writeAhead(
  items: readonly ContentItem[],
  scales: ContentScales | null,
  shared: ReadonlySet<PDFRef>,
  ctx: PassContext,
): OrderedResults<Written> {
  const { threads } = ctx;
  const inTurn = createSerialQueue(() => threads.yieldIfJobsQueued());
  const points = roundingPoints(ctx.options.quality);
  const forms = ctx.options.quality < 100 ? new PathForms() : null;
  const jobFor = (item: ContentItem) =>
    item.kind === 'stream' && shared.has(item.item.ref)
      ? refused('required-as-is')
      : contentJob(item, scales === null ? null : placementOf(item, scales, points), forms, ctx);
  const begin = (item: ContentItem) => {
    threads.throwIfClosed();
    return begunHere(item, jobFor(item), threads);
  };
  const write = async (item: ContentItem): Promise<Written> => {
    // Content written by this thread goes to the others piece by piece, so that they need not wait for all of it.
    const begun = threads.areOpen && !threads.writesContent ? await inTurn(() => begin(item)) : begin(item);
    switch (begun.kind) {
      case 'content':
      case 'content-packing': {
        const result = await threads.run<ContentJob | ContentPacking>(begun, () => {
          const job = jobFor(item);
          if (job.kind === 'refused') throw new Error('content that had a job has one again');
          return runContentJob(job);
        });
        return result.kind === 'lost' ? refused('worker-failed') : result;
      }
      case 'large-packing':
        return packedInParts(begun, threads);
      default:
        return begun;
    }
  };
  const room = { items: threads.areOpen ? Number.POSITIVE_INFINITY : 1, size: BYTES_IN_FLIGHT };
  return runOrdered(items, room, storedBytes, write, ctx.signal);
}

/**
 * Does the share of a job that belongs to the document's own thread: all of it, almost nothing, or everything
 * but deflating.
 */
function begunHere(
  item: ContentItem,
  job: ContentJob | Refused,
  { areOpen, writesContent }: DocumentThreads,
): Written | ContentJob | ContentPacking | LargePacking {
  if (job.kind === 'refused') return job;
  if (!areOpen || job.bytes.length <= SMALL_CONTENT_BYTES) return runContentJob(job);
  if (hasParts(job.bytes)) return largePacking(writtenContent(job));
  return writesContent ? { ...job, bytes: owned(job.bytes, item) } : ownCopy(writtenContent(job));
}

/** Deflates large content on all threads. */
async function packedInParts({ bytes, result }: LargePacking, threads: DocumentThreads): Promise<Written> {
  const packed = bytes === null ? null : await deflatedInParts(bytes, threads);
  return bytes !== null && packed === null ? refused('worker-failed') : result(packed);
}

/**
 * Returns the scale at which the content is drawn; null if uncertain, and for parts of a page, whose start is
 * unknown.
 */
function placementOf(item: ContentItem, scales: ContentScales, points: number): Placement | null {
  if (item.kind === 'page') return pagePlacement([item.page.dict], scales, points);
  if (item.isPart) return null;
  if (item.pages.length > 0) return item.isDrawn ? null : pagePlacement(item.pages, scales, points);
  const scale = scales.ofStream(item.item.stream);
  return scale === null ? null : { scale, isPage: false, points };
}

function pagePlacement(pages: readonly PDFDict[], scales: ContentScales, points: number): Placement | null {
  let largest = 0;
  for (const page of pages) {
    const scale = scales.ofPage(page);
    if (scale === null) return null;
    largest = Math.max(largest, scale);
  }
  return { scale: largest, isPage: true, points };
}

function storedBytes(item: ContentItem): number {
  return streamsOf(item).reduce((sum, { contents }) => sum + contents.length, 0);
}

function streamsOf(item: ContentItem): readonly PDFRawStream[] {
  return item.kind === 'page' ? item.page.parts.map(({ stream }) => stream) : [item.item.stream];
}

/** Returns transferable bytes: content that needed no decoding is a view into the file and is copied. */
function owned(bytes: Uint8Array, item: ContentItem): Uint8Array {
  return streamsOf(item).some(({ contents }) => contents.buffer === bytes.buffer) ? copyOf(bytes) : bytes;
}

function contentJob(
  item: ContentItem,
  placement: Placement | null,
  forms: PathForms | null,
  { limits }: PassContext,
): ContentJob | Refused {
  const job = { kind: 'content', placement } as const;
  if (item.kind === 'page') {
    const joined = joinedContents(item.page.dict, limits.streamBytes);
    if (joined === null) return refused('undecodable');
    const rules = { mayDrop: true, mayJoinTexts: isOpaquePage(item.page.dict) };
    const hideable = forms?.ofPage(item.page.dict) ?? null;
    return { ...job, bytes: joined, rules, hideable, packsKept: true };
  }
  const { stream } = item.item;
  if (item.isOpen) return refused('unclear-content');
  if (isExternal(stream)) return refused('external-data');
  // A Crypt filter controls the encryption of this stream: its place in the chain must stay (7.4.10).
  if (filterSteps(stream.dict)?.some(({ name }) => name === 'Crypt')) return refused('required-as-is');
  const decoded = decodeStream(stream, limits.streamBytes);
  if (decoded.kind === 'undecodable' && decoded.reason === 'too-large') return refused('too-large');
  if (decoded.kind !== 'bytes') return refused('undecodable');
  if (decoded.damaged) return refused('damaged-data');
  const isPage = item.pages.length > 0 && !item.isDrawn && !item.isPart;
  const rules = { mayDrop: !item.isPart, mayJoinTexts: isPage && item.pages.every(isOpaquePage) };
  const hideable = isPage && forms !== null ? forms.ofPages(item.pages) : null;
  return { ...job, bytes: decoded.bytes, rules, hideable, packsKept: false };
}

function refused(reason: SkipReason): Refused {
  return { kind: 'refused', reason };
}

function applied(doc: PdfDocument, item: ContentItem, written: Written, ctx: PassContext): ItemOutcome {
  if (written.kind === 'refused') return skipped(written.reason);
  return item.kind === 'page'
    ? joinPage(doc, item.page, written, ctx)
    : replaceStream(doc, item, written, ctx);
}

function joinPage(
  doc: PdfDocument,
  { page, dict, parts }: PageContent,
  written: ContentJobResult,
  ctx: PassContext,
): ItemOutcome {
  const { packed } = written;
  const before = parts.reduce((sum, { stream }) => sum + stream.contents.length + BYTES_PER_STREAM, 0);
  if (packed === null || packed.length + BYTES_PER_STREAM >= before) {
    return skipped(written.kind === 'kept' ? written.reason : 'not-smaller');
  }
  const packing = PDFDict.withContext(doc.context);
  packing.set(key('Filter'), key('FlateDecode'));
  dict.set(key('Contents'), doc.context.register(PDFRawStream.of(packing, markMaxCompressed(packed))));
  // Nothing else uses the parts; later passes need not process them.
  for (const { ref } of parts) doc.context.delete(ref);
  ctx.changes.contentsJoined(page, written.kind === 'smaller' ? written.digest : null);
  return saved(before - packed.length - BYTES_PER_STREAM);
}

function replaceStream(
  doc: PdfDocument,
  { item: { ref, stream } }: StreamContent,
  written: ContentJobResult,
  ctx: PassContext,
): ItemOutcome {
  if (written.kind === 'kept') return skipped(written.reason);
  const { plain, packed, digest } = written;
  const bytes = plain ?? markMaxCompressed(packed);
  if (bytes.length >= stream.contents.length) return skipped('not-smaller');
  const packing =
    plain === null ? ({ kind: 'flate', predictor: null } as const) : ({ kind: 'none' } as const);
  doc.context.assign(ref, repackedStream(stream, bytes, packing));
  ctx.changes.content(ref, digest);
  return saved(stream.contents.length - bytes.length);
}
