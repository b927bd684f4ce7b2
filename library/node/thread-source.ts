import { existsSync } from 'node:fs';
import type { WorkerOptions } from 'node:worker_threads';
import { threadFile } from './thread-files.ts';

/** The code from which a worker thread starts. */
export interface ThreadSource {
  readonly code: string;
  readonly options: WorkerOptions;
}

export interface ThreadSources {
  readonly document: ThreadSource;
  readonly work: ThreadSource;
}

/** Threads that run the package's own files. */
export function threadFiles(): ThreadSources {
  // Threads inherit `node --input-type=module -e …`, with which Node starts none from a file.
  const isFromText = process.execArgv.some((argument) => argument.startsWith('--input-type'));
  const options = isFromText ? { execArgv: [] } : {};
  return {
    document: { code: threadFile('document-thread'), options },
    work: { code: threadFile('work-thread'), options },
  };
}

/**
 * Threads for programs that were bundled into other files. Every bundler includes the browser's worker, whose source is
 * self-contained; Node runs it instead.
 *
 * @throws Error if the bundler left it out
 */
export async function threadSources(): Promise<ThreadSources> {
  const files = threadFiles();
  if (existsSync(files.document.code) && existsSync(files.work.code)) return files;
  const text = await workerText();
  const threadOf = (call: string) => ({
    code: `${PRELUDE}${listener(call)}${text}`,
    options: { eval: true },
  });
  return { document: threadOf("{ kind: 'document', call }"), work: threadOf("{ kind: 'job', job: call }") };
}

async function workerText(): Promise<string> {
  const text = await import('../browser/worker-text.ts').then(({ WORKER_TEXT }) => WORKER_TEXT, noText);
  return text === '' ? noText() : text;
}

function noText(cause?: unknown): never {
  throw new Error(
    "pagelight finds no code for its threads: it was bundled without its file worker-text.js. Keep it out of the bundle (external: ['pagelight']) and install it beside.",
    { cause },
  );
}

/** Provides the globals of a browser's worker. `process` is hidden: in Node the codecs would look for their files. */
const PRELUDE = `
const { parentPort } = require('node:worker_threads');
globalThis.self = globalThis;
self.importScripts = () => {};
self.postMessage = (message, { transfer }) => parentPort.postMessage(message, transfer);
Object.defineProperty(globalThis, 'process', { value: undefined });
`;

/** @param call a `WorkerCall` of the message `call` */
function listener(call: string): string {
  return `parentPort.on('message', (call) => self.onmessage({ data: ${call} }));\n`;
}
