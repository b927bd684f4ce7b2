import type { PdfDocument } from '../document.ts';
import { contextEntries, dictEntries, key, PDFDict, PDFRawStream } from '../objects.ts';
import { eachDictionary } from './dictionaries.ts';

const SUBTYPE = key('Subtype');
const IMAGE = key('Image');
const FILES = key('EF');
/** Share of the document: without a stream this large, pictures aside, nothing is looked up. */
const LARGE_SHARE = 0.1;

/** Bytes of embedded files as they are stored (ISO 32000-2, 7.11.4); 0 if none can be most of the document. */
export function attachedBytes(doc: PdfDocument): number {
  let all = 0;
  let largest = 0;
  for (const object of contextEntries(doc.context).values()) {
    if (!(object instanceof PDFRawStream)) continue;
    const { length } = object.contents;
    all += length;
    if (length > largest && object.dict.get(SUBTYPE) !== IMAGE) largest = length;
  }
  if (largest < all * LARGE_SHARE) return 0;
  const streams = new Set<PDFRawStream>();
  eachDictionary(doc, ({ dict }) => {
    const files = dict.has(FILES) ? dict.lookup(FILES) : undefined;
    if (!(files instanceof PDFDict)) return;
    for (const [, value] of dictEntries(files)) {
      const stream = doc.context.lookup(value);
      if (stream instanceof PDFRawStream) streams.add(stream);
    }
  });
  return [...streams].reduce((sum, { contents }) => sum + contents.length, 0);
}
