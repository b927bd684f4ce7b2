import { type KernelName, kernelModule } from './kernel-modules.ts';

/** Common exports of all modules of `simd/`. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
}

/**
 * Creates a module of `simd/` on first use: one per thread, since calls never overlap. Every supported host
 * has SIMD: pdf.js, which decodes some images, requires newer engines.
 */
export function lazyKernel<Exports extends KernelExports>(
  name: KernelName,
  bytes: string | (() => Uint8Array<ArrayBuffer>),
): () => Exports {
  const made = kernelInstances<Exports>(name, typeof bytes === 'string' ? () => bytesOfBase64(bytes) : bytes);
  let loaded: Exports | null = null;
  return () => {
    loaded ??= made();
    return loaded;
  };
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // Not `Uint8Array.from`: it takes as long as compiling.
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Creates instances of one module, which is compiled for the first of them. */
export function kernelInstances<Exports extends KernelExports>(
  name: KernelName,
  moduleBytes: () => Uint8Array<ArrayBuffer>,
): () => Exports {
  let module: WebAssembly.Module | null = null;
  return () => {
    module ??= kernelModule(name, moduleBytes);
    const { exports } = new WebAssembly.Instance(module);
    // The cast: the bytes were compiled from the source with these functions.
    return exports as unknown as Exports;
  };
}

const PAGE_BYTES = 1 << 16;
/** A module's own constants are between 1024 and this address. */
const CONSTANTS_END = 1 << 12;
/** Bytes that kernels read and write after the end of a row. */
const SLACK = 64;

/** Allocates consecutive, aligned ranges of a kernel's memory, with slack between them. */
export class Layout {
  #end: number;

  /** @param start end of the module's own data */
  constructor(start: number = CONSTANTS_END) {
    this.#end = (start + 15) & ~15;
  }

  place(bytes: number): number {
    const at = this.#end;
    // Not with bit operators: memory may exceed 2 GB.
    this.#end += Math.ceil((bytes + SLACK) / 16) * 16;
    return at;
  }

  /** Returns the memory, large enough for all ranges. Contents of earlier calls are overwritten or have no effect. */
  heapOf(memory: WebAssembly.Memory): Uint8Array<ArrayBuffer> {
    const missing = this.#end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Uint8Array(memory.buffer);
  }
}
