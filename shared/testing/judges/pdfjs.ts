import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Ask, Told } from './pdfjs-worker.ts';
import { readerJudge, type Sight } from './reader.ts';

/** Firefox' reader. What it cannot read to its end in 30 seconds, it cannot open. */
export const PDFJS = readerJudge('pdf.js', (file, password) => READER.see(file, password));

/** Against fonts that it reads for ever; the slowest honest file of the tests takes 3 seconds. */
const MAX_MS = 30_000;

/** pdf.js in a thread of its own: a file that it never leaves takes only the thread along. */
export class PdfjsReader {
  readonly #mostMs: number;
  #worker: Worker | undefined;
  /** Files are read one after the other, so that the time of one is its own. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(mostMs = MAX_MS) {
    this.#mostMs = mostMs;
  }

  /** @throws Error when it cannot open the file, or does not come to an end with it */
  see(file: Uint8Array, password: string): Promise<Sight> {
    const sight = this.#last.then(async () => this.#read(await this.#ready(), file, password));
    this.#last = sight.catch(() => undefined);
    return sight;
  }

  /** A thread that has loaded pdf.js: what that takes on a busy machine is not the file's time. */
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
        // A thread that rests keeps no process alive.
        worker.unref();
      };
      worker.ref();
      worker.on('message', hear).on('error', lose);
      worker.postMessage({ file, password } satisfies Ask);
    });
  }
}

const READER = new PdfjsReader();
