import { brotliCompressSync, constants } from 'node:zlib';
import { FileBuilder, latin1Bytes } from './documents/files.ts';

export interface BrotliPacking {
  readonly quality?: number;
  /** 0 for any data, 1 for text, 2 for fonts. */
  readonly mode?: number;
  /** Window bits; more than 24 only for a large window. */
  readonly window?: number;
  readonly isLarge?: boolean;
}

/** Raw Brotli data by zlib's own encoder. */
export function brotli(
  plain: Uint8Array | string,
  { quality = 9, mode = 0, window = 22, isLarge = false }: BrotliPacking = {},
): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: mode,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: isLarge ? 1 : 0,
  };
  return new Uint8Array(
    brotliCompressSync(typeof plain === 'string' ? latin1Bytes(plain) : plain, { params }),
  );
}

/** PNG's filter "up", as undone by `/Predictor 12`. */
export function predictedUp(plain: Uint8Array, columns: number): Uint8Array {
  const rows = Math.ceil(plain.length / columns);
  const out = new Uint8Array(rows * (columns + 1));
  for (let row = 0; row < rows; row++) {
    const at = row * columns;
    out[at + row] = 2;
    for (let i = 0; i < columns; i++) {
      out[at + row + 1 + i] = (plain[at + i] ?? 32) - (row > 0 ? plain[at + i - columns]! : 0);
    }
  }
  return out;
}

/** Encoding of a stream: dictionary entries, and a function for the bytes. */
export interface StreamPacking {
  readonly entries: string;
  readonly pack: (plain: Uint8Array) => Uint8Array;
}

export const BROTLI: StreamPacking = { entries: '/Filter /BrotliDecode', pack: (plain) => brotli(plain) };
export const BROTLI_LARGE: StreamPacking = {
  entries: '/Filter /BrotliDecode',
  pack: (plain) => brotli(plain, { window: 26, isLarge: true }),
};
/** Seven columns are one row of the cross-reference stream below. */
export const BROTLI_PREDICTED: StreamPacking = {
  entries: '/Filter [/BrotliDecode] /DecodeParms [<< /Predictor 12 /Columns 7 >>]',
  pack: (plain) => brotli(predictedUp(plain, 7)),
};

/**
 * A file as written by new programs: packable objects are in object stream 90, and stream 91 is the
 * cross-reference.
 * @param objects without streams; 1 is the catalog
 * @param streams by number, with their dictionaries (without brackets) and data as stored in the file
 */
export function packedFile(
  objects: Readonly<Record<number, string>>,
  streams: Readonly<Record<number, { readonly dict: string; readonly data: Uint8Array }>>,
  packing: StreamPacking,
  crossReference: StreamPacking = packing,
): Uint8Array {
  const file = new FileBuilder();
  for (const [number, { dict, data }] of Object.entries(streams)) file.stream(Number(number), dict, data);
  let table = '';
  let body = '';
  for (const [number, text] of Object.entries(objects)) {
    table += `${number} ${body.length} `;
    body += `${text} `;
  }
  const count = Object.keys(objects).length;
  const members = `/Type /ObjStm /N ${count} /First ${table.length} ${packing.entries}`;
  file.stream(90, members, packing.pack(latin1Bytes(table + body)));

  const rows: [number, number, number, number][] = [
    ...Object.keys(objects).map((number, index): [number, number, number, number] => [
      Number(number),
      2,
      90,
      index,
    ]),
    ...[...Object.keys(streams).map(Number), 90].map((number): [number, number, number, number] => [
      number,
      1,
      file.offsetOf(number),
      0,
    ]),
    [91, 1, file.length, 0],
  ];
  const data = new DataView(new ArrayBuffer(rows.length * 7));
  for (const [row, [, type, second, third]] of rows.entries()) {
    data.setUint8(row * 7, type);
    data.setUint32(row * 7 + 1, second);
    data.setUint16(row * 7 + 5, third);
  }
  const start = file.length;
  const index = rows.map(([number]) => `${number} 1`).join(' ');
  const trailer = `/Type /XRef /Size 92 /Root 1 0 R /W [1 4 2] /Index [${index}] ${crossReference.entries}`;
  return file
    .stream(91, trailer, crossReference.pack(new Uint8Array(data.buffer)))
    .end(start)
    .build();
}
