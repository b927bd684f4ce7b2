import { PDFContext, type PDFObject } from './objects.ts';
import { RefMap } from './ref-map.ts';

/** An empty table of objects, for documents that may have very many. */
export function createContext(): PDFContext {
  const context = PDFContext.create();
  emptyContext(context);
  return context;
}

/** The same as it was new. Objects that belong to it go on looking up references there. */
export function emptyContext(context: PDFContext): void {
  // pdf-lib's own is a `Map`, a plain field that its methods read (core/PDFContext.js).
  Object.assign(context, { indirectObjects: new RefMap<PDFObject>(), largestObjectNumber: 0 });
}
