import { dictEntries, key, PDFArray, PDFDict, type PDFObject } from '../pdf/objects.ts';

export function arrayFrom(items: readonly PDFObject[], { context }: Pick<PDFDict, 'context'>): PDFArray {
  const array = PDFArray.withContext(context);
  for (const item of items) array.push(item);
  return array;
}

/** Returns a copy of the dictionary with these entries set; undefined removes an entry. */
export function withEntries(dict: PDFDict, values: Readonly<Record<string, PDFObject | undefined>>): PDFDict {
  const entries = new Map(dictEntries(dict));
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) entries.delete(key(name));
    else entries.set(key(name), value);
  }
  return PDFDict.fromMapWithContext(entries, dict.context);
}
