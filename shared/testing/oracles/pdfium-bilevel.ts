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
  return run((exports) => {
    const globalsAt = globals.length === 0 ? 0 : copyIn(exports, globals);
    return exports.m(copyIn(exports, data), data.length, width, height, globalsAt, globals.length);
  });
}

/** Packed PDF samples; null if PDFium refuses the stream. */
export function pdfiumCcitt(data: Uint8Array, params: CcittParams, height: number): Uint8Array | null {
  const { k, endOfLine, encodedByteAlign, blackIs1, columns, rows } = params;
  const flags = [endOfLine, encodedByteAlign, blackIs1].map(Number);
  return run((exports) =>
    exports.n(copyIn(exports, data), data.length, columns, height, k, ...flags, columns, rows),
  );
}

function copyIn(exports: Exports, data: Uint8Array): number {
  const pointer = exports.k(data.length);
  new Uint8Array(exports.i.buffer).set(data, pointer);
  return pointer;
}

function run(decode: (exports: Exports) => number): Uint8Array | null {
  let image: Uint8Array | null = null;
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
    f: (line: number, bytes: number, offset: number) => image?.set(view(line, bytes), offset),
    g: (bytes: number) => {
      image = new Uint8Array(bytes);
    },
    h: (pointer: number, rowBytes: number, pitch: number, height: number) => {
      image = new Uint8Array(rowBytes * height);
      for (let y = 0; y < height; y++) image.set(view(pointer + y * pitch, rowBytes), y * rowBytes);
    },
  };
  const exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Exports;
  exports.j();
  decode(exports);
  return image;
}

function giveUp(): never {
  throw new Error('PDFium gave up');
}
