import type { PdfDocument } from '../document.ts';
import { dictEntries, key, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { childObjects } from '../walk.ts';

const PIECE_INFO = key('PieceInfo');

/** How the trailer reaches an object: by private data alone (ISO 32000-2, 14.5), or otherwise. */
export type Reach = 'document' | 'private-data';

/** Returns every object reachable from the trailer. */
export function reachOf(doc: PdfDocument): ReadonlyMap<PDFRef, Reach> {
  const reached = new Map<PDFRef, Reach>();
  const waiting: PDFRef[] = [];
  const pieceInfos: PDFObject[] = [];

  const collect = (object: PDFObject, reach: Reach) => {
    if (object instanceof PDFDict) collectFrom(object, reach);
    else if (object instanceof PDFRawStream) collectFrom(object.dict, reach);
    else if (!(object instanceof PDFRef)) for (const child of childObjects(object)) collect(child, reach);
    else if (!reached.has(object)) {
      reached.set(object, reach);
      waiting.push(object);
    }
  };
  const collectFrom = (dict: PDFDict, reach: Reach) => {
    for (const [name, value] of dictEntries(dict)) {
      if (name === PIECE_INFO) pieceInfos.push(value);
      else collect(value, reach);
    }
  };
  const follow = (start: PDFObject, reach: Reach) => {
    collect(start, reach);
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      const object = doc.context.lookup(ref);
      if (object !== undefined) collect(object, reach);
    }
  };

  follow(doc.trailer, 'document');
  // The array grows during iteration: private data may contain further private data.
  for (const pieceInfo of pieceInfos) follow(pieceInfo, 'private-data');
  return reached;
}
