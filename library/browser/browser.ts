import { described, isBlob, isBytes, requireCounts } from '../engine/call-arguments.ts';
import { createClosableEngine } from '../engine/client.ts';
import type { DocumentPool } from '../engine/document-pool.ts';
import type { DocumentInput } from '../engine/document-task.ts';
import type { ClosableEngine, Engine } from '../engine/engine.ts';
import { browserDocuments } from './workers.ts';

/** Bytes, which remain the caller's and are copied at the call's turn, or a file. */
export type BrowserInput = Uint8Array | ArrayBuffer | Blob;

export interface BrowserEngineSettings {
  /** URL of `pagelight/worker`, for pages whose policy forbids `worker-src blob:`. */
  readonly workerUrl?: string | URL;
  /** Documents at the same time; others wait. Default 1. */
  readonly documents?: number;
  /** Workers shared by all documents. Default: number of processors, at most 4. */
  readonly threads?: number;
}

export type BrowserEngine = ClosableEngine<BrowserInput>;

const MAX_THREADS = 4;

/**
 * Creates an engine with its own workers, which live until `close` is called.
 *
 * @throws TypeError
 * @example
 * const engine = createEngine({ workerUrl: '/pagelight-worker.js' });
 * const { bytes } = await engine.compress(file, { targetSize: 5_000_000 });
 * engine.close();
 */
export function createEngine(settings: BrowserEngineSettings = {}): BrowserEngine {
  const { documents, threads } = settings;
  requireCounts({ documents, threads });
  return createClosableEngine<BrowserInput>({ read, start: () => start(settings) });
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

/**
 * The worker's source is embedded, whatever bundles the page: no file has to be found, and no request is made later.
 */
function addressOfText(): Promise<string> {
  ofText ??= import('./worker-text.ts').then(({ WORKER_TEXT }) =>
    URL.createObjectURL(new Blob([WORKER_TEXT], { type: 'text/javascript' })),
  );
  return ofText;
}

async function read(input: BrowserInput): Promise<DocumentInput> {
  // Workers get a copy, or a file to read: the input remains the caller's.
  if (isBytes(input)) return new Uint8Array(input).slice();
  if (isBlob(input)) return input;
  throw new TypeError(`the input must be bytes (Uint8Array, ArrayBuffer, Blob), not ${described(input)}`);
}

let common: BrowserEngine | undefined;

function sharedEngine(): BrowserEngine {
  common ??= createEngine();
  return common;
}

export const compress: Engine<BrowserInput>['compress'] = (...given) => sharedEngine().compress(...given);
export const inspect: Engine<BrowserInput>['inspect'] = (...given) => sharedEngine().inspect(...given);
export const verify: Engine<BrowserInput>['verify'] = (...given) => sharedEngine().verify(...given);
