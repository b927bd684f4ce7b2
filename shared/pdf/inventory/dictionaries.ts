import { indirectObjects, type PdfDocument } from '../document.ts';
import { PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../objects.ts';
import { childObjects } from '../walk.ts';

/** A dictionary of the document, or of a stream in it. */
export interface FoundDictionary {
  readonly dict: PDFDict;
  /** The indirect object that it stands in. */
  readonly owner: PDFRef;
}

/** Shows every dictionary once, those inside others too, in ascending number of the object they stand in. */
export function eachDictionary(doc: PdfDocument, visit: (found: FoundDictionary) => void): void {
  const descend = (object: PDFObject, owner: PDFRef) => {
    if (object instanceof PDFDict) visit({ dict: object, owner });
    else if (object instanceof PDFRawStream) visit({ dict: object.dict, owner });
    for (const child of childObjects(object)) descend(child, owner);
  };
  for (const [ref, object] of indirectObjects(doc)) descend(object, ref);
}
