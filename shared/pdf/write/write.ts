/**
 * Writes a document as a new file: only reachable objects, renumbered, small objects in object streams sorted
 * by kind, and a cross-reference stream. PDF/A-1 and tiny files have the classic form.
 */
import { type Pieces, wholeBytes } from '../byte-source.ts';
import type { PdfDocument } from '../document.ts';
import { contextEntries, key, type PDFObject, PDFRawStream, type PDFRef } from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import { reachableRefs } from '../walk.ts';
import { directValues } from './direct-values.ts';
import { encryptor } from './encryptor.ts';
import { FileWriter } from './file-writer.ts';
import { writeLinearized } from './linearized/linearized.ts';
import { sortedByKind } from './object-kinds.ts';
import type { Item } from './object-stream.ts';
import { deflated, objectGroups, packObjects, type Steps, type ToDeflate } from './packed-objects.ts';
import type { SerializeRules } from './serialize.ts';

export interface WriteOptions {
  /** False restricts the file to PDF 1.4, as standards based on it require. */
  readonly objectStreams: boolean;
  /** Highest version in the header, unless the input's is higher; 2.0 by default. */
  readonly maxVersion?: string;
  /**
   * Orders the file so that a reader shows the first page before it has the rest (annex F). A document without pages, or whose
   * pages lead to each other too often, is written as usual.
   */
  readonly linearize?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Number of objects below which the classic table may be smaller. */
const TINY_OBJECTS = 24;

export function writeDocument(doc: PdfDocument, options: WriteOptions): Uint8Array {
  return wholeBytes(writeInPieces(doc, options));
}

/** Like writeDocument(), in pieces: unchanged data is not in memory twice. */
export function writeInPieces(doc: PdfDocument, options: WriteOptions): Pieces {
  const steps = writeSteps(doc, options);
  for (let step = steps.next([]); ; step = steps.next(step.value.map(deflated)))
    if (step.done === true) return step.value;
}

/**
 * Like writeInPieces(), for callers that can deflate in parallel.
 * @param deflateAll returns for each what `deflated` returns
 */
export async function writeTogether(
  doc: PdfDocument,
  options: WriteOptions,
  deflateAll: (wanted: readonly ToDeflate[]) => Promise<readonly Uint8Array[]>,
): Promise<Pieces> {
  const steps = writeSteps(doc, options);
  for (let step = steps.next([]); ; step = steps.next(await deflateAll(step.value)))
    if (step.done === true) return step.value;
}

function* writeSteps(doc: PdfDocument, options: WriteOptions): Steps<Pieces> {
  const { refs } = reachableRefs(doc.context, doc.trailer);
  const version = outputVersion(doc, options);
  const linearized =
    options.linearize === true ? yield* writeLinearized(doc, refs, { ...options, version }) : null;
  if (linearized !== null) return linearized;
  if (!options.objectStreams) return yield* write(doc, refs, options);
  const packed = yield* write(doc, refs, options);
  if (refs.length > TINY_OBJECTS) return packed;
  const classic = yield* write(doc, refs, { ...options, objectStreams: false });
  return classic.length < packed.length ? classic : packed;
}

function* write(doc: PdfDocument, refs: readonly PDFRef[], options: WriteOptions): Steps<Pieces> {
  const streams: Item[] = [];
  const others: Item[] = [];
  const objects = contextEntries(doc.context);
  // Strings are encrypted with the number of their object, except in object streams.
  const direct =
    doc.security === null || options.objectStreams ? directValues(doc.context, refs, doc.trailer) : null;
  for (const ref of refs) {
    const object = objects.get(ref);
    if (object === undefined) continue;
    if (direct?.has(ref)) continue;
    (object instanceof PDFRawStream ? streams : others).push({ ref, object });
  }
  const plain = options.objectStreams ? sortedByKind(others) : others;
  // Consecutive numbers within an object stream make its references similar, which deflate exploits.
  const numbers = new RefMap<number>();
  const items = [...plain, ...streams];
  for (const { ref } of items) numbers.set(ref, numbers.size + 1);
  const rules: SerializeRules = { numberOf: (ref) => numbers.get(ref), directOf: (ref) => direct?.get(ref) };
  const hasJpx = streams.some(({ object }) => isJpx(object));
  const file = new FileWriter(outputVersion(doc, { ...options, hasJpx }), doc.security);
  const encrypted = encryptor(doc, items);

  let done = 0;
  for (const { ref, object } of streams) {
    const number = numbers.get(ref) ?? 0;
    const stream = encrypted(object, ref, number);
    if (stream instanceof PDFRawStream) file.stream(number, stream.dict, stream.contents, rules);
    options.onProgress?.(++done, items.length);
  }
  if (options.objectStreams) {
    let next = numbers.size + 1;
    yield* packObjects(objectGroups(plain), rules, (body, packed) => {
      file.objectStream(next++, body, packed);
      done += body.numbers.length;
      options.onProgress?.(done, items.length);
    });
    const encrypt = file.encryptDictionary(next, rules);
    return file.endWithXrefStream(encrypt === null ? next : next + 1, {
      trailer: doc.trailer,
      encrypt,
      rules,
    });
  }
  for (const { ref, object } of plain) {
    const number = numbers.get(ref) ?? 0;
    file.object(number, encrypted(object, ref, number), rules);
    options.onProgress?.(++done, items.length);
  }
  const encrypt = file.encryptDictionary(numbers.size + 1, rules);
  return file.endWithTable({ trailer: doc.trailer, encrypt, rules });
}

function isJpx(object: PDFObject): boolean {
  return object instanceof PDFRawStream && String(object.dict.get(key('Filter'))).includes('JPXDecode');
}

/** Object streams and JPEG 2000 need 1.5; other encodings need at least 1.4 if allowed. Never below the header's version. */
function outputVersion(
  doc: PdfDocument,
  { objectStreams, hasJpx = false, maxVersion = '2.0' }: WriteOptions & { readonly hasJpx?: boolean },
): string {
  const wanted = objectStreams || hasJpx ? '1.5' : '1.4';
  const least = wanted < maxVersion ? wanted : maxVersion;
  return doc.headerVersion > least ? doc.headerVersion : least;
}
