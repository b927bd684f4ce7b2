/**
 * Writes content in fewer bytes: pages, form XObjects, patterns, glyphs of Type 3 fonts, appearances of annotations;
 * and makes one stream of the parts of a page, where that is smaller (ISO 32000-2, 7.8.2).
 *
 * What is painted, in which order and from which numbers, stays exactly the same, marked content included; each
 * stream is proved by reading the new one beside the old. With `roundCoordinates` coordinates lose digits too, as far
 * as nothing moves by more than 0.002 points on the page, which is proved in the same way. Left alone: content that readers may divide into operations
 * differently, that does not decode whole, or whose new form is not smaller once it is deflated. Parts that another
 * page uses too (a letterhead is stored once) are written anew, and stay apart.
 */
import { deflate, TRIAL_LEVEL } from '../codecs/deflate.ts';
import { contentDigest } from '../pdf/changes.ts';
import { type ContentScales, contentScales } from '../pdf/content-scale.ts';
import type { PageContent } from '../pdf/content-streams.ts';
import { joinedContents } from '../pdf/contents.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream, filterSteps } from '../pdf/filters.ts';
import { key, PDFDict, PDFRawStream } from '../pdf/objects.ts';
import { isExternal, repackedStream } from '../pdf/streams.ts';
import { meansTheSame } from './contents/proof.ts';
import { type RewriteRules, rewrittenContent } from './contents/rewrite.ts';
import { type Placement, roundedContent } from './contents/round.ts';
import { drawsNearly } from './contents/round-proof.ts';
import { type ContentItem, contentItems, type StreamContent } from './contents/units.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from './pass.ts';

/** `12 0 obj<</Length 1234/Filter/FlateDecode>>stream … endstream endobj`, its reference and its xref entry. */
const BYTES_PER_STREAM = 90;
/** Where this share of the bytes went, deflate never makes more of the rest than of the whole. */
const CLEAR_GAIN = 0.03;

export const contents: Pass = {
  id: 'contents',
  enabled: () => true,

  run: (doc, ctx) => {
    const scales = ctx.options.roundCoordinates ? contentScales(doc) : null;
    return eachItem('contents', contentItems(doc), ctx, (item: ContentItem) => {
      const placement = scales === null ? null : placementOf(item, scales);
      if (item.kind === 'page') return joinPage(doc, item.page, placement, ctx);
      return item.isOpen ? skipped('unclear-content') : rewriteStream(doc, item, placement, ctx);
    });
  },
};

/** How large the content is drawn; null where that is not certain, and in parts of a page that begin anywhere. */
function placementOf(item: ContentItem, scales: ContentScales): Placement | null {
  if (item.kind === 'page') return pagePlacement([item.page.dict], scales);
  if (item.isPart) return null;
  if (item.pages.length > 0) return item.isDrawn ? null : pagePlacement(item.pages, scales);
  const scale = scales.ofStream(item.item.stream);
  return scale === null ? null : { scale, isPage: false };
}

function pagePlacement(pages: readonly PDFDict[], scales: ContentScales): Placement | null {
  let largest = 0;
  for (const page of pages) {
    const scale = scales.ofPage(page);
    if (scale === null) return null;
    largest = Math.max(largest, scale);
  }
  return { scale: largest, isPage: true };
}

function joinPage(
  doc: PdfDocument,
  { page, dict, parts }: PageContent,
  placement: Placement | null,
  ctx: PassContext,
): ItemOutcome {
  const before = parts.reduce((sum, { stream }) => sum + stream.contents.length + BYTES_PER_STREAM, 0);
  const joined = joinedContents(dict, ctx.limits.streamBytes);
  if (joined === null) return skipped('undecodable');
  const written = smaller(joined, { mayDrop: true }, placement);
  const packed = written.kind === 'smaller' ? written.packed : deflate(joined);
  const after = packed.length + BYTES_PER_STREAM;
  if (after >= before) return skipped(written.kind === 'kept' ? written.reason : 'not-smaller');

  const packing = PDFDict.withContext(doc.context);
  packing.set(key('Filter'), key('FlateDecode'));
  dict.set(key('Contents'), doc.context.register(PDFRawStream.of(packing, packed)));
  ctx.changes.contentsJoined(page, written.kind === 'smaller' ? contentDigest(written.content) : null);
  return saved(before - after);
}

function rewriteStream(
  doc: PdfDocument,
  { item: { ref, stream }, isPart }: StreamContent,
  placement: Placement | null,
  ctx: PassContext,
): ItemOutcome {
  if (isExternal(stream)) return skipped('external-data');
  // A Crypt filter says how this stream is encrypted: its place in the chain must stay (7.4.10).
  if (filterSteps(stream.dict)?.some(({ name }) => name === 'Crypt')) return skipped('must-stay');
  const decoded = decodeStream(stream, ctx.limits.streamBytes);
  if (decoded.kind !== 'bytes') return skipped('undecodable');
  if (decoded.damaged) return skipped('damaged-data');
  const written = smaller(decoded.bytes, { mayDrop: !isPart }, placement);
  if (written.kind === 'kept') return skipped(written.reason);
  const { content, packed } = written;
  const isPlainShorter = content.length <= packed.length;
  const bytes = isPlainShorter ? content.slice() : packed;
  if (bytes.length >= stream.contents.length) return skipped('not-smaller');
  doc.context.assign(
    ref,
    repackedStream(stream, bytes, isPlainShorter ? { kind: 'none' } : { kind: 'flate', predictor: null }),
  );
  ctx.changes.content(ref, contentDigest(content));
  return saved(stream.contents.length - bytes.length);
}

type Written =
  | { readonly kind: 'smaller'; readonly content: Uint8Array; readonly packed: Uint8Array }
  | { readonly kind: 'kept'; readonly reason: 'unclear-content' | 'proof-failed' | 'not-smaller' };

/** The content written anew, proved, and smaller than before when both are deflated. */
function smaller(before: Uint8Array, rules: RewriteRules, placement: Placement | null): Written {
  const exact = rewrittenContent(before, rules);
  if (exact === null) return { kind: 'kept', reason: 'unclear-content' };
  if (!meansTheSame(before, exact)) return { kind: 'kept', reason: 'proof-failed' };
  const content = placement === null ? exact : rounded(exact, placement);
  if (content.length >= before.length) return { kind: 'kept', reason: 'not-smaller' };
  const notSmaller: Written = { kind: 'kept', reason: 'not-smaller' };
  const isClear = content.length < before.length * (1 - CLEAR_GAIN);
  const isLarge = before.length > COMPARED_TIGHTLY_UP_TO_BYTES;
  if (!isClear && isLarge && packedBytes(before) <= packedBytes(content)) return notSmaller;
  const packed = deflate(content);
  if (!isClear && !isLarge && deflate(before).length <= packed.length) return notSmaller;
  return { kind: 'smaller', content, packed };
}

/** Above this a trial compares. */
const COMPARED_TIGHTLY_UP_TO_BYTES = 16 * 1024;

function packedBytes(content: Uint8Array): number {
  return deflate(content, TRIAL_LEVEL).length;
}

/** The same with fewer digits, where that is proved and shorter. */
function rounded(exact: Uint8Array, placement: Placement): Uint8Array {
  const content = roundedContent(exact, placement);
  if (content === null || content.length >= exact.length) return exact;
  return drawsNearly(exact, content, placement) ? content : exact;
}
