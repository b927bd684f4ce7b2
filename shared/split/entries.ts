import { dictEntries, key, PDFArray, PDFDict, type PDFObject } from '../pdf/objects.ts';

/** An array of these items. */
export function arrayFrom(items: readonly PDFObject[], { context }: Pick<PDFDict, 'context'>): PDFArray {
  const array = PDFArray.withContext(context);
  for (const item of items) array.push(item);
  return array;
}

/** The dictionary with these entries instead of its own; what is undefined goes. */
export function withEntries(dict: PDFDict, values: Readonly<Record<string, PDFObject | undefined>>): PDFDict {
  const entries = new Map(dictEntries(dict));
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) entries.delete(key(name));
    else entries.set(key(name), value);
  }
  return PDFDict.fromMapWithContext(entries, dict.context);
}
