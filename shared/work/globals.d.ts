/**
 * Names that browsers, workers and Node share and that the core may use. The core is compiled without DOM and
 * Node types, so anything not named here or in ES2023 is a type error.
 */
declare class AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(input?: Uint8Array): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare namespace WebAssembly {
  function validate(bytes: Uint8Array | ArrayBuffer): boolean;
  class Module {
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    /** Grows by pages of 64 KiB; replaces the buffer. */
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

declare function atob(base64: string): string;
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
