import type { WasmModules } from './codecs/wasm-modules.ts';
import type { WorkThreads } from './work/threads.ts';

/**
 * What a place (tab, server thread, command line) gives to the core. Everything that differs by place comes in
 * here, so the core stays the same bytes in, same bytes out.
 */

export interface Host extends WasmModules {
  /** Where images are recoded side by side; without it one after the other, where the document is. */
  readonly workThreads?: WorkThreads;
  /**
   * One turn of this thread's event loop, in which it hears what other threads say; as short as can be. Without it
   * they wait until the document's own work waits for them.
   */
  readonly yieldToEventLoop?: () => Promise<unknown>;
}
