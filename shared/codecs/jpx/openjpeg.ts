/**
 * The glue of pdf.js' `openjpeg.wasm`. Its own JavaScript fetches the binary by URL, keeps one instance
 * forever and reduces samples to 8 bits. This one uses a compiled module, and a new instance for each image:
 * no request, and neither a crash nor the memory of one image affects the next. The one-letter names are
 * those of pdfjs-dist 5.6.205.
 */

import { type EmscriptenMemory, emscriptenImports } from '../wasm/emscripten.ts';

interface Exports {
  readonly r: EmscriptenMemory;
  /** Constructors; call once. */
  readonly s: () => void;
  readonly t: (bytes: number) => number;
  /** jp2_decode; 0 on success. */
  readonly v: (
    data: number,
    bytes: number,
    components: number,
    isIndexed: number,
    softMaskInData: number,
    reducePower: number,
  ) => number;
}

export type Samples = Uint8Array | Uint16Array;

export interface OpenJpegResult {
  /** Interleaved, at the data's own depth. */
  readonly samples: Samples;
  /** OpenJPEG's messages about recoverable errors. */
  readonly warnings: readonly string[];
}

/**
 * Decodes the first `components` (1, 3 or 4) of an image, at 1 / 2^`reducePower` of its size, into an array
 * from `allocate`. Palettes and channel definitions are not applied. Null if it cannot be decoded.
 */
export function runOpenJpeg(
  module: WebAssembly.Module,
  data: Uint8Array,
  components: 1 | 3 | 4,
  reducePower: number,
  allocate: (samples: number) => Samples,
): OpenJpegResult | null {
  const warnings: string[] = [];
  let samples: Samples | null = null;

  const { growMemory, discardOutput, emptyEnvironment, cannotSeek } = emscriptenImports(() => exports.r);
  const imports = {
    a: (_message: number) => {},
    b: discardOutput,
    c: (message: number) => warnings.push(readString(message)),
    f: (p0: number, pixels: number) => (samples = interleave([p0], pixels)),
    e: (p0: number, p1: number, p2: number, pixels: number) => (samples = interleave([p0, p1, p2], pixels)),
    d: (p0: number, p1: number, p2: number, p3: number, pixels: number) =>
      (samples = interleave([p0, p1, p2, p3], pixels)),
    // Conversions to RGBA, only called without a number of components.
    g: unreachable,
    h: unreachable,
    q: unreachable,
    i: unreachable,
    j: () => {},
    k: unreachable,
    l: () => 0,
    m: growMemory,
    n: cannotSeek,
    o: () => 0,
    p: emptyEnvironment,
  };
  const exports: Exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Exports;

  function interleave(planes: readonly number[], pixels: number): Samples {
    const heap = new Int32Array(exports.r.buffer);
    const count = planes.length;
    const out = allocate(pixels * count);
    for (const [index, plane] of planes.entries()) {
      const first = plane >>> 2;
      for (let i = 0; i < pixels; i++) out[i * count + index] = heap[first + i]!;
    }
    return out;
  }

  function readString(pointer: number): string {
    const bytes = new Uint8Array(exports.r.buffer, pointer);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  try {
    exports.s();
    const pointer = exports.t(data.length);
    if (pointer === 0) return null;
    new Uint8Array(exports.r.buffer).set(data, pointer);
    const failed = exports.v(pointer, data.length, components, 1, 0, reducePower) !== 0;
    return failed || samples === null ? null : { samples, warnings };
  } catch {
    // A trap inside the module, or lack of memory: this image cannot be decoded.
    return null;
  }
}

function unreachable(): never {
  throw new Error('OpenJPEG gave up');
}
