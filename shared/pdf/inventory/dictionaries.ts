import { indirectObjects, type PdfDocument } from '../document.ts';
import { PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../objects.ts';
import { childObjects } from '../walk.ts';

/** A dictionary of the document or of one of its streams. */
export interface FoundDictionary {
  readonly dict: PDFDict;
  /** The indirect object that contains it. */
  readonly owner: PDFRef;
}

/** Visits every dictionary once, including nested ones, in ascending number of the containing object. */
export function eachDictionary(doc: PdfDocument, visit: (found: FoundDictionary) => void): void {
  const descend = (object: PDFObject, owner: PDFRef) => {
    if (object instanceof PDFDict) visit({ dict: object, owner });
    else if (object instanceof PDFRawStream) visit({ dict: object.dict, owner });
    for (const child of childObjects(object)) descend(child, owner);
  };
  for (const [ref, object] of indirectObjects(doc)) descend(object, ref);
}
