import type { PdfDocument } from './document.ts';
import { nonTreeObjects } from './non-tree-objects.ts';
import { dictEntries, key, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from './objects.ts';

export interface StreamItem {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
}

/** Returns every stream of the document, in ascending object number. */
export function streamItems(doc: PdfDocument): StreamItem[] {
  const items: StreamItem[] = [];
  for (const [ref, object] of nonTreeObjects(doc)) {
    if (object instanceof PDFRawStream) items.push({ ref, stream: object });
  }
  return items;
}

/** Keys about the encoding of a stream's bytes (ISO 32000-2, table 5), not about their meaning. */
export const PACKING_KEYS: readonly string[] = ['Length', 'Filter', 'DecodeParms', 'DP', 'DL'];

/** True if the data is in another file (`/F`), which is never read. */
export function isExternal(stream: PDFRawStream): boolean {
  return stream.dict.has(key('F'));
}

/**
 * Returns the same stream with its bytes encoded differently: deflated (with the predictor's parameters) or
 * plain.
 */
export function repackedStream(
  stream: PDFRawStream,
  bytes: Uint8Array,
  packing: { readonly kind: 'none' } | { readonly kind: 'flate'; readonly predictor: PDFDict | null },
): PDFRawStream {
  const entries = new Map<PDFName, PDFObject>();
  for (const [name, value] of dictEntries(stream.dict)) {
    if (!PACKING_KEYS.some((packingKey) => name === key(packingKey))) entries.set(name, value);
  }
  if (packing.kind === 'flate') {
    entries.set(key('Filter'), PDFName.of('FlateDecode'));
    if (packing.predictor !== null) entries.set(key('DecodeParms'), packing.predictor);
  }
  return PDFRawStream.of(PDFDict.fromMapWithContext(entries, stream.dict.context), bytes);
}
