import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { described, isBlob, isBytes, requireCounts } from './engine/call-arguments.ts';
import { createClosableEngine, createEngineOf } from './engine/client.ts';
import type { DocumentPool } from './engine/document-pool.ts';
import type { DocumentInput } from './engine/document-task.ts';
import type { ClosableEngine } from './engine/engine.ts';
import { nodeDocuments } from './node/node-documents.ts';
import { threadSources } from './node/thread-source.ts';

/** Bytes, which stay the caller's, or a file's path or address. */
export type NodeInput = Uint8Array | ArrayBuffer | Blob | string | URL;

export interface NodeEngineOptions {
  /** Documents at the same time; the next ones wait. As many as there are processors, without. */
  readonly documents?: number;
  /** Threads for the heavy work of all of them. As many as there are processors, without. */
  readonly threads?: number;
  /** JavaScript heap of one thread, in MiB; 4096 without. */
  readonly memoryMb?: number;
}

export type NodeEngine = ClosableEngine<NodeInput>;

/**
 * Threads of one's own, which stay until `close` is called: for a server, or where their number matters.
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

/** Threads keep a process from its end; those of nobody in particular rest so long for the next document. */
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
    // It gives an error of its own in place of the signal's reason.
    return new Uint8Array(await bytes.catch(throwReasonOf(signal)));
  }
  // The caller keeps what is his: threads are given a copy.
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
