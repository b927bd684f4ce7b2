import { decodeStream } from '../filter/filters.ts';
import { joinedLimit } from '../filter/growth.ts';
import { arrayItems, key, PDFArray, type PDFDict, PDFRawStream } from '../objects.ts';

const LINE_END = 10;

/**
 * Joins the decoded parts of a page's `/Contents` array with line breaks: parts may only be divided between
 * tokens (ISO 32000-2, 7.8.2). Null if it is no array of fully decodable streams.
 */
export function joinedContents(page: PDFDict, maxBytes: number): Uint8Array | null {
  const contents = page.lookup(key('Contents'));
  if (!(contents instanceof PDFArray)) return null;
  const streams: PDFRawStream[] = [];
  for (const item of arrayItems(contents)) {
    const part = page.context.lookup(item);
    if (!(part instanceof PDFRawStream)) return null;
    streams.push(part);
  }
  const most = Math.min(maxBytes, joinedLimit(streams));
  const decodedOnce = new Map<PDFRawStream, Uint8Array>();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of streams) {
    let bytes = decodedOnce.get(part);
    if (bytes === undefined) {
      const decoded = decodeStream(part, most);
      if (decoded.kind !== 'bytes' || decoded.damaged) return null;
      decodedOnce.set(part, (bytes = decoded.bytes));
    }
    parts.push(bytes);
    length += bytes.length + 1;
    if (length > most) return null;
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    joined[at++] = LINE_END;
  }
  return joined;
}

/** Returns the content of a page, from one stream or several parts; null if it does not decode completely. */
export function pageContent(dict: PDFDict, maxBytes: number): Uint8Array | null {
  const contents = dict.lookup(key('Contents'));
  if (!(contents instanceof PDFRawStream)) return joinedContents(dict, maxBytes);
  const decoded = decodeStream(contents, maxBytes);
  return decoded.kind === 'bytes' && !decoded.damaged ? decoded.bytes : null;
}
