import { inflatedModule } from '../wasm/inflated-module.ts';
import { kernelModule } from '../wasm/kernel-modules.ts';
import { DEFLATED_LIBDEFLATE_WASM, LIBDEFLATE_BYTES } from '../wasm/libdeflate-bytes.ts';

/** Exports of libdeflate, with the names of its build; all arguments are addresses and counts. */
interface Exports {
  readonly c: WebAssembly.Memory;
  /** Constructors. */
  readonly d: () => void;
  /** `libdeflate_alloc_compressor`. */
  readonly e: (level: number) => number;
  /**
   * `libdeflate_zlib_compress`: compressor, data, its length, output buffer, its length; returns the length,
   * 0 if it does not fit.
   */
  readonly j: (compressor: number, data: number, bytes: number, out: number, room: number) => number;
  /** `libdeflate_zlib_compress_bound`. */
  readonly k: (compressor: number, bytes: number) => number;
  /** `malloc`; 0 if there is no memory. */
  readonly n: (bytes: number) => number;
  /** `free`. */
  readonly o: (address: number) => void;
}

const PAGE_BYTES = 1 << 16;
/** Growing by at least a fifth keeps growing rare. */
const GROWTH = 1.2;
/** WebAssembly memory never shrinks: an instance with more is released after its call. */
const KEPT_MEMORY_BYTES = 64 * 1024 * 1024;

/** Match search of level 10, in libdeflate's own terms, with its defaults 35 and 75. */
export interface Search {
  /** Earlier positions to compare with each byte. */
  readonly maxSearchDepth: number;
  /** Match length in bytes that ends the search. */
  readonly niceMatchLength: number;
}

const SEARCH_LEVEL = 10;
/**
 * Longer matches than libdeflate's 75: saves half a percent of object streams for a tenth of their time, and
 * of contents for nothing.
 */
const DEFAULT_SEARCH: Search = { maxSearchDepth: 35, niceMatchLength: 120 };
/** Their offsets in a compressor of this module, in bytes. */
const MAX_SEARCH_DEPTH_AT = 16;
const NICE_MATCH_LENGTH_AT = 20;

let compiled: WebAssembly.Module | undefined;

/** The module for all instances. */
function libdeflateModule(): WebAssembly.Module {
  compiled ??= kernelModule('libdeflate', libdeflateBytes);
  return compiled;
}

/** The module of the npm package. */
export function libdeflateBytes(): Uint8Array<ArrayBuffer> {
  return inflatedModule(DEFLATED_LIBDEFLATE_WASM, LIBDEFLATE_BYTES);
}

/** One instance with a compressor for each requested level. */
class Libdeflate {
  readonly #exports: Exports;
  readonly #compressors = new Map<number, number>();

  constructor() {
    const module = libdeflateModule();
    const imports = { a: { a: (bytes: number) => this.#grow(bytes), b: this.#copy } };
    // Cast: the names are the exports of the module whose hash is next to it.
    this.#exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.#exports.d();
  }

  get isLarge(): boolean {
    return this.#exports.c.buffer.byteLength > KEPT_MEMORY_BYTES;
  }

  /** @throws RangeError when there is no memory left */
  zlib(data: Uint8Array, level: number, search: Search): Uint8Array {
    const { c, j, k, o } = this.#exports;
    const compressor = this.#compressorOf(level);
    if (level === SEARCH_LEVEL) this.#prepare(compressor, search);
    const room = k(compressor, data.length);
    const from = this.#room(data.length);
    const to = this.#room(room);
    new Uint8Array(c.buffer).set(data, from);
    const written = j(compressor, from, data.length, to, room);
    const packed = new Uint8Array(c.buffer).slice(to, to + written);
    o(to);
    o(from);
    return packed;
  }

  #compressorOf(level: number): number {
    const compressor = this.#compressors.get(level) ?? this.#exports.e(level);
    if (compressor === 0) throw new RangeError('no memory for a compressor');
    this.#compressors.set(level, compressor);
    return compressor;
  }

  #prepare(compressor: number, { maxSearchDepth, niceMatchLength }: Search): void {
    const memory = new DataView(this.#exports.c.buffer, compressor);
    memory.setUint32(MAX_SEARCH_DEPTH_AT, maxSearchDepth, true);
    memory.setUint32(NICE_MATCH_LENGTH_AT, niceMatchLength, true);
  }

  #room(bytes: number): number {
    const address = this.#exports.n(Math.max(1, bytes));
    if (address === 0) throw new RangeError('no memory to deflate in');
    return address;
  }

  /** `emscripten_resize_heap`. */
  #grow(bytes: number): 0 | 1 {
    const { c } = this.#exports;
    const asked = Math.max(bytes >>> 0, c.buffer.byteLength * GROWTH);
    try {
      c.grow(Math.ceil((asked - c.buffer.byteLength) / PAGE_BYTES));
      return 1;
    } catch {
      return 0;
    }
  }

  /** `emscripten_memcpy_big`. */
  readonly #copy = (to: number, from: number, bytes: number): void => {
    new Uint8Array(this.#exports.c.buffer).copyWithin(to, from, from + bytes);
  };
}

let instance: Libdeflate | null = null;

/**
 * Returns zlib data (RFC 1950) of a level from 1 to 12, by libdeflate.
 * @param search for level 10 only
 * @throws RangeError when there is no memory left
 */
export function zlib(data: Uint8Array, level: number, search = DEFAULT_SEARCH): Uint8Array {
  instance ??= new Libdeflate();
  try {
    return instance.zlib(data, level, search);
  } finally {
    if (instance.isLarge) instance = null;
  }
}
