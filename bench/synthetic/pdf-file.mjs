import { deflateSync } from 'node:zlib';

/** Objects per object stream; most writers use 100 to 200. */
const OBJECTS_PER_STREAM = 200;

/**
 * Assembles objects, numbered from 1 in order, into a file. Independent of the core: reading what the core itself wrote
 * would measure only its own habits.
 */
export class PdfFile {
  /** @type {Buffer[]} */
  #parts = [];
  #length = 0;
  /** @type {{ readonly number: number, readonly text: string }[]} */
  #plain = [];
  /** Offset, or the object stream and the index in it. @type {(number | readonly [number, number])[]} */
  #places = [];

  constructor() {
    this.#write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  }

  /** Number of the next object. */
  get next() {
    return this.#places.length + 1;
  }

  /**
   * @param {string} text of a dictionary, an array or the like
   * @returns {number} its object number
   */
  add(text) {
    this.#places.push(0);
    const number = this.#places.length;
    this.#plain.push({ number, text });
    return number;
  }

  /**
   * @param {string} entries of the stream's dictionary, without `/Length`
   * @param {Uint8Array} data
   * @returns {number} its object number
   */
  addStream(entries, data) {
    this.#places.push(this.#length);
    const number = this.#places.length;
    this.#write(`${number} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`);
    this.#write(Buffer.from(data.buffer, data.byteOffset, data.length));
    this.#write('\nendstream\nendobj\n');
    return number;
  }

  /**
   * The file with a classic cross-reference table.
   *
   * @param {number} root the catalog's number
   */
  withTable(root) {
    for (const { number, text } of this.#plain) {
      this.#places[number - 1] = this.#length;
      this.#write(`${number} 0 obj\n${text}\nendobj\n`);
    }
    const start = this.#length;
    const rows = this.#places.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${this.next}\n0000000000 65535 f \n${rows.join('')}`);
    this.#write(`trailer\n<</Size ${this.next}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts);
  }

  /**
   * The file with object streams and a cross-reference stream.
   *
   * @param {number} root the catalog's number
   */
  withObjectStreams(root) {
    for (let first = 0; first < this.#plain.length; first += OBJECTS_PER_STREAM) {
      this.#addObjectStream(this.#plain.slice(first, first + OBJECTS_PER_STREAM));
    }
    const start = this.#length;
    this.#places.push(start);
    const rows = Buffer.alloc(this.next * 7);
    for (const [index, place] of this.#places.entries()) {
      const row = (index + 1) * 7;
      const [type, second, third] = typeof place === 'number' ? [1, place, 0] : [2, ...place];
      rows.writeUInt8(type, row);
      rows.writeUInt32BE(second, row + 1);
      rows.writeUInt16BE(third, row + 5);
    }
    const data = deflateSync(rows);
    this.#write(`${this.next - 1} 0 obj\n<</Type/XRef/Size ${this.next}/W[1 4 2]/Root ${root} 0 R`);
    this.#write(`/Filter/FlateDecode/Length ${data.length}>>\nstream\n`);
    this.#write(data);
    this.#write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#parts);
  }

  /** @param {readonly { readonly number: number, readonly text: string }[]} group */
  #addObjectStream(group) {
    const stream = this.next;
    let table = '';
    let body = '';
    for (const [index, { number, text }] of group.entries()) {
      table += `${number} ${body.length} `;
      body += `${text}\n`;
      this.#places[number - 1] = [stream, index];
    }
    const entries = `/Type/ObjStm/N ${group.length}/First ${table.length}/Filter/FlateDecode`;
    this.addStream(entries, deflateSync(Buffer.from(table + body, 'latin1')));
  }

  /** @param {string | Buffer} part text of one byte per character */
  #write(part) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
