import { deflate } from '../../codecs/flate/deflate.ts';
import type { Pieces } from '../byte-source.ts';
import { dictEntries, key, PDFContext, PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import type { Security } from '../security/unlock.ts';
import { ByteSink } from './byte-sink.ts';
import { identifierOf } from './file-id.ts';
import { PieceSink } from './piece-sink.ts';
import { type SerializeRules, serialize, serializeStreamDict } from './serialize.ts';

/** Measured 20-33 % smaller than streams of 100 in tagged files; larger ones gain nothing and cost readers. */
export const OBJECTS_PER_STREAM = 1000;
/**
 * Object streams up to here are packed as tightly as can be, 4 MB a second. What lies beyond only very large
 * documents have, tens of thousands of objects: packed ten times as fast it takes 3-15 % more.
 */
const TIGHTLY_PACKED_BYTES = 1.5 * 1024 * 1024;
const FAST_LEVEL = 6;
const NEWLINE = 10;

export interface Item {
  readonly ref: PDFRef;
  readonly object: PDFObject;
}

/** What the trailer says; `encrypt` is the object number of the encryption dictionary. */
export interface FileEnd {
  readonly trailer: PDFDict;
  readonly encrypt: number | null;
  readonly rules: SerializeRules;
}

type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** Writes the parts of the file one behind the other, and notes where they are. */
export class FileWriter {
  readonly #file = new PieceSink();
  /** By object number; 0 heads the list of free objects. */
  readonly #places: (Place | undefined)[] = [undefined];
  readonly #security: Security | null;
  /** Of all object streams, before they were packed. */
  #packedBytes = 0;

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
      this.#places[objectNumber] = { stream: number, index };
    }
    const whole = new ByteSink(table.length + body.length);
    whole.text(table);
    whole.bytes(body.view());
    const plain = whole.view();
    this.#packedBytes += plain.length;
    const packed = this.#packedBytes <= TIGHTLY_PACKED_BYTES ? deflate(plain) : deflate(plain, FAST_LEVEL);
    const smaller = packed.length + FLATE_ENTRY.length < plain.length;
    const entry = smaller ? FLATE_ENTRY : '';
    const compact = smaller ? packed : plain;
    // Encrypted as a whole; its strings are not encrypted once more (7.5.7).
    const id = { num: number, gen: 0 };
    const data = this.#security?.encryptStream(compact, OBJECT_STREAM, id) ?? compact;
    this.#begin(number, (sink) =>
      sink.text(
        `<</Type/ObjStm/N ${items.length}/First ${table.length}${entry}/Length ${data.length}>>stream\n`,
      ),
    );
    this.#streamData(data);
  }

  /** Writes the encryption dictionary by itself, its strings as they are; null when there is none. */
  encryptDictionary(number: number, rules: SerializeRules): number | null {
    if (this.#security === null) return null;
    this.object(number, this.#security.encryptDictionary, rules);
    return number;
  }

  /** 7.5.8. The stream lists itself too. */
  endWithXrefStream(number: number, end: FileEnd): Pieces {
    const start = this.#file.length;
    this.#places[number] = { offset: start };
    const size = number + 1;
    const offsetWidth = byteWidth(Math.max(start, size));
    const indexWidth = byteWidth(OBJECTS_PER_STREAM - 1);
    const width = 1 + offsetWidth + indexWidth;
    const rows = new Uint8Array(size * width);
    for (const [object, place] of this.#places.entries()) {
      if (place === undefined) continue;
      const row = object * width;
      const isPacked = 'stream' in place;
      rows[row] = isPacked ? 2 : 1;
      putBigEndian(rows, row + 1, offsetWidth, isPacked ? place.stream : place.offset);
      if (isPacked) putBigEndian(rows, row + 1 + offsetWidth, indexWidth, place.index);
    }
    // Object 0 heads the (empty) list of free objects; its generation would be 65535, which no reader asks for.
    const packed = deflate(pngUp(rows, width));
    const id = identifierOf(end.trailer, this.#file.pieces().pieces);
    this.#file.write((sink) => {
      sink.text(`${number} 0 obj\n<</Type/XRef/Size ${size}/W[1 ${offsetWidth} ${indexWidth}]`);
      sink.text(`/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${width}>>`);
      trailerEntries(end, id, sink);
      sink.text(`/Length ${packed.length}>>stream\n`);
    });
    this.#streamData(packed);
    return this.#end(`startxref\n${start}\n%%EOF\n`);
  }

  /** 7.5.4. */
  endWithTable(end: FileEnd): Pieces {
    const start = this.#file.length;
    const size = this.#places.length;
    const id = identifierOf(end.trailer, this.#file.pieces().pieces);
    this.#file.write((sink) => {
      sink.text(`xref\n0 ${size}\n0000000000 65535 f \n`);
      for (let number = 1; number < size; number++) {
        const place = this.#places[number];
        if (place === undefined || 'stream' in place)
          throw new Error(`object ${number} has no place in the file`);
        sink.text(`${String(place.offset).padStart(10, '0')} 00000 n \n`);
      }
      sink.text(`trailer\n<</Size ${size}`);
      trailerEntries(end, id, sink);
      sink.text('>>');
    });
    return this.#end(`\nstartxref\n${start}\n%%EOF\n`);
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
    // PDF/A wants an end of line before "endstream" (ISO 19005-2, 6.1.7.1).
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

function trailerEntries({ trailer, encrypt, rules }: FileEnd, id: string | null, sink: ByteSink): void {
  for (const [name, value] of dictEntries(trailer)) {
    if (name === key('ID')) continue;
    if (value instanceof PDFRef && rules.numberOf(value) === undefined) continue;
    sink.text(`${name.toString()} `);
    serialize(value, sink, rules);
  }
  if (encrypt !== null) sink.text(`/Encrypt ${encrypt} 0 R`);
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
