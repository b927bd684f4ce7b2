import { deflate } from '../../codecs/flate/deflate.ts';

/** Builds PDF files by hand, byte by byte if needed, for tests of the loader. */
export class FileBuilder {
  readonly #parts: Uint8Array[] = [];
  readonly #offsets = new Map<number, { offset: number; generation: number }>();
  #length = 0;

  constructor(header = '%PDF-1.7\n') {
    this.raw(header);
  }

  get length(): number {
    return this.#length;
  }

  offsetOf(number: number): number {
    const place = this.#offsets.get(number);
    if (place === undefined) throw new Error(`object ${number} is not in the file`);
    return place.offset;
  }

  raw(text: string | Uint8Array): this {
    const bytes = typeof text === 'string' ? latin1Bytes(text) : text;
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }

  object(number: number, body: string, generation = 0): this {
    this.#offsets.set(number, { offset: this.#length, generation });
    return this.raw(`${number} ${generation} obj\n${body}\nendobj\n`);
  }

  /** `dict` without brackets and `/Length`. */
  stream(
    number: number,
    dict: string,
    data: string | Uint8Array,
    length: string = String(data.length),
  ): this {
    this.#offsets.set(number, { offset: this.#length, generation: 0 });
    return this.raw(`${number} 0 obj\n<< ${dict} /Length ${length} >>\nstream\n`)
      .raw(data)
      .raw('\nendstream\nendobj\n');
  }

  /** An object stream of `objects`, deflated; with a PNG predictor ("up") if `columns` are given. */
  objectStream(
    number: number,
    objects: Readonly<Record<number, string>>,
    dict = '/Filter /FlateDecode',
    columns = 0,
  ): this {
    let table = '';
    let body = '';
    for (const [member, text] of Object.entries(objects)) {
      table += `${member} ${body.length} `;
      body += `${text} `;
    }
    const plain = latin1Bytes(table + body);
    const packed = deflate(columns > 0 ? predictUp(plain, columns) : plain);
    const count = Object.keys(objects).length;
    return this.stream(number, `/Type /ObjStm /N ${count} /First ${table.length} ${dict}`, packed);
  }

  /** A classic table of the objects added so far (or of `numbers`), its trailer and the end of the file. */
  table(
    trailer: string,
    numbers: readonly number[] = [...this.#offsets.keys()],
    free: readonly number[] = [],
  ): this {
    const start = this.#length;
    let rows = 'xref\n0 1\n0000000000 65535 f \n';
    for (const number of numbers) {
      const { offset, generation } = this.#offsets.get(number) ?? { offset: 0, generation: 0 };
      rows += `${number} 1\n${pad(offset, 10)} ${pad(generation, 5)} n \n`;
    }
    for (const number of free) rows += `${number} 1\n0000000000 00001 f \n`;
    return this.raw(`${rows}trailer\n<< /Size 1000 ${trailer} >>\n`).end(start);
  }

  /** An uncompressed xref stream with 1+4+2-byte rows: `[type, second, third]` by object number. */
  xrefStream(
    number: number,
    trailer: string,
    rows: Readonly<Record<number, readonly [number, number, number]>>,
  ): this {
    const start = this.#length;
    const own: Record<number, readonly [number, number, number]> = { ...rows, [number]: [1, start, 0] };
    const index = Object.keys(own).map(Number);
    const data = new Uint8Array(index.length * 7);
    for (const [row, member] of index.entries()) {
      const [type, second, third] = own[member]!;
      new DataView(data.buffer).setUint8(row * 7, type);
      new DataView(data.buffer).setUint32(row * 7 + 1, second);
      new DataView(data.buffer).setUint16(row * 7 + 5, third);
    }
    const indexText = index.map((member) => `${member} 1`).join(' ');
    return this.stream(
      number,
      `/Type /XRef /Size 1000 /W [1 4 2] /Index [${indexText}] ${trailer}`,
      data,
    ).end(start);
  }

  end(startxref: number): this {
    return this.raw(`startxref\n${startxref}\n%%EOF\n`);
  }

  build(): Uint8Array {
    const file = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }
}

/** Catalog 1, page tree 2, page 3 with stream 4 as content: the start of most files here. */
export function onePage(file: FileBuilder, content = 'q Q', pageEntries = ''): FileBuilder {
  return file
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${pageEntries} >>`)
    .stream(4, '', content);
}

export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function predictUp(plain: Uint8Array, columns: number): Uint8Array {
  const rows = Math.ceil(plain.length / columns);
  const out = new Uint8Array(rows * (columns + 1));
  for (let row = 0; row < rows; row++) {
    out[row * (columns + 1)] = 2;
    for (let i = 0; i < columns; i++) {
      const at = row * columns + i;
      out[row * (columns + 1) + 1 + i] = (plain[at] ?? 32) - (row > 0 ? plain[at - columns]! : 0);
    }
  }
  return out;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
