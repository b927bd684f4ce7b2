import { indexOf, startsWith } from '../../pdf/bytes.ts';
import type { ContentStreams } from '../../pdf/content/streams.ts';
import { ContentReader, type InlineImage } from '../../pdf/content/syntax/operations.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import type { PDFDict, PDFRef } from '../../pdf/objects.ts';
import { isExternal, type StreamItem } from '../../pdf/streams.ts';
import { editedContent } from './replace-content.ts';

/** Smaller images are seldom repeated and never pay for an object. */
const SMALLEST_SPOT_BYTES = 125;
/** Maximum images of one kind per stream, against malicious files; each needs memory. */
const MAX_SPOTS = 10_000;

/** An inline image in decoded content: [start, end) is `BI … EI`. */
export interface InlineSpot {
  readonly start: number;
  readonly end: number;
  readonly image: InlineImage;
}

export interface InlineHost extends StreamItem {
  readonly content: Uint8Array;
  /** Images that are large enough. */
  readonly spots: readonly InlineSpot[];
  /** Number of smaller images. */
  readonly small: number;
  /** The smaller images, up to the maximum, for joining them to larger ones. */
  readonly smallSpots: readonly InlineSpot[];
  /** Pages that it is part of; empty for a form, a pattern or a glyph. */
  readonly pages: readonly PDFDict[];
  /** False if readers may divide it into operations differently. */
  readonly isClear: boolean;
}

interface ReadContent {
  readonly content: Uint8Array;
  readonly spots: readonly InlineSpot[];
  readonly small: number;
  readonly smallSpots: readonly InlineSpot[];
  readonly isClear: boolean;
  /** No operation continues in the next part of a page. */
  readonly isClosed: boolean;
}

/** Returns every content stream with inline images. */
export function inlineHosts({ pages, others }: ContentStreams, maxBytes: number): InlineHost[] {
  const read = new Map<PDFRef, ReadContent | null>();
  const contentOf = (item: StreamItem) => {
    let found = read.get(item.ref);
    if (found === undefined) read.set(item.ref, (found = readContent(item, maxBytes)));
    return found;
  };
  const hosts = new Map<PDFRef, InlineHost>();
  const add = (item: StreamItem, inPages: readonly PDFDict[], isClear: boolean) => {
    const found = contentOf(item);
    if (found === null || found.spots.length + found.small === 0) return;
    const known = hosts.get(item.ref);
    hosts.set(item.ref, {
      ...item,
      content: found.content,
      spots: found.spots,
      small: found.small,
      smallSpots: found.smallSpots,
      pages: [...(known?.pages ?? []), ...inPages],
      isClear: isClear && found.isClear && (known?.isClear ?? true),
    });
  };
  const named = new Map<PDFRef, boolean>();
  const mayHaveImages = (item: StreamItem) => {
    let may = named.get(item.ref);
    if (may === undefined) named.set(item.ref, (may = namesInlineImages(item, maxBytes)));
    return may;
  };
  for (const { dict, parts, isWhole } of pages) {
    if (!parts.some(mayHaveImages)) continue;
    const areClosed =
      isWhole && (parts.length === 1 || parts.every((part) => contentOf(part)?.isClosed === true));
    for (const part of parts) add(part, [dict], areClosed);
  }
  for (const item of others) if (mayHaveImages(item)) add(item, [], true);
  return [...hosts.values()];
}

/** A quick check: most content has no inline images and need not be parsed. */
function namesInlineImages({ stream }: StreamItem, maxBytes: number): boolean {
  const decoded = isExternal(stream) ? null : decodeStream(stream, maxBytes);
  if (decoded?.kind !== 'bytes') return false;
  const at = indexOf(decoded.bytes, 'BI', 0);
  return at >= 0 && indexOf(decoded.bytes, 'ID', at) >= 0 && indexOf(decoded.bytes, 'EI', at) >= 0;
}

function readContent({ stream }: StreamItem, maxBytes: number): ReadContent | null {
  const decoded = isExternal(stream) ? null : decodeStream(stream, maxBytes);
  if (decoded?.kind !== 'bytes' || decoded.damaged) return null;
  const content = decoded.bytes;
  const reader = new ContentReader(content);
  const spots: InlineSpot[] = [];
  const smallSpots: InlineSpot[] = [];
  let small = 0;
  let areKnown = true;
  while (reader.next()) {
    areKnown &&= reader.operatorKnown;
    const { inlineImage: image, start, end } = reader;
    if (image === null) continue;
    // Operands before `BI` would belong to no operator.
    areKnown &&= startsWith(content, start, 'BI');
    const spot = { start, end, image };
    if (end - start < SMALLEST_SPOT_BYTES) {
      small += 1;
      if (smallSpots.length < MAX_SPOTS) smallSpots.push(spot);
    } else {
      if (spots.length === MAX_SPOTS)
        return { content, spots: [], small, smallSpots: [], isClear: false, isClosed: false };
      spots.push(spot);
    }
  }
  const isClear = areKnown && reader.problem === null;
  return { content, spots, small, smallSpots, isClear, isClosed: isClear && reader.operandCount === 0 };
}

/** Replaces inline images by named images; [start, end) of each with its name, in order. */
export function withoutInline(
  content: Uint8Array,
  replaced: readonly { readonly spot: InlineSpot; readonly name: string }[],
): Uint8Array {
  const edits = replaced.map(({ spot: { start, end }, name }) => ({ start, end, text: `/${name} Do` }));
  return editedContent(content, edits);
}

/** Returns whether both have the same operations in the same order, with a named image for each inline one. */
export function drawsTheSame(
  before: Uint8Array,
  after: Uint8Array,
  replaced: readonly { readonly spot: InlineSpot; readonly name: string }[],
): boolean {
  const one = new ContentReader(before);
  const other = new ContentReader(after);
  const names = new Map(replaced.map(({ spot, name }) => [spot.start, name]));
  while (one.next()) {
    if (!other.next()) return false;
    const name = names.get(one.start);
    if (name !== undefined) {
      if (other.operator !== 'Do' || other.operandCount !== 1 || other.name(0) !== name) return false;
    } else if (!sameRange(one, other)) {
      return false;
    }
  }
  return !other.next() && one.problem === null && other.problem === null;
}

function sameRange(one: ContentReader, other: ContentReader): boolean {
  const length = one.end - one.start;
  if (other.end - other.start !== length || one.operator !== other.operator) return false;
  for (let i = 0; i < length; i++) {
    if (one.bytes[one.start + i] !== other.bytes[other.start + i]) return false;
  }
  return true;
}
