import type { Limits } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import type { FileLayout } from './file-layout.ts';
import { contextEntries, type PDFContext, type PDFDict, type PDFObject, type PDFRef } from './objects.ts';
import type { Security } from './security/unlock.ts';

/** A document in memory: only reachable objects, in the input's object numbers. */
export interface PdfDocument {
  /** The input file. Image and font streams are views into it: it must not change. */
  readonly input: ByteSource;
  readonly limits: Limits;
  /** Indirect objects by reference, decrypted. */
  readonly context: PDFContext;
  /** Root, Info and ID. */
  readonly trailer: PDFDict;
  /** Encryption of the file, also used for writing; null if it is not encrypted. */
  readonly security: Security | null;
  /** Version in the header, e.g. `1.4`. */
  readonly headerVersion: string;
  /** Number of unreachable objects in the file; they are not in `context`. */
  readonly unreachedObjects: number;
  /** Repairs that were needed to read the file, in order. */
  readonly repairs: readonly string[];
  /** True if parts of a damaged file are lost. */
  readonly incomplete: boolean;
  /** Objects with syntax errors, which may have lost a part. */
  readonly malformedObjects: ReadonlySet<PDFRef>;
  /** Number of pages that a damaged file declares but that were not found. */
  readonly lostPages: number;
  /** Positions of the objects in `input`; only for a document opened for inspection. */
  readonly layout?: FileLayout;
}

/**
 * Returns every indirect object in ascending object number. `contextEntries` is cheaper if the order does not
 * matter.
 */
export function indirectObjects(doc: PdfDocument): [PDFRef, PDFObject][] {
  return sortedByNumber([...contextEntries(doc.context)]);
}

/** Sorts in place; a table of objects is mostly sorted already. */
export function sortedByNumber(objects: [PDFRef, PDFObject][]): [PDFRef, PDFObject][] {
  const isInOrder = objects.every(
    ([{ objectNumber }], index) => index === 0 || objects[index - 1]![0].objectNumber <= objectNumber,
  );
  return isInOrder ? objects : objects.sort(([one], [other]) => one.objectNumber - other.objectNumber);
}
