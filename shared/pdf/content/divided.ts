import { joinedBytes } from '../../lists.ts';
import { isRegular } from '../bytes.ts';
import { decodeStream } from '../filter/filters.ts';
import { arrayItems, key, PDFArray, type PDFDict, PDFRawStream } from '../objects.ts';
import { ContentReader } from './syntax/operations.ts';

/** Decoded parts that were looked at. */
export type KnownParts = Map<PDFRawStream, Uint8Array | null>;

/**
 * Returns the parts of a page's `/Contents` as they follow each other, without the white space that readers put
 * between. Null if that white space could mean something: each part must consist of whole operations and, but for the
 * last, end with an operator.
 */
export function dividedContents(page: PDFDict, maxBytes: number, known: KnownParts): Uint8Array | null {
  const contents = page.lookup(key('Contents'));
  if (!(contents instanceof PDFArray)) return null;
  const items = arrayItems(contents);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const [index, item] of items.entries()) {
    const stream = page.context.lookup(item);
    if (!(stream instanceof PDFRawStream)) return null;
    const part = known.get(stream) ?? wholeOperations(stream, maxBytes);
    known.set(stream, part);
    const previous = parts.at(-1);
    if (part === null || length + part.length > maxBytes) return null;
    if (previous !== undefined && isRegular(previous[previous.length - 1]!) && isRegular(part[0]!))
      return null;
    if (index < items.length - 1 && !isRegular(part[part.length - 1]!)) return null;
    parts.push(part);
    length += part.length;
  }
  return joinedBytes(parts);
}

/** Null if it isn't decodable, has inline images, ends in a comment, or readers may divide it differently. */
function wholeOperations(stream: PDFRawStream, maxBytes: number): Uint8Array | null {
  const decoded = decodeStream(stream, maxBytes);
  if (decoded.kind !== 'bytes' || decoded.damaged || decoded.bytes.length === 0) return null;
  const { bytes } = decoded;
  const reader = new ContentReader(bytes);
  let end = 0;
  while (reader.next()) {
    if (!reader.operatorKnown || reader.operator === 'BI') return null;
    end = reader.end;
  }
  const isWhole = reader.problem === null && reader.operandCount === 0;
  return isWhole && (end === bytes.length || !isRegular(bytes[bytes.length - 1]!)) ? bytes : null;
}
