import type { PdfDocument } from '../document.ts';
import { decodeStream } from '../filter/filters.ts';
import { key, PDFRawStream } from '../objects.ts';
import { catalogOf } from '../page-tree.ts';

/** XMP of real files is some kilobytes. */
const MAX_XMP_BYTES = 16 * 1024 * 1024;

/** Returns the document's XMP as text; null if there is none that can be read. */
export function xmpText(doc: PdfDocument): string | null {
  const metadata = catalogOf(doc.trailer)?.lookup(key('Metadata'));
  if (!(metadata instanceof PDFRawStream)) return null;
  const decoded = decodeStream(metadata, MAX_XMP_BYTES);
  if (decoded.kind !== 'bytes') return null;
  const { bytes } = decoded;
  const isWide = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const label = isWide ? (bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le') : 'utf-8';
  return new TextDecoder(label).decode(bytes);
}
