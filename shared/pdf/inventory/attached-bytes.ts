import type { PdfDocument } from '../document.ts';
import { contextEntries, key, PDFRawStream } from '../objects.ts';

const TYPE = key('Type');
const EMBEDDED_FILE = key('EmbeddedFile');

/** Bytes of embedded files as they are stored (ISO 32000-2, 7.11.4), of those that say what they are. */
export function attachedBytes(doc: PdfDocument): number {
  let bytes = 0;
  for (const object of contextEntries(doc.context).values())
    if (object instanceof PDFRawStream && object.dict.lookup(TYPE) === EMBEDDED_FILE)
      bytes += object.contents.length;
  return bytes;
}
