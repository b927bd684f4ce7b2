import { dictEntries, PDFArray, PDFDict, PDFNull, type PDFObject, PDFStream } from '../objects.ts';
import type { Resolve } from './encrypt-dictionary.ts';

/** Crypt filters are three levels deep; an encryption dictionary never has more objects or levels than this. */
const MAX_LEVELS = 6;
const MAX_OBJECTS = 100;

/**
 * Copies the dictionary with all references resolved, so that it can be written on its own. Streams, and
 * anything deeper than in any encryption dictionary, become null.
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
