import { createEngineOf } from '../engine/client.ts';
import type { DocumentPool } from '../engine/document-pool.ts';
import type { DocumentInput } from '../engine/document-task.ts';
import type { Engine } from '../engine/engine.ts';
import { browserDocuments } from './workers.ts';

export { WorkerCrashedError } from '../engine/thread-lost.ts';

/** Bytes, which stay the caller's, or a file. */
export type BrowserInput = Uint8Array | ArrayBuffer | Blob;

export interface BrowserEngineSettings {
  /** Where `pagelight/worker` lies, for pages whose policy forbids workers of a text (`worker-src blob:`). */
  readonly workerUrl?: string | URL;
  /** Documents at the same time; the next ones wait. One, without. */
  readonly documents?: number;
  /** Workers for the heavy work of all of them. As many as there are processors, at most 4, without. */
  readonly threads?: number;
}

export interface BrowserEngine extends Engine<BrowserInput> {
  /** Ends all workers; what they were at is lost. */
  close(): void;
}

const MAX_THREADS = 4;

/**
 * Workers of one's own, which stay until `end` is called.
 *
 * @example
 * const engine = createEngine({ workerUrl: '/pagelight-worker.js' });
 * const { bytes } = await engine.compress(file, { targetSize: 5_000_000 });
 * engine.end();
 */
export function createEngine(settings: BrowserEngineSettings = {}): BrowserEngine {
  let pool: Promise<DocumentPool> | undefined;
  const withPool = async <T>(work: (pool: DocumentPool) => Promise<T>) => {
    pool ??= start(settings);
    return work(await pool);
  };
  return {
    ...createEngineOf<BrowserInput>({ read, withPool }),
    close() {
      void pool?.then((started) => started.terminate());
      pool = undefined;
    },
  };
}

async function start({ workerUrl, documents = 1, threads }: BrowserEngineSettings): Promise<DocumentPool> {
  const address = workerUrl ?? (await addressOfText());
  return browserDocuments({
    documents,
    threads: threads ?? Math.min(MAX_THREADS, navigator.hardwareConcurrency),
    spawn: () => new Worker(address),
  });
}

let ofText: Promise<string> | undefined;

/** The worker's text is here once, whatever bundles the page: no file must be found, and no request is made for it later. */
function addressOfText(): Promise<string> {
  ofText ??= import('./worker-text.ts').then(({ WORKER_TEXT }) =>
    URL.createObjectURL(new Blob([WORKER_TEXT], { type: 'text/javascript' })),
  );
  return ofText;
}

async function read(input: BrowserInput): Promise<DocumentInput> {
  // The caller keeps what is his: workers are given a copy, or a file to read.
  return input instanceof Blob ? input : new Uint8Array(input).slice();
}

let common: BrowserEngine | undefined;

function sharedEngine(): BrowserEngine {
  common ??= createEngine();
  return common;
}

export const compress: Engine<BrowserInput>['compress'] = (...given) => sharedEngine().compress(...given);
export const inspect: Engine<BrowserInput>['inspect'] = (...given) => sharedEngine().inspect(...given);
export const verify: Engine<BrowserInput>['verify'] = (...given) => sharedEngine().verify(...given);
