import { type ThreadResponse, WorkPool, type WorkThread } from '../../shared/work/pool.ts';
import { transferablesOf } from '../../shared/work/transferables.ts';
import { DocumentPool, type DocumentThread, type ThreadListener } from '../engine/document-pool.ts';
import { WorkerCrashedError } from '../engine/thread-lost.ts';
import type { WorkerCall, WorkerMessage } from './wire.ts';

export interface BrowserDocumentsSettings {
  readonly documents: number;
  readonly threads: number;
  readonly spawn: () => Worker;
}

/** Most images have about 9 megapixels (A4 at 300 dpi): enough for one per thread. */
const PIXELS_PER_THREAD = 12_000_000;
const IDLE_MS = 10_000;

/** Runs documents in web workers of this page. */
export function browserDocuments({ documents, threads, spawn }: BrowserDocumentsSettings): DocumentPool {
  return new DocumentPool({
    documents,
    work: new WorkPool({
      threads,
      pixels: threads * PIXELS_PER_THREAD,
      idleMs: IDLE_MS,
      spawn: () => workThread(spawn()),
    }),
    spawn: (listener) => documentThread(spawn(), listener),
  });
}

function documentThread(worker: Worker, listener: ThreadListener): DocumentThread {
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'no-wasm') listener.death(new WorkerCrashedError('blocked', undefined, NO_WASM));
    else listener.message(data);
  };
  worker.onerror = (event) => listener.death(lost(event));
  worker.onmessageerror = () => listener.death(new WorkerCrashedError('died'));
  return {
    post: (call, transfer) =>
      // Ports of a MessageChannel of this page.
      worker.postMessage({ kind: 'document', call } satisfies WorkerCall, transfer as Transferable[]),
    terminate: () => worker.terminate(),
  };
}

function workThread(worker: Worker): WorkThread {
  let settle: { answer(answer: ThreadResponse): void; die(why: unknown): void } | undefined;
  let death: unknown;
  const die = (why: unknown) => {
    death ??= why;
    settle?.die(death);
  };
  worker.onmessage = ({ data }: MessageEvent<ThreadResponse>) => settle?.answer(data);
  worker.onerror = (event) => die(lost(event));
  worker.onmessageerror = () => die(new WorkerCrashedError('died'));
  return {
    run: (job) =>
      new Promise((answer, reject) => {
        if (death !== undefined) return reject(death);
        settle = { answer, die: reject };
        worker.postMessage({ kind: 'job', job } satisfies WorkerCall, transferablesOf(job));
      }),
    terminate: () => worker.terminate(),
  };
}

function lost(event: ErrorEvent | Event): WorkerCrashedError {
  // An event without a message: the worker's script did not start at all.
  if (!('message' in event)) return new WorkerCrashedError('blocked', undefined, BLOCKED);
  const isHunger = /allocation failed|out of memory/i.test(event.message);
  return new WorkerCrashedError(isHunger ? 'out-of-memory' : 'died', { cause: event.message });
}

const BLOCKED =
  "the page could not start the worker: its Content-Security-Policy forbids the address. Allow it (worker-src blob:), or serve pagelight/worker yourself and give its address as workerUrl; one that is given must exist and be of the page's own origin";

const NO_WASM =
  "the worker may not compile WebAssembly: the Content-Security-Policy of the page, or of the address of workerUrl, forbids it. Add 'wasm-unsafe-eval' to its script-src";
