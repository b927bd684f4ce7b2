/** What all modules of `simd/` export. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
}

/**
 * A module of `simd/`, made when it is first asked for: one for each thread, since calls never overlap. Every host has
 * SIMD, for pdf.js, which unpacks some images, asks for younger engines.
 */
export function lazyKernel<Exports extends KernelExports>(base64: string): () => Exports {
  const made = kernelInstances<Exports>(base64);
  let loaded: Exports | null = null;
  return () => {
    loaded ??= made();
    return loaded;
  };
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // Not `Uint8Array.from`: it takes as long as compiling does.
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** New instances of one module, which is compiled for the first of them. */
export function kernelInstances<Exports extends KernelExports>(base64: string): () => Exports {
  let module: WebAssembly.Module | null = null;
  return () => {
    module ??= new WebAssembly.Module(bytesOfBase64(base64));
    const { exports } = new WebAssembly.Instance(module);
    // The cast: these are the functions of the source that the bytes were compiled from.
    return exports as unknown as Exports;
  };
}

const PAGE_BYTES = 1 << 16;
/** Below it, and above 1024, lie a module's own constants. */
const CONSTANTS_END = 1 << 12;
/** How far kernels read and write behind the end of a row. */
const SLACK = 64;

/** Places things in a kernel's memory one behind the other, aligned, with slack between them. */
export class Layout {
  #end: number;

  /** @param start where a module's own things end */
  constructor(start: number = CONSTANTS_END) {
    this.#end = (start + 15) & ~15;
  }

  place(bytes: number): number {
    const at = this.#end;
    // Not by bits: memory may have more than 2 GB.
    this.#end += Math.ceil((bytes + SLACK) / 16) * 16;
    return at;
  }

  /** The memory, large enough for all of it. What an earlier call left in it is overwritten, or weighs nothing. */
  heapOf(memory: WebAssembly.Memory): Uint8Array<ArrayBuffer> {
    const missing = this.#end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Uint8Array(memory.buffer);
  }
}
