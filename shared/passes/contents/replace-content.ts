import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { joinedBytes } from '../../lists.ts';
import { type Changes, contentDigest } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { key, PDFDict, PDFName, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { repackedStream, type StreamItem } from '../../pdf/streams.ts';

/**
 * Replaces a page's content: in its single stream, which must not be shared, or in a new stream that replaces
 * its parts, which other pages may share.
 */
export function replaceContent(
  { context }: PdfDocument,
  changes: Changes,
  { ref, dict }: { readonly ref: PDFRef; readonly dict: PDFDict },
  content: Uint8Array,
): void {
  const stored = dict.get(key('Contents'));
  const stream = context.lookup(stored);
  if (stored instanceof PDFRef && stream instanceof PDFRawStream) {
    replaceStreamContent(changes, { ref: stored, stream }, content);
    return;
  }
  const packing = PDFDict.withContext(context);
  packing.set(key('Filter'), PDFName.of('FlateDecode'));
  const joined = context.register(PDFRawStream.of(packing, deflate(content, TRIAL_LEVEL)));
  dict.set(key('Contents'), joined);
  changes.contentsJoined(ref, contentDigest(content), joined);
}

/** Replaces the content of a form or another content stream, for all its users. */
export function replaceStreamContent(
  changes: Changes,
  { ref, stream }: StreamItem,
  content: Uint8Array,
): void {
  const packed = deflate(content, TRIAL_LEVEL);
  const packing = { kind: 'flate', predictor: null } as const;
  stream.dict.context.assign(ref, repackedStream(stream, packed, packing));
  changes.content(ref, contentDigest(content));
}

/** Text that replaces [start, end) of content. */
export interface ContentEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must not overlap. */
export function editedContent(content: Uint8Array, edits: readonly ContentEdit[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(content.subarray(from, start), encoder.encode(text));
    from = end;
  }
  parts.push(content.subarray(from));
  return joinedBytes(parts);
}
