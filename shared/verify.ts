import { sha256Hex } from './codecs/digest/sha256.ts';
import type { Host } from './host.ts';
import type { Limits } from './limits.ts';
import { wholeBytes } from './pdf/byte-source.ts';
import { sameBytes } from './pdf/bytes.ts';
import { Changes } from './pdf/check/changes.ts';
import { firstDifference } from './pdf/check/check.ts';
import type { PdfDocument } from './pdf/document.ts';
import { documentFacts } from './pdf/inventory/facts.ts';
import { openDocument, openOptions } from './pdf/read/open.ts';
import type { Verification, VerifiedFile } from './verification.ts';
import { compareDocuments } from './verify/compare-documents.ts';
import { producerOf } from './verify/kinds/catalog.ts';
import { readingOf } from './verify/reading.ts';

/** Context of one comparison. */
export interface VerifyRun {
  readonly host: Host;
  readonly signal?: AbortSignal;
  /** Called with the number of compared pages, and the number of pages of the document before. */
  readonly onPage?: (done: number, total: number) => void;
  /** Opens either file if it is encrypted. */
  readonly password?: string;
  readonly limits?: Partial<Limits>;
}

/**
 * Heavy entry point. Compares a PDF with another one made from it, by this program or by any other. Both are
 * read by our own reader. The look of pages is not compared here, since the host renders them.
 * @throws PdfError when one of the files cannot be read; the signal's reason when it was aborted.
 */
export async function verify(before: Uint8Array, after: Uint8Array, run: VerifyRun): Promise<Verification> {
  const opened = (file: Uint8Array) => openDocument(file, openOptions(run));
  const documents = { before: await opened(before), after: await opened(after) };
  const files = { before: fileOf(documents.before), after: fileOf(documents.after) };
  const compared = await compareDocuments(documents.before, documents.after, run);
  return { ...files, equality: equalityOf(documents.before, documents.after, run.signal), ...compared };
}

function fileOf(doc: PdfDocument): VerifiedFile {
  const producer = producerOf(readingOf(doc));
  return {
    size: doc.input.length,
    sha256: sha256Hex(wholeBytes(doc.input)),
    document: documentFacts(doc),
    ...(producer === undefined ? {} : { producer }),
    repairs: doc.repairs,
    incomplete: doc.incomplete,
  };
}

function equalityOf(
  before: PdfDocument,
  after: PdfDocument,
  signal: AbortSignal | undefined,
): Verification['equality'] {
  if (sameBytes(wholeBytes(before.input), wholeBytes(after.input))) return 'bytes';
  const difference = firstDifference(before, after, new Changes(), signal === undefined ? {} : { signal });
  return difference === null ? 'objects' : 'none';
}
