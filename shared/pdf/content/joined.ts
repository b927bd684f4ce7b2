import { decodeStream } from '../filter/filters.ts';
import { arrayItems, key, PDFArray, type PDFDict, PDFRawStream } from '../objects.ts';

const LINE_END = 10;

/**
 * The decoded parts of a page's `/Contents` array as one, with an end of line between them: the parts may only be
 * divided between tokens (ISO 32000-2, 7.8.2). Null when it is no array of streams that decode whole.
 */
export function joinedContents(page: PDFDict, maxBytes: number): Uint8Array | null {
  const contents = page.lookup(key('Contents'));
  if (!(contents instanceof PDFArray)) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const item of arrayItems(contents)) {
    const part = page.context.lookup(item);
    if (!(part instanceof PDFRawStream)) return null;
    const decoded = decodeStream(part, maxBytes);
    if (decoded.kind !== 'bytes' || decoded.damaged) return null;
    parts.push(decoded.bytes);
    length += decoded.bytes.length + 1;
  }
  if (length > maxBytes) return null;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    joined[at++] = LINE_END;
  }
  return joined;
}

/** What a page draws, in one stream or in parts; null where it does not decode whole. */
export function pageContent(dict: PDFDict, maxBytes: number): Uint8Array | null {
  const contents = dict.lookup(key('Contents'));
  if (!(contents instanceof PDFRawStream)) return joinedContents(dict, maxBytes);
  const decoded = decodeStream(contents, maxBytes);
  return decoded.kind === 'bytes' && !decoded.damaged ? decoded.bytes : null;
}
