import type { PdfDocument } from '../document.ts';
import { type PDFObject, PDFRef } from '../objects.ts';
import type { Resolve } from '../security/encrypt-dictionary.ts';
import { encryptObject, separatesRoles, streamRoles } from '../security/indirect-object.ts';
import type { Item } from './object-stream.ts';

/** Returns a function that encrypts an object for its new number; the identity if the document is not encrypted. */
export function encryptor(
  { security, context }: PdfDocument,
  items: readonly Item[],
): (object: PDFObject, ref: PDFRef, number: number) => PDFObject {
  if (security === null) return (object) => object;
  const resolve: Resolve = (object) => (object instanceof PDFRef ? context.lookup(object) : object);
  const objects = items.map(({ object }) => object);
  const roles = separatesRoles(security) ? streamRoles(objects, resolve) : null;
  return (object, ref, number) => encryptObject(security, object, { num: number, gen: 0 }, roles?.get(ref));
}
