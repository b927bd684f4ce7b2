import type { WasmModules } from './codecs/wasm-modules.ts';
import type { WorkThreads } from './work/threads.ts';

/**
 * Everything that a host (tab, server thread, command line) provides to the core. All that differs between
 * hosts comes in here, so that the same bytes in give the same bytes out.
 */

export interface Host extends WasmModules {
  /** Threads for image jobs; if absent, images are recoded one after the other in the document's thread. */
  readonly workThreads?: WorkThreads;
  /**
   * Yields to this thread's event loop for one turn, as short as possible, so that messages of other threads
   * are delivered. If absent, messages wait until the document's own work awaits them.
   */
  readonly yieldToEventLoop?: () => Promise<unknown>;
}
