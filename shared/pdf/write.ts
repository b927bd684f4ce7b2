/**
 * A document as a new file: only what the trailer reaches, numbered anew, small objects packed into object streams
 * by kind, and a cross-reference stream; or, for parts of PDF/A-1 and tiny files, the classic form.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { deflate } from '../codecs/deflate.ts';
import { ByteSink } from './byte-sink.ts';
import type { PdfDocument } from './document.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from './objects.ts';
import { type SerializeRules, serialize, serializeStreamDict } from './serialize.ts';
import { reachableRefs } from './walk.ts';

export interface WriteOptions {
  /** False keeps to what PDF 1.4 knows, as PDF/A-1 demands (ISO 19005-1, 6.1.4). */
  readonly objectStreams: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Measured 20-33 % smaller than streams of 100 in tagged files; larger ones gain nothing and cost readers. */
const OBJECTS_PER_STREAM = 1000;
/** Below this the classic table may be the smaller form. */
const TINY_OBJECTS = 24;
const NEWLINE = 10;

/** The bytes of the new file. */
export function writeDocument(doc: PdfDocument, options: WriteOptions): Uint8Array {
  const refs = reachableRefs(doc.context, doc.trailer);
  if (!options.objectStreams) return write(doc, refs, { ...options, objectStreams: false });
  const packed = write(doc, refs, options);
  if (refs.length > TINY_OBJECTS) return packed;
  const classic = write(doc, refs, { ...options, objectStreams: false });
  return classic.length < packed.length ? classic : packed;
}

interface Item {
  readonly ref: PDFRef;
  readonly object: PDFObject;
}

function write(doc: PdfDocument, refs: readonly PDFRef[], options: WriteOptions): Uint8Array {
  const streams: Item[] = [];
  const plain: Item[] = [];
  for (const ref of refs) {
    const object = doc.context.lookup(ref);
    if (object === undefined) continue;
    (object instanceof PDFRawStream ? streams : plain).push({ ref, object });
  }
  if (options.objectStreams) sortByKind(plain);

  // Neighbours in an object stream get neighbouring numbers: references inside it then look alike to deflate.
  const numbers = new Map<PDFRef, number>();
  for (const { ref } of [...plain, ...streams]) numbers.set(ref, numbers.size + 1);
  const rules: SerializeRules = { numberOf: (ref) => numbers.get(ref) };
  const file = new FileWriter(outputVersion(doc, options.objectStreams));

  let done = 0;
  for (const { ref, object } of streams) {
    if (object instanceof PDFRawStream)
      file.stream(numbers.get(ref) ?? 0, object.dict, object.contents, rules);
    options.onProgress?.(++done, refs.length);
  }
  if (options.objectStreams) {
    let next = numbers.size + 1;
    for (let first = 0; first < plain.length; first += OBJECTS_PER_STREAM) {
      const group = plain.slice(first, first + OBJECTS_PER_STREAM);
      file.objectStream(next++, group, numbers, rules);
      done += group.length;
      options.onProgress?.(done, refs.length);
    }
    return file.endWithXrefStream(next, doc.trailer, rules);
  }
  for (const { ref, object } of plain) {
    file.object(numbers.get(ref) ?? 0, object, rules);
    options.onProgress?.(++done, refs.length);
  }
  return file.endWithTable(doc.trailer, rules);
}

type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** Collects the parts of the file: views where data is only passed on, so nothing large is copied twice. */
class FileWriter {
  readonly #parts: Uint8Array[] = [];
  readonly #places = new Map<number, Place>();
  #offset = 0;

  constructor(version: string) {
    // Four bytes above 127 mark the file as binary (7.5.2).
    this.#add(asBytes((sink) => sink.text(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`)));
  }

