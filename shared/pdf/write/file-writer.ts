import type { Pieces } from '../byte-source.ts';
import { dictEntries, key, PDFContext, PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import type { Security } from '../security/unlock.ts';
import type { ByteSink } from './byte-sink.ts';
import { identifierOf } from './file-id.ts';
import type { ObjectStreamBody } from './object-stream.ts';
import { PieceSink } from './piece-sink.ts';
import { type SerializeRules, serialize, serializeStreamDict } from './serialize.ts';
import { type Place, xrefStreamData, xrefTable } from './xref-data.ts';

/** Data for the trailer; `encrypt` is the object number of the encryption dictionary. */
export interface FileEnd {
  readonly trailer: PDFDict;
  readonly encrypt: number | null;
  readonly rules: SerializeRules;
}

/** Writes the parts of a file in order and records their positions. */
export class FileWriter {
  readonly #file = new PieceSink();
  /** Indexed by object number; object 0 heads the free list. */
  readonly #places: (Place | undefined)[] = [undefined];
  readonly #security: Security | null;

  constructor(version: string, security: Security | null) {
    this.#security = security;
    // Four bytes above 127 mark the file as binary (7.5.2).
    this.#text(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
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
    this.#streamData(data);
  }

  /** Writes an object stream (7.5.7), deflated if `packed` is smaller. */
  objectStream(number: number, { numbers, first, bytes }: ObjectStreamBody, packed: Uint8Array): void {
    for (const [index, object] of numbers.entries()) this.#places[object] = { stream: number, index };
    const smaller = packed.length + FLATE_ENTRY.length < bytes.length;
    const entry = smaller ? FLATE_ENTRY : '';
    const compact = smaller ? packed : bytes;
    // Encrypted as a whole; its strings are not encrypted separately (7.5.7).
    const id = { num: number, gen: 0 };
    const data = this.#security?.encryptStream(compact, OBJECT_STREAM, id) ?? compact;
    this.#begin(number, (sink) =>
      sink.text(`<</Type/ObjStm/N ${numbers.length}/First ${first}${entry}/Length ${data.length}>>stream\n`),
    );
    this.#streamData(data);
  }

  /** Writes the encryption dictionary as a plain object, with its strings unencrypted; null if there is none. */
  encryptDictionary(number: number, rules: SerializeRules): number | null {
    if (this.#security === null) return null;
    this.object(number, this.#security.encryptDictionary, rules);
    return number;
  }

  /** Ends the file with a cross-reference stream (7.5.8), which lists itself too. */
  endWithXrefStream(number: number, end: FileEnd): Pieces {
    const start = this.#file.length;
    this.#places[number] = { offset: start };
    const size = number + 1;
    const { bytes: packed, entries } = xrefStreamData(this.#places, 0, start);
    const id = identifierOf(end.trailer, this.#file.pieces().pieces);
    this.#file.write((sink) => {
      sink.text(`${number} 0 obj\n<</Type/XRef/Size ${size}${entries}`);
      trailerEntries(end, id, sink);
      sink.text(`/Length ${packed.length}>>stream\n`);
    });
    this.#streamData(packed);
    return this.#end(`startxref\n${start}\n%%EOF\n`);
  }

  /** Ends the file with a cross-reference table (7.5.4). */
  endWithTable(end: FileEnd): Pieces {
    const start = this.#file.length;
    const size = this.#places.length;
    const id = identifierOf(end.trailer, this.#file.pieces().pieces);
    this.#file.write((sink) => {
      sink.text(`${xrefTable(this.#places, 0)}trailer\n<</Size ${size}`);
      trailerEntries(end, id, sink);
      sink.text('>>');
    });
    return this.#end(`\nstartxref\n${start}\n%%EOF\n`);
  }

  /** Ends a part of the file. Returns all pieces so far, and the places of objects by number. */
  cut(): {
    readonly pieces: readonly Uint8Array[];
    readonly length: number;
    readonly places: readonly (Place | undefined)[];
  } {
    const { pieces } = this.#file.pieces();
    return { pieces, length: this.#file.length, places: this.#places };
  }

  #begin(number: number, fill: (sink: ByteSink) => void): void {
    this.#places[number] = { offset: this.#file.length };
    this.#file.write((sink) => {
      sink.text(`${number} 0 obj\n`);
      fill(sink);
    });
  }

  #streamData(data: Uint8Array): void {
    this.#file.add(data);
    // PDF/A requires an end of line before "endstream" (ISO 19005-2, 6.1.7.1).
    this.#text('\nendstream\nendobj\n');
  }

  #text(text: string): void {
    this.#file.write((sink) => sink.text(text));
  }

  #end(text: string): Pieces {
    this.#text(text);
    return this.#file.pieces();
  }
}

const FLATE_ENTRY = '/Filter/FlateDecode';
const OBJECT_STREAM = PDFDict.fromMapWithContext(
  new Map([[key('Type'), key('ObjStm')]]),
  PDFContext.create(),
);

export function trailerEntries(
  { trailer, encrypt, rules }: FileEnd,
  id: string | null,
  sink: ByteSink,
): void {
  for (const [name, value] of dictEntries(trailer)) {
    if (name === key('ID')) continue;
    if (value instanceof PDFRef && rules.numberOf(value) === undefined) continue;
    sink.text(`${name.toString()} `);
    serialize(value, sink, rules);
  }
  if (encrypt !== null) sink.text(`/Encrypt ${encrypt} 0 R`);
  if (id !== null) sink.text(`/ID${id}`);
}
