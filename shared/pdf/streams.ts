import type { PdfDocument } from './document.ts';
import { nonTreeObjects } from './non-tree-objects.ts';
import {
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from './objects.ts';

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

/** How a stream's bytes are encoded: not, deflated (with the predictor's parameters), or by a chain as in the file. */
export type Packing =
  | { readonly kind: 'none' }
  | { readonly kind: 'flate'; readonly predictor: PDFDict | null }
  | {
      readonly kind: 'chain';
      readonly filters: readonly PDFObject[];
      readonly params: readonly PDFObject[];
    };

/** Returns the same stream with its bytes encoded differently. */
export function repackedStream(stream: PDFRawStream, bytes: Uint8Array, packing: Packing): PDFRawStream {
  const { context } = stream.dict;
  const entries = new Map<PDFName, PDFObject>();
  const setItems = (name: string, items: readonly PDFObject[]) => {
    const array = PDFArray.withContext(context);
    for (const item of items) array.push(item);
    if (items.length > 0) entries.set(key(name), items.length === 1 ? items[0]! : array);
  };
  for (const [name, value] of dictEntries(stream.dict)) {
    if (!PACKING_KEYS.some((packingKey) => name === key(packingKey))) entries.set(name, value);
  }
  if (packing.kind === 'flate') {
    entries.set(key('Filter'), PDFName.of('FlateDecode'));
    if (packing.predictor !== null) entries.set(key('DecodeParms'), packing.predictor);
  }
  if (packing.kind === 'chain') {
    setItems('Filter', packing.filters);
    setItems('DecodeParms', packing.params);
  }
  return PDFRawStream.of(PDFDict.fromMapWithContext(entries, context), bytes);
}
