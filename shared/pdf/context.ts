import { PDFContext, type PDFObject } from './objects.ts';
import { RefMap } from './ref-map.ts';

/** Creates a context for documents that may have very many objects. */
export function createContext(): PDFContext {
  const context = PDFContext.create();
  emptyContext(context);
  return context;
}

/** Empties a context. Objects that belong to it continue to resolve references there. */
export function emptyContext(context: PDFContext): void {
  // pdf-lib's own table is a `Map` in a plain field that its methods read (core/PDFContext.js).
  Object.assign(context, { indirectObjects: new RefMap<PDFObject>(), largestObjectNumber: 0 });
}
