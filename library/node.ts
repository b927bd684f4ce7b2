import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { described, isBlob, isBytes, requireCounts } from './engine/call-arguments.ts';
import { createClosableEngine, createEngineOf } from './engine/client.ts';
import type { DocumentPool } from './engine/document-pool.ts';
import type { DocumentInput } from './engine/document-task.ts';
import type { ClosableEngine } from './engine/engine.ts';
import { nodeDocuments } from './node/node-documents.ts';
import { threadSources } from './node/thread-source.ts';

/** Bytes, which remain the caller's and are copied at the call's turn, or a file's path or URL. */
export type NodeInput = Uint8Array | ArrayBuffer | Blob | string | URL;

export interface NodeEngineOptions {
  /** Documents at the same time; others wait. Default: number of processors. */
  readonly documents?: number;
  /** Threads shared by all documents. Default: number of processors. */
  readonly threads?: number;
  /** JavaScript heap of one thread, in MiB. Default 4096. */
  readonly memoryMb?: number;
}

export type NodeEngine = ClosableEngine<NodeInput>;

/**
 * Creates an engine with its own threads, which live until `close` is called: for a server, or if their number matters.
 *
 * @throws TypeError
 * @example
 * const engine = createEngine({ documents: 2 });
 * const { bytes } = await engine.compress('scan.pdf', { preset: 'small' });
 * engine.close();
 */
export function createEngine(settings: NodeEngineOptions = {}): NodeEngine {
  const { documents, threads, memoryMb } = settings;
  requireCounts({ documents, threads, memoryMb });
  return createClosableEngine<NodeInput>({ read, start: () => start(settings) });
}

async function start({ documents, threads, memoryMb }: NodeEngineOptions): Promise<DocumentPool> {
  return nodeDocuments({
    documents: documents ?? availableParallelism(),
    threads: threads ?? availableParallelism(),
    sources: await threadSources(),
    ...(memoryMb === undefined ? {} : { memoryMb }),
  });
}

/** Threads keep a process alive. Those of the shared pool wait this long for the next document. */
const IDLE_MS = 100;

let shared: Promise<DocumentPool> | undefined;
let callers = 0;

async function withSharedPool<T>(work: (pool: DocumentPool) => Promise<T>): Promise<T> {
  shared ??= start({});
  callers += 1;
  try {
    return await work(await shared);
  } finally {
    callers -= 1;
    setTimeout(endWhenIdle, IDLE_MS);
  }
}

function endWhenIdle(): void {
  if (callers > 0) return;
  shared?.then(
    (pool) => pool.terminate(),
    () => {},
  );
  shared = undefined;
}

async function read(input: NodeInput, signal?: AbortSignal): Promise<DocumentInput> {
  if (typeof input === 'string' || input instanceof URL) {
    const bytes = readFile(input, { signal });
    // `readFile` throws its own error instead of the signal's reason.
    return new Uint8Array(await bytes.catch(throwReasonOf(signal)));
  }
  // Threads get a copy: the input remains the caller's.
  if (isBytes(input)) return new Uint8Array(input).slice();
  if (isBlob(input)) return input;
  throw new TypeError(
    `the input must be bytes (Uint8Array, ArrayBuffer, Blob), a path or a file URL, not ${described(input)}`,
  );
}

function throwReasonOf(signal: AbortSignal | undefined): (thrown: unknown) => never {
  return (thrown) => {
    signal?.throwIfAborted();
    throw thrown;
  };
}

export const { compress, inspect, verify } = createEngineOf<NodeInput>({ read, withPool: withSharedPool });
