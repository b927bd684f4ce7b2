import {
  arrayItems,
  contextEntries,
  dictEntries,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';

/**
 * Replaces references to objects that are themselves references (Preview of macOS 13.5 writes `/Info` so)
 * with the final target, and removes the objects between. A dangling or circular chain is null (ISO 32000-2,
 * 7.3.10).
 */
export function straightenReferences(context: PDFContext, trailer: PDFDict): void {
  const ends = new Map<PDFRef, PDFRef | null>();
  for (const [ref, object] of contextEntries(context)) {
    if (object instanceof PDFRef) ends.set(ref, endOf(ref, context));
  }
  if (ends.size === 0) return;
  const straighten = (object: PDFObject): void => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      const entries = dictEntries(dict);
      for (const [name, value] of [...entries]) {
        const end = value instanceof PDFRef ? ends.get(value) : undefined;
        if (end != null) entries.set(name, end);
        else if (!(value instanceof PDFRef)) straighten(value);
      }
    } else if (dict instanceof PDFArray) {
      for (const [index, item] of [...arrayItems(dict)].entries()) {
        const end = item instanceof PDFRef ? ends.get(item) : undefined;
        if (end != null) dict.set(index, end);
        else if (!(item instanceof PDFRef)) straighten(item);
      }
    }
  };
  straighten(trailer);
  for (const object of contextEntries(context).values()) straighten(object);
  // Remaining references to these objects are now null.
  for (const ref of ends.keys()) context.delete(ref);
}

function endOf(ref: PDFRef, context: PDFContext): PDFRef | null {
  const seen = new Set<PDFRef>();
  let at = ref;
  for (let object: PDFObject | undefined = context.lookup(at); ; object = context.lookup(at)) {
    if (object === undefined || seen.has(at)) return null;
    if (!(object instanceof PDFRef)) return at;
    seen.add(at);
    at = object;
  }
}
