/**
 * Writes a document as a new file: only reachable objects, renumbered, small objects in object streams sorted
 * by kind, and a cross-reference stream. PDF/A-1 and tiny files have the classic form.
 */
import { deflate } from '../../codecs/flate/deflate.ts';
import { type Pieces, wholeBytes } from '../byte-source.ts';
import type { PdfDocument } from '../document.ts';
import {
  contextEntries,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import type { Resolve } from '../security/encrypt-dictionary.ts';
import { encryptObject, separatesRoles, streamRoles } from '../security/indirect-object.ts';
import { reachableRefs } from '../walk.ts';
import { directValues } from './direct-values.ts';
import { FileWriter } from './file-writer.ts';
import { type Item, OBJECTS_PER_STREAM, objectStreamBody } from './object-stream.ts';
import type { SerializeRules } from './serialize.ts';

export interface WriteOptions {
  /** False restricts the file to PDF 1.4, as standards based on it require. */
  readonly objectStreams: boolean;
  /** Highest version in the header, unless the input's is higher; 2.0 by default. */
  readonly maxVersion?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** With fewer objects, the classic table may be smaller. */
const TINY_OBJECTS = 24;

/**
 * Object streams up to this total are deflated at the highest level, 4 MB per second. Only documents with
 * tens of thousands of objects exceed it: the rest is deflated ten times as fast and 3-15 % larger.
 */
const TIGHTLY_PACKED_BYTES = 1.5 * 1024 * 1024;
const FAST_LEVEL = 6;
/** Object streams in memory before they are deflated, each of about 100 KB. */
const STREAMS_AT_ONCE = 16;

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

/** Bytes to deflate at the final level or at the given one. */
export interface ToDeflate {
  readonly bytes: Uint8Array;
  readonly level: number | undefined;
}

export function deflated({ bytes, level }: ToDeflate): Uint8Array {
  return deflate(bytes, level);
}

/** Each step waits for its data to be deflated. */
type WriteSteps = Generator<readonly ToDeflate[], Pieces, readonly Uint8Array[]>;

function* writeSteps(doc: PdfDocument, options: WriteOptions): WriteSteps {
  const { refs } = reachableRefs(doc.context, doc.trailer);
  if (!options.objectStreams) return yield* write(doc, refs, options);
  const packed = yield* write(doc, refs, options);
  if (refs.length > TINY_OBJECTS) return packed;
  const classic = yield* write(doc, refs, { ...options, objectStreams: false });
  return classic.length < packed.length ? classic : packed;
}

function* write(doc: PdfDocument, refs: readonly PDFRef[], options: WriteOptions): WriteSteps {
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
  const file = new FileWriter(outputVersion(doc, options), doc.security);
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
    let bytes = 0;
    for (const groups of inBatches(inBatches(plain, OBJECTS_PER_STREAM), STREAMS_AT_ONCE)) {
      const bodies = groups.map((group) => objectStreamBody(group, rules));
      const packed = yield bodies.map((body) => {
        bytes += body.bytes.length;
        return { bytes: body.bytes, level: bytes <= TIGHTLY_PACKED_BYTES ? undefined : FAST_LEVEL };
      });
      for (const [index, body] of bodies.entries()) {
        file.objectStream(next++, body, packed[index]);
        done += body.numbers.length;
        options.onProgress?.(done, items.length);
      }
    }
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

/** Returns a function that encrypts an object for its new number; the identity if the document is not encrypted. */
function encryptor(
  { security, context }: PdfDocument,
  items: readonly Item[],
): (object: PDFObject, ref: PDFRef, number: number) => PDFObject {
  if (security === null) return (object) => object;
  const resolve: Resolve = (object) => (object instanceof PDFRef ? context.lookup(object) : object);
  const objects = items.map(({ object }) => object);
  const roles = separatesRoles(security) ? streamRoles(objects, resolve) : null;
  return (object, ref, number) => encryptObject(security, object, { num: number, gen: 0 }, roles?.get(ref));
}

function inBatches<Of>(all: readonly Of[], size: number): (readonly Of[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Object streams need 1.5; other encodings need at least 1.4 if allowed. Never below the header's version. */
function outputVersion(doc: PdfDocument, { objectStreams, maxVersion = '2.0' }: WriteOptions): string {
  const wanted = objectStreams ? '1.5' : '1.4';
  const least = wanted < maxVersion ? wanted : maxVersion;
  return doc.headerVersion > least ? doc.headerVersion : least;
}

/**
 * Groups objects by kind: they share keys and values, which deflate exploits. The order of the walk stays
 * within a kind.
 */
function sortedByKind(items: readonly Item[]): Item[] {
  const kinds = new Map<string, Item[]>();
  for (const item of items) {
    const kind = kindOf(item.object);
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [item]);
    else alike.push(item);
  }
  return [...kinds.keys()].sort().flatMap((kind) => kinds.get(kind) ?? []);
}

const typeKinds = new WeakMap<PDFName, string>();

function kindOfType(type: PDFName): string {
  let kind = typeKinds.get(type);
  if (kind === undefined) typeKinds.set(type, (kind = `dict ${nameText(type)}`));
  return kind;
}

const TYPE = key('Type');
const S = key('S');
const SUBTYPE = key('Subtype');

/** Own names only: class names, and with them the bytes, would differ between a bundled and a plain build. */
function kindOf(object: PDFObject): string {
  if (object instanceof PDFArray) {
    const first = object.size() > 0 ? object.get(0) : undefined;
    return first instanceof PDFRef
      ? 'array of references'
      : first instanceof PDFNumber
        ? 'array of numbers'
        : 'array';
  }
  if (!(object instanceof PDFDict)) return object instanceof PDFNumber ? 'number' : 'other';
  const type = object.get(TYPE) ?? object.get(S) ?? object.get(SUBTYPE);
  if (type instanceof PDFName) return kindOfType(type);
  return `dict with ${[...dictEntries(object).keys()].map(nameText).join(' ')}`;
}
