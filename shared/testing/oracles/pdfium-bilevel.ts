import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CcittParams } from '../../codecs/ccitt/decode.ts';

/**
 * PDFium's JBIG2 and CCITT decoders, as pdfjs-dist ships them in `jbig2.wasm`: independent code, so a fair
 * judge of our encoder and decoder. The core has its own glue for them; this one imports nothing of it. The
 * one-letter names are those of pdfjs-dist 5.6.205.
 */

interface Exports {
  readonly i: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly j: () => void;
  readonly k: (bytes: number) => number;
  readonly l: (pointer: number) => void;
  readonly m: (...args: number[]) => number;
  readonly n: (...args: number[]) => number;
}

const path = createRequire(import.meta.url).resolve('pdfjs-dist/wasm/jbig2.wasm');
const module = new WebAssembly.Module(readFileSync(path));

/** Packed PDF samples (0 is black, padding arbitrary); null if PDFium refuses the stream. */
export function pdfiumJbig2(
  data: Uint8Array,
  width: number,
  height: number,
  globals: Uint8Array = new Uint8Array(),
): Uint8Array | null {
  return run([data, globals], ({ m }, dataAt, globalsAt) =>
    m(dataAt, data.length, width, height, globalsAt, globals.length),
  );
}

/** Packed PDF samples; null if PDFium refuses the stream. */
export function pdfiumCcitt(data: Uint8Array, params: CcittParams, height: number): Uint8Array | null {
  const { k, endOfLine, encodedByteAlign, blackIs1, columns, rows } = params;
  const flags = [endOfLine, encodedByteAlign, blackIs1].map(Number);
  return run([data], ({ n }, at) => n(at, data.length, columns, height, k, ...flags, columns, rows));
}

/** A decoder, and the image that it has given so far. */
interface Decoder {
  readonly exports: Exports;
  image: Uint8Array | null;
}

/** Kept for the next image: an instance for each takes more time than most images do. */
let kept: Decoder | null = null;
/** An instance that needed more memory is not kept. */
const MAX_KEPT_BYTES = 1 << 26;

function run(
  inputs: readonly Uint8Array[],
  decode: (exports: Exports, ...pointers: number[]) => number,
): Uint8Array | null {
  const decoder = kept ?? createDecoder();
  // Only a decoder that did not fail is kept.
  kept = null;
  decoder.image = null;
  const { exports } = decoder;
  const pointers = inputs.map((input) => {
    if (input.length === 0) return 0;
    const pointer = exports.k(input.length);
    new Uint8Array(exports.i.buffer).set(input, pointer);
    return pointer;
  });
  decode(exports, ...pointers);
  for (const pointer of pointers) exports.l(pointer);
  if (exports.i.buffer.byteLength <= MAX_KEPT_BYTES) kept = decoder;
  return decoder.image;
}

function createDecoder(): Decoder {
  const view = (pointer: number, bytes: number) => new Uint8Array(exports.i.buffer, pointer, bytes);
  const imports = {
    a: giveUp,
    b: () => {},
    c: () => 0,
    d: (bytes: number) => {
      exports.i.grow(Math.ceil(((bytes >>> 0) - exports.i.buffer.byteLength) / 65536));
      return 1;
    },
    e: giveUp,
    f: (line: number, bytes: number, offset: number) => decoder.image?.set(view(line, bytes), offset),
    g: (bytes: number) => {
      decoder.image = new Uint8Array(bytes);
    },
    h: (pointer: number, rowBytes: number, pitch: number, height: number) => {
      const image = new Uint8Array(rowBytes * height);
      for (let y = 0; y < height; y++) image.set(view(pointer + y * pitch, rowBytes), y * rowBytes);
      decoder.image = image;
    },
  };
  const exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Exports;
  const decoder: Decoder = { exports, image: null };
  exports.j();
  return decoder;
}

function giveUp(): never {
  throw new Error('PDFium gave up');
}
