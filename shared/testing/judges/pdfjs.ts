import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Ask, Told } from './pdfjs-worker.ts';
import { readerJudge, type Sight } from './reader.ts';

/** Firefox' reader. A file that takes more than 30 seconds counts as unreadable. */
export const PDFJS = readerJudge('pdf.js', (file, password) => READER.see(file, password));

/** Against fonts that it reads forever; the slowest sound file of the tests takes 3 seconds. */
const MAX_MS = 30_000;

/** pdf.js in its own thread: a file that it never finishes only blocks that thread. */
export class PdfjsReader {
  readonly #mostMs: number;
  #worker: Worker | undefined;
  /** Files are read one after the other, so that each has its own time limit. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(mostMs = MAX_MS) {
    this.#mostMs = mostMs;
  }

  /** @throws Error when it cannot open the file, or exceeds the time limit */
  see(file: Uint8Array, password: string): Promise<Sight> {
    const sight = this.#last.then(async () => this.#read(await this.#ready(), file, password));
    this.#last = sight.catch(() => undefined);
    return sight;
  }

  /** Returns a thread with pdf.js loaded: loading on a busy machine does not count for the file. */
  async #ready(): Promise<Worker> {
    if (this.#worker === undefined) {
      const starting = new Worker(new URL('./pdfjs-worker.mjs', import.meta.url));
      await once(starting, 'message');
      this.#worker = starting;
    }
    return this.#worker;
  }

  #read(worker: Worker, file: Uint8Array, password: string): Promise<Sight> {
    return new Promise<Sight>((resolve, reject) => {
      const hear = (told: Told) => {
        stopHearing();
        if ('error' in told) reject(new Error(told.error));
        else resolve(told);
      };
      const lose = (why: Error) => {
        stopHearing();
        this.#worker = undefined;
        void worker.terminate();
        reject(why);
      };
      const timer = setTimeout(() => lose(new Error(`no end within ${this.#mostMs} ms`)), this.#mostMs);
      const stopHearing = () => {
        clearTimeout(timer);
        worker.off('message', hear).off('error', lose);
        // An idle thread does not keep the process alive.
        worker.unref();
      };
      worker.ref();
      worker.on('message', hear).on('error', lose);
      worker.postMessage({ file, password } satisfies Ask);
    });
  }
}

const READER = new PdfjsReader();