  object(number: number, object: PDFObject, rules: SerializeRules): void {
    this.#begin(number, (sink) => {
      serialize(object, sink, rules);
      sink.text('\nendobj\n');
    });
  }

  stream(number: number, dict: PDFDict, data: Uint8Array, rules: SerializeRules): void {
    this.#begin(number, (sink) => {
      serializeStreamDict(dict, data.length, sink, rules);
      sink.text('stream\n');
    });
    this.#add(data);
    // PDF/A wants an end of line before "endstream" (ISO 19005-2, 6.1.7.1).
    this.#add(END_OF_STREAM);
  }

  /** 7.5.7: pairs of number and offset, then the objects. */
  objectStream(
    number: number,
    items: readonly Item[],
    numbers: ReadonlyMap<PDFRef, number>,
    rules: SerializeRules,
  ): void {
    const body = new ByteSink(items.length * 64);
    let table = '';
    for (const [index, { ref, object }] of items.entries()) {
      if (index > 0) body.byte(NEWLINE);
      const objectNumber = numbers.get(ref) ?? 0;
      table += `${objectNumber} ${body.length} `;
      serialize(object, body, rules);
      this.#places.set(objectNumber, { stream: number, index });
    }
    const plain = asBytes((sink) => {
      sink.text(table);
      sink.bytes(body.view());
    });
    const packed = deflate(plain);
    const smaller = packed.length + FLATE_ENTRY.length < plain.length;
    const entry = smaller ? FLATE_ENTRY : '';
    const data = smaller ? packed : plain;
    this.#begin(number, (sink) =>
      sink.text(
        `<</Type/ObjStm/N ${items.length}/First ${table.length}${entry}/Length ${data.length}>>stream\n`,
      ),
    );
    this.#add(data);
    this.#add(END_OF_STREAM);
  }

  /** 7.5.8. The stream lists itself too. */
  endWithXrefStream(number: number, trailer: PDFDict, rules: SerializeRules): Uint8Array {
    const start = this.#offset;
    this.#places.set(number, { offset: start });
    const size = number + 1;
    const offsetWidth = byteWidth(Math.max(start, size));
    const indexWidth = byteWidth(OBJECTS_PER_STREAM - 1);
    const width = 1 + offsetWidth + indexWidth;
    const rows = new Uint8Array(size * width);
    for (const [object, place] of this.#places) {
      const row = object * width;
      const isPacked = 'stream' in place;
      rows[row] = isPacked ? 2 : 1;
      putBigEndian(rows, row + 1, offsetWidth, isPacked ? place.stream : place.offset);
      if (isPacked) putBigEndian(rows, row + 1 + offsetWidth, indexWidth, place.index);
    }
    // Object 0 heads the (empty) list of free objects; its generation would be 65535, which no reader asks for.
    const packed = deflate(pngUp(rows, width));
    const id = this.#identifier(trailer);
    this.#add(
      asBytes((sink) => {
        sink.text(`${number} 0 obj\n<</Type/XRef/Size ${size}/W[1 ${offsetWidth} ${indexWidth}]`);
        sink.text(`/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${width}>>`);
        trailerEntries(trailer, id, sink, rules);
        sink.text(`/Length ${packed.length}>>stream\n`);
      }),
    );
    this.#add(packed);
    return this.#end(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
  }

  /** 7.5.4. */
  endWithTable(trailer: PDFDict, rules: SerializeRules): Uint8Array {
    const start = this.#offset;
    const size = this.#places.size + 1;
    const id = this.#identifier(trailer);
    this.#add(
      asBytes((sink) => {
        sink.text(`xref\n0 ${size}\n0000000000 65535 f \n`);
        for (let number = 1; number < size; number++) {
          const place = this.#places.get(number);
          if (place === undefined || 'stream' in place)
            throw new Error(`object ${number} has no place in the file`);
          sink.text(`${String(place.offset).padStart(10, '0')} 00000 n \n`);
        }
        sink.text(`trailer\n<</Size ${size}`);
        trailerEntries(trailer, id, sink, rules);
        sink.text('>>');
      }),
    );
    return this.#end(`\nstartxref\n${start}\n%%EOF\n`);
  }

  #begin(number: number, fill: (sink: ByteSink) => void): void {
    this.#places.set(number, { offset: this.#offset });
    this.#add(
      asBytes((sink) => {
        sink.text(`${number} 0 obj\n`);
        fill(sink);
      }),
    );
  }

  #add(part: Uint8Array): void {
    this.#parts.push(part);
    this.#offset += part.length;
  }

  /** The first half stays as it is for good, the second tells this file from others (14.4). */
  #identifier(trailer: PDFDict): string | null {
    const id = trailer.lookup(key('ID'));
    const first = id instanceof PDFArray ? id.lookup(0) : undefined;
    if (first === undefined) return null;
    const hash = sha256.create();
    for (const part of this.#parts) hash.update(part);
    return `[${first.toString()}${PDFHexString.of(hex(hash.digest().subarray(0, 16))).toString()}]`;
  }

  #end(text: string): Uint8Array {
    this.#add(asBytes((sink) => sink.text(text)));
    const file = new Uint8Array(this.#offset);
    let at = 0;
    for (const part of this.#parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }
}

const FLATE_ENTRY = '/Filter/FlateDecode';
const END_OF_STREAM = asBytes((sink) => sink.text('\nendstream\nendobj\n'));

function asBytes(fill: (sink: ByteSink) => void): Uint8Array {
  const sink = new ByteSink();
  fill(sink);
  return sink.view();
}

function trailerEntries(trailer: PDFDict, id: string | null, sink: ByteSink, rules: SerializeRules): void {
  for (const [name, value] of dictEntries(trailer)) {
    if (name === key('ID')) continue;
    if (value instanceof PDFRef && rules.numberOf(value) === undefined) continue;
    sink.text(`${name.toString()} `);
    serialize(value, sink, rules);
  }
  if (id !== null) sink.text(`/ID${id}`);
}

/** PNG's "up": rows of a cross-reference stream differ little from the one above. */
function pngUp(rows: Uint8Array, width: number): Uint8Array {
  const count = rows.length / width;
  const out = new Uint8Array(rows.length + count);
  for (let row = 0; row < count; row++) {
    const target = row * (width + 1);
    out[target] = 2;
    for (let i = 0; i < width; i++) {
      const above = row > 0 ? rows[(row - 1) * width + i] : 0;
      out[target + 1 + i] = rows[row * width + i] - above;
    }
  }
  return out;
}

function byteWidth(value: number): number {
  let width = 1;
  for (let limit = 256; value >= limit; limit *= 256) width += 1;
  return width;
}

function putBigEndian(target: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let i = width - 1; i >= 0; i--) {
    target[at + i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Object streams need 1.5; 1.4 is the least that all our encodings need. Never below what the header said. */
function outputVersion(doc: PdfDocument, objectStreams: boolean): string {
  const least = objectStreams ? '1.5' : '1.4';
  return doc.headerVersion > least ? doc.headerVersion : least;
}

/** Like beside like: objects of one kind share keys and values, which deflate then finds. */
function sortByKind(items: Item[]): void {
  const kinds = new Map(items.map(({ ref, object }) => [ref, kindOf(object)]));
  // Array.prototype.sort is stable: inside a kind the order of the walk stays.
  items.sort((a, b) => compare(kinds.get(a.ref) ?? '', kinds.get(b.ref) ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Names of our own only: class names differ between a bundled and a plain build, and so would the bytes. */
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
  const type = object.get(key('Type')) ?? object.get(key('S')) ?? object.get(key('Subtype'));
  if (type instanceof PDFName) return `dict ${nameText(type)}`;
  return `dict with ${[...dictEntries(object).keys()].map(nameText).join(' ')}`;
}
