import { Worker } from 'node:worker_threads';
import { DocumentPool, type DocumentThread, type ThreadListener } from '../engine/document-pool.ts';
import type { DocumentMessage } from '../engine/document-task.ts';
import { WorkerCrashedError } from '../engine/thread-lost.ts';
import { threadLimits } from './thread-limits.ts';
import { type ThreadSource, type ThreadSources, threadFiles } from './thread-source.ts';
import { createWorkPool } from './work-threads.ts';

/** JavaScript heap of one thread, in MiB. Decoded images are outside it. */
const MEMORY_MB = 4096;

export interface NodeDocumentsSettings {
  /** Number of documents at the same time. */
  readonly documents: number;
  /** Threads shared by all documents. */
  readonly threads: number;
  /** JavaScript heap of one thread, in MiB. */
  readonly memoryMb?: number;
  /** Default: the package's own files. */
  readonly sources?: ThreadSources;
}

/** Runs documents in worker threads of this process. */
export function nodeDocuments({
  documents,
  threads,
  memoryMb = MEMORY_MB,
  sources = threadFiles(),
}: NodeDocumentsSettings): DocumentPool {
  return new DocumentPool({
    documents,
    work: createWorkPool({
      workerFile: sources.work.code,
      workerOptions: sources.work.options,
      threads,
      memoryMb,
    }),
    spawn: (listener) => startThread(sources.document, memoryMb, listener),
  });
}

function startThread(
  { code, options }: ThreadSource,
  memoryMb: number,
  listener: ThreadListener,
): DocumentThread {
  const worker = new Worker(code, {
    ...options,
    resourceLimits: threadLimits(memoryMb),
  });
  worker.on('message', (message: DocumentMessage) => listener.message(message));
  worker.on('error', (error) => listener.death(lost(error)));
  worker.on('exit', () => listener.death(new WorkerCrashedError('died')));
  return {
    // Ports of a global MessageChannel are those of worker threads.
    post: (call, transfer) => worker.postMessage(call, transfer as readonly ArrayBuffer[] as ArrayBuffer[]),
    terminate: () => void worker.terminate(),
  };
}

function lost(error: unknown): WorkerCrashedError {
  const isHunger = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new WorkerCrashedError(isHunger ? 'out-of-memory' : 'died', { cause: error });
}
