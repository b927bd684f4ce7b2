/**
 * Makes one content stream of the parts of a page, where that is smaller: deflate then finds what the parts have in
 * common, and each part saves its dictionary (ISO 32000-2, 7.8.2).
 *
 * The operators and their order stay exactly the same. Left alone: pages with a part that another page uses too
 * (a letterhead is stored once), parts that do not decode whole, and pages with a single stream.
 */
import { deflate } from '../codecs/deflate.ts';
import { joinedContents } from '../pdf/contents.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { arrayItems, contextEntries, key, PDFArray, PDFDict, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { pageRefs } from '../pdf/page-tree.ts';
import { isExternal } from '../pdf/streams.ts';
import { eachRef } from '../pdf/walk.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from './pass.ts';

/** `12 0 obj<</Length 1234/Filter/FlateDecode>>stream … endstream endobj`, its reference and its xref entry. */
const BYTES_PER_STREAM = 90;

export const contents: Pass = {
  id: 'contents',
  enabled: () => true,

  run: (doc, ctx) => {
    const divided = pageRefs(doc.trailer).filter((ref) => partsOf(doc, ref).length > 1);
    const uses: ReadonlyMap<PDFRef, number> = divided.length > 0 ? referenceCounts(doc) : new Map();
    return eachItem('contents', divided, ctx, (page) => joinPage(doc, page, uses, ctx));
  },
};

function joinPage(
  doc: PdfDocument,
  ref: PDFRef,
  uses: ReadonlyMap<PDFRef, number>,
  ctx: PassContext,
): ItemOutcome {
  const page = doc.context.lookup(ref, PDFDict);
  const parts = partsOf(doc, ref);
  let before = 0;
  for (const part of parts) {
    const stream = doc.context.lookup(part);
    if (!(part instanceof PDFRef) || !(stream instanceof PDFRawStream)) return skipped('undecodable');
    if ((uses.get(part) ?? 0) > 1) return skipped('must-stay');
    if (isExternal(stream)) return skipped('external-data');
    before += stream.contents.length + BYTES_PER_STREAM;
  }
  const joined = joinedContents(page, ctx.limits.streamBytes);
  if (joined === null) return skipped('undecodable');
  const packed = deflate(joined);
  const after = packed.length + BYTES_PER_STREAM;
  if (after >= before) return skipped('not-smaller');

  const dict = PDFDict.withContext(doc.context);
  dict.set(key('Filter'), key('FlateDecode'));
  const whole = PDFRawStream.of(dict, packed);
  page.set(key('Contents'), doc.context.register(whole));
  ctx.changes.contentsJoined(ref);
  return saved(before - after);
}

function partsOf(doc: PdfDocument, page: PDFRef) {
  const dict = doc.context.lookup(page);
  const value = dict instanceof PDFDict ? dict.lookup(key('Contents')) : undefined;
  return value instanceof PDFArray ? arrayItems(value) : [];
}

/** How often each object is referred to from anywhere. */
function referenceCounts(doc: PdfDocument): Map<PDFRef, number> {
  const counts = new Map<PDFRef, number>();
  for (const object of contextEntries(doc.context).values()) {
    eachRef(object, (ref) => counts.set(ref, (counts.get(ref) ?? 0) + 1));
  }
  return counts;
}
