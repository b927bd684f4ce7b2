import type { WorkThreads } from './work/threads.ts';

/**
 * What a place (tab, server thread, command line) gives to the core. Everything that differs by place comes in
 * here, so the core stays the same bytes in, same bytes out.
 */

/** WASM binaries the core needs, by our own name; a host knows where each one lies. */
export type WasmName = 'mozjpeg-encode' | 'mozjpeg-decode' | 'openjpeg' | 'pdfium-bilevel';

export interface Host {
  /** A compiled module. Hosts compile each one once and hand out the same module again. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
  /** Where images are recoded side by side; without it one after the other, where the document is. */
  readonly workThreads?: WorkThreads;
  /**
   * One turn of this thread's event loop, in which it hears what other threads say; as short as can be. Without it
   * they wait until the document's own work waits for them.
   */
  readonly turn?: () => Promise<unknown>;
}
