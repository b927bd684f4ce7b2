/**
 * The WebAssembly API that the core and its host use. Node has it, but its type package leaves it to the DOM library.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function validate(bytes: Uint8Array | ArrayBuffer): boolean;
  function compile(bytes: Uint8Array): Promise<Module>;
}
