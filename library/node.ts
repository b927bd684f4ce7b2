import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createEngineOf } from './engine/client.ts';
import type { DocumentPool } from './engine/document-pool.ts';
import type { DocumentInput } from './engine/document-task.ts';
import type { Engine } from './engine/engine.ts';
import { nodeDocuments } from './node/node-documents.ts';

export { WorkerCrashedError } from './engine/thread-lost.ts';

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

export interface NodeEngine extends Engine<NodeInput> {
  /** Ends all threads; what they were at is lost. */
  close(): void;
}

/**
 * Threads of one's own, which stay until `end` is called: for a server, or where their number matters.
 *
 * @example
 * const engine = createEngine({ documents: 2 });
 * const { bytes } = await engine.compress('scan.pdf', { preset: 'small' });
 * engine.end();
 */
export function createEngine(settings: NodeEngineOptions = {}): NodeEngine {
  const pool = poolOf(settings);
  return {
    ...createEngineOf<NodeInput>({ read, withPool: (work) => work(pool) }),
    close: () => pool.terminate(),
  };
}

function poolOf({ documents, threads, memoryMb }: NodeEngineOptions): DocumentPool {
  return nodeDocuments({
    documents: documents ?? availableParallelism(),
    threads: threads ?? availableParallelism(),
    ...(memoryMb === undefined ? {} : { memoryMb }),
  });
}

/** Threads keep a process from its end; those of nobody in particular rest so long for the next document. */
const IDLE_MS = 100;

let shared: DocumentPool | undefined;
let callers = 0;

async function withSharedPool<T>(work: (pool: DocumentPool) => Promise<T>): Promise<T> {
  shared ??= poolOf({});
  callers += 1;
  try {
    return await work(shared);
  } finally {
    callers -= 1;
    setTimeout(endWhenIdle, IDLE_MS);
  }
}

function endWhenIdle(): void {
  if (callers > 0) return;
  shared?.terminate();
  shared = undefined;
}

async function read(input: NodeInput): Promise<DocumentInput> {
  if (typeof input === 'string' || input instanceof URL) return new Uint8Array(await readFile(input));
  // The caller keeps what is his: threads are given a copy.
  return input instanceof Blob ? input : new Uint8Array(input).slice();
}

export const { compress, inspect, verify } = createEngineOf<NodeInput>({ read, withPool: withSharedPool });
