import { mapped } from '../../lists.ts';
import { type Bitmap, bitmapFromSamples, bytesPerRow } from '../bitmap.ts';
import type { CcittParams } from '../ccitt/decode.ts';
import { type EmscriptenMemory, emscriptenImports } from '../wasm/emscripten.ts';

/**
 * The glue of pdf.js' `jbig2.wasm`, which is PDFium's JBIG2 and CCITT decoders. Like that of `openjpeg.wasm`
 * it uses a compiled module, and a new instance for each image. The one-letter names are those of pdfjs-dist
 * 5.6.205.
 */

interface Exports {
  readonly i: EmscriptenMemory;
  /** Constructors; call once. */
  readonly j: () => void;
  readonly k: (bytes: number) => number;
  /** jbig2_decode */
  readonly m: (
    data: number,
    bytes: number,
    width: number,
    height: number,
    globals: number,
    globalBytes: number,
  ) => void;
  /** ccitt_decode */
  readonly n: (
    data: number,
    bytes: number,
    width: number,
    height: number,
    k: number,
    endOfLine: number,
    byteAlign: number,
    blackIs1: number,
    columns: number,
    rows: number,
  ) => void;
}

/**
 * Memory besides the data and four times the image: half of it exists initially, the rest is for symbols and
 * patterns, of which a stream of a few kilobytes can demand gigabytes. Those of a page take one megabyte.
 */
const SPARE_BYTES = 32 * 1024 * 1024;
/** PDFium ignores a larger `/Rows`. */
const MAX_ROWS = 65535;

/** Returns the page of the embedded stream of JBIG2Decode; null if PDFium refuses it. */
export function pdfiumJbig2(
  module: WebAssembly.Module,
  data: Uint8Array,
  globals: Uint8Array | null,
  width: number,
  height: number,
): Bitmap | null {
  const mostBytes = memoryFor(data.length + (globals?.length ?? 0), width, height);
  return run(module, mostBytes, { width, height }, (exports, copyIn) => {
    const globalsAt = globals === null ? 0 : copyIn(globals);
    exports.m(copyIn(data), data.length, width, height, globalsAt, globals?.length ?? 0);
  });
}

/** Returns the first `height` rows of CCITTFaxDecode; null if PDFium refuses it or finds fewer. */
export function pdfiumCcitt(
  module: WebAssembly.Module,
  data: Uint8Array,
  params: CcittParams,
  height: number,
): Bitmap | null {
  const { k, endOfLine, encodedByteAlign, blackIs1, columns, rows } = params;
  const flags = mapped([endOfLine, encodedByteAlign, blackIs1], Number);
  const ownRows = rows > MAX_ROWS ? 0 : Math.min(rows, height);
  const mostBytes = memoryFor(data.length, columns, height);
  return run(module, mostBytes, { width: columns, height }, (exports, copyIn) =>
    exports.n(copyIn(data), data.length, columns, height, k, ...flags, columns, ownRows),
  );
}

function memoryFor(dataBytes: number, width: number, height: number): number {
  return dataBytes + bytesPerRow(width) * height * 4 + SPARE_BYTES;
}

/** Calls one decoder on data that `copyIn` has put into its memory. */
type Decode = (exports: Exports, copyIn: (bytes: Uint8Array) => number) => void;

/** Also null if rows are missing. */
function run(
  module: WebAssembly.Module,
  mostBytes: number,
  { width, height }: Pick<Bitmap, 'width' | 'height'>,
  decode: Decode,
): Bitmap | null {
  const out: { samples: Uint8Array | null } = { samples: null };

  const imports = {
    a: giveUp,
    b: () => {},
    c: () => 0,
    d: emscriptenImports(() => exports.i, mostBytes).growMemory,
    e: giveUp,
    f: (line: number, bytes: number, offset: number) => out.samples?.set(view(line, bytes), offset),
    g: (bytes: number) => (out.samples = new Uint8Array(bytes)),
    h: takeRows,
  };
  const exports: Exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Exports;

  function view(pointer: number, bytes: number): Uint8Array {
    return new Uint8Array(exports.i.buffer, pointer, bytes);
  }

  function takeRows(pointer: number, rowBytes: number, pitch: number, rows: number): void {
    const packed = new Uint8Array(rowBytes * rows);
    for (let y = 0; y < rows; y += 1) packed.set(view(pointer + y * pitch, rowBytes), y * rowBytes);
    out.samples = packed;
  }

  function copyIn(bytes: Uint8Array): number {
    const pointer = exports.k(bytes.length);
    if (pointer === 0) throw new RangeError('no memory for the data');
    view(pointer, bytes.length).set(bytes);
    return pointer;
  }

  try {
    exports.j();
    decode(exports, copyIn);
  } catch {
    // A trap inside the module, or lack of memory: this image cannot be decoded.
    return null;
  }
  const { samples } = out;
  return samples === null || samples.length < bytesPerRow(width) * height
    ? null
    : bitmapFromSamples(samples, width, height);
}

function giveUp(): never {
  throw new Error('PDFium gave up');
}
