/**
 * The glue of OpenJPEG's encoder in `@cornerstonejs/codec-openjpeg` 1.3.6. The package's own JavaScript is embind with
 * 57 kB, keeps one instance forever and reads names of the system. This one calls the registered methods of one class,
 * with a new instance for each image. The one-letter names are those of this version.
 */

import { type EmscriptenMemory, emscriptenImports } from '../wasm/emscripten.ts';

interface Exports {
  readonly G: EmscriptenMemory;
  /** Constructors, which register classes; call once. */
  readonly H: () => void;
  /** Functions by their pointers. */
  readonly J: { get(pointer: number): unknown };
  readonly K: (bytes: number) => number;
}

export interface EncoderImage {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** 8 bits each, interleaved, without padding. */
  readonly samples: Uint8Array;
}

/** An exported method: embind calls it by a pointer and a context. */
interface Method {
  readonly invoke: (context: number, object: number, ...values: number[]) => number;
  readonly context: number;
}

const ENCODER = 'J2KEncoder';

/**
 * Returns a codestream (ITU-T T.800): the 5-3 filter, and the reversible color transform if there are three components.
 * Null if the encoder gives up or lacks memory.
 *
 * @param levels number of times that both sides are halved
 */
export function runOpenJpegEncoder(
  module: WebAssembly.Module,
  { width, height, components, samples }: EncoderImage,
  levels: number,
): Uint8Array | null {
  const methods = new Map<string, Method>();
  let encoderType = 0;
  let construct = (): number => unreachable();
  /** Start and length of the array that a method has returned. */
  let view: readonly [start: number, length: number] = [0, 0];

  const { growMemory, discardOutput, emptyEnvironment, cannotSeek } = emscriptenImports(memory);
  const imports: Record<string, (...values: number[]) => unknown> = {
    c: unreachable,
    q: unreachable,
    k: (...values) => {
      const type = values[0]!;
      if (readText(values[10]!) === ENCODER) encoderType = type;
    },
    j: (type, _count, _types, _signature, invoker, creator) => {
      if (type === encoderType)
        construct = () => (functionAt(invoker) as (creator: number) => number)(creator);
    },
    a: (type, name, _count, _types, _signature, invoker, context) => {
      if (type === encoderType)
        methods.set(readText(name), { invoke: functionAt(invoker) as Method['invoke'], context });
    },
    // A view of memory, as the result of a method: its length and start.
    i: (_type, at) => {
      const [length, start] = new Uint32Array(memory().buffer, at, 2);
      view = [start!, length!];
      return 0;
    },
    r: growMemory,
    s: () => MAX_MEMORY_BYTES,
    w: (to, from, count) => new Uint8Array(memory().buffer).copyWithin(to, from, from + count),
    l: discardOutput,
    o: cannotSeek,
    v: () => 0,
    t: () => 0,
    u: emptyEnvironment,
  };
  for (const name of IGNORED) imports[name] = () => {};

  let exports: Exports | undefined;
  function memory(): EmscriptenMemory {
    return exports!.G;
  }
  function functionAt(pointer: number): unknown {
    return exports!.J.get(pointer);
  }
  function readText(pointer: number): string {
    const bytes = new Uint8Array(memory().buffer, pointer, 64);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  try {
    exports = new WebAssembly.Instance(module, { a: imports }).exports as unknown as Exports;
    exports.H();
    const encoder = construct();
    const call = (name: string, ...values: number[]) => {
      const { invoke, context } = methods.get(name)!;
      return invoke(context, encoder, ...values);
    };
    const struct = exports.K(8);

    // FrameInfo: width and height in 16 bits, bits per sample, components, signed.
    new Uint16Array(memory().buffer, struct, 4).set([width, height, 8 + (components << 8), 0]);
    call('getDecodedBuffer', struct);
    if (view[1] !== samples.length) return null;
    new Uint8Array(memory().buffer).set(samples, view[0]);

    call('setQuality', 1, 0);
    call('setDecompositions', levels);
    call('encode');
    call('getEncodedBuffer');
    return view[1] === 0 ? null : new Uint8Array(memory().buffer).slice(view[0], view[0] + view[1]);
  } catch (thrown) {
    // A C++ exception, a trap or lack of memory: the image has no such form.
    if (thrown instanceof TypeError) throw thrown;
    return null;
  }
}

const MAX_MEMORY_BYTES = 2 ** 31;
/** Registrations of types, and functions that the encoder does not call. */
const IGNORED = 'bdefghmnpxyzABCDEF';

function unreachable(): never {
  throw new Error('OpenJPEG gave up');
}
