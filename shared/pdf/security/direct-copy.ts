import { dictEntries, PDFArray, PDFDict, PDFNull, type PDFObject, PDFStream } from '../objects.ts';
import type { Resolve } from './encrypt-dictionary.ts';

/** Crypt filters lie three levels deep; more objects or levels than this are no encryption dictionary's. */
const MAX_LEVELS = 6;
const MAX_OBJECTS = 100;

/**
 * The dictionary with everything it refers to inside it, so that it can be written without its old neighbours.
 * What lies deeper than any encryption dictionary goes, and streams, become null.
 */
export function directCopy(dict: PDFDict, resolve: Resolve): PDFDict {
  let objects = 0;

  const copyOf = (object: PDFObject | undefined, level: number): PDFObject => {
    const value = resolve(object);
    if (value === undefined || value instanceof PDFStream) return PDFNull;
    if (!(value instanceof PDFDict || value instanceof PDFArray)) return value;
    if (level > MAX_LEVELS || ++objects > MAX_OBJECTS) return PDFNull;
    return value instanceof PDFDict ? dictCopy(value, level) : arrayCopy(value, level);
  };

  const arrayCopy = (array: PDFArray, level: number): PDFArray => {
    const copy = array.clone();
    for (let i = 0; i < copy.size(); i++) copy.set(i, copyOf(copy.get(i), level + 1));
    return copy;
  };

  const dictCopy = (from: PDFDict, level: number): PDFDict => {
    const copy = from.clone();
    for (const [name, value] of dictEntries(from)) copy.set(name, copyOf(value, level + 1));
    return copy;
  };

  return dictCopy(dict, 0);
}
