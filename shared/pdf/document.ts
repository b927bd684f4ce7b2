import type { Limits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import type { FileLayout } from './file-layout.ts';
import { contextEntries, type PDFContext, type PDFDict, type PDFObject, type PDFRef } from './objects.ts';
import type { Security } from './security/unlock.ts';

/** A document in memory: only what the trailer reaches, in the input's own object numbers. */
export interface PdfDocument {
  /** The file as it came. Image and font streams are views into it: it must stay as it is. */
  readonly input: ByteSource;
  readonly limits: Limits;
  /** Indirect objects by reference, decrypted. */
  readonly context: PDFContext;
  /** Root, Info and ID. */
  readonly trailer: PDFDict;
  /** How the file is encrypted and is to be written again; null when it is not. */
  readonly security: Security | null;
  /** Of the header, such as `1.4`. */
  readonly headerVersion: string;
  /** Objects that the file holds and nothing reaches; they are not in `context`. */
  readonly unreachedObjects: number;
  /** What had to be mended to read the file, in order. */
  readonly repairs: readonly string[];
  /** Parts of a damaged file are lost: what is in memory is not all that the file was. */
  readonly incomplete: boolean;
  /** Objects that do not end, or go on, as the syntax wants: of these a part may be lost. */
  readonly malformedObjects: ReadonlySet<PDFRef>;
  /** Pages that a damaged file says it has, and that are not to be found. */
  readonly lostPages: number;
  /** Where the objects stand in `input`; only of a document that was opened to be inspected. */
  readonly layout?: FileLayout;
}

/** Every indirect object, in ascending object number. Where order means nothing, `contextEntries` costs less. */
export function indirectObjects(doc: PdfDocument): [PDFRef, PDFObject][] {
  return sortedByNumber([...contextEntries(doc.context)]);
}

/** The same array; a table of objects mostly gives them in order. */
export function sortedByNumber(objects: [PDFRef, PDFObject][]): [PDFRef, PDFObject][] {
  const isInOrder = objects.every(
    ([{ objectNumber }], index) => index === 0 || objects[index - 1][0].objectNumber <= objectNumber,
  );
  return isInOrder ? objects : objects.sort(([one], [other]) => one.objectNumber - other.objectNumber);
}
