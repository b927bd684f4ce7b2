import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Ask, Told } from './pdfjs-worker.ts';
import { readerJudge, type Sight } from './reader.ts';

/** Firefox' reader. What it cannot read to its end in 30 seconds of CPU, it cannot open. */
export const PDFJS = readerJudge('pdf.js', (file, password) => READER.see(file, password));

/** Against fonts that it reads for ever; the slowest honest file of the tests takes 3 seconds. */
const MAX_CPU_MS = 30_000;
/** A reader that waits without working is ended too, after this many times its limit on the clock. */
const MAX_WAIT_FACTOR = 20;
const POLL_INTERVAL_MS = 100;

/** pdf.js in a thread of its own: a file that it never leaves takes only the thread along. */
export class PdfjsReader {
  readonly #maxCpuMs: number;
  #worker: Worker | undefined;
  /** Files are read one after the other, so that the time of one is its own. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxCpuMs = MAX_CPU_MS) {
    this.#maxCpuMs = maxCpuMs;
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
      const clock = watchCpu(this.#maxCpuMs, () => lose(new Error(`no end within ${this.#maxCpuMs} ms of CPU`)));
      const stopHearing = () => {
        clearInterval(clock);
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

/**
 * Calls `onEnd` once this process has used `maxMs` of CPU, all its threads together: a busy machine takes nothing from a
 * file's time.
 */
function watchCpu(maxMs: number, onEnd: () => void): NodeJS.Timeout {
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const cpuBefore = cpuMs();
  const startedAt = performance.now();
  return setInterval(() => {
    if (cpuMs() - cpuBefore > maxMs || performance.now() - startedAt > maxMs * MAX_WAIT_FACTOR) onEnd();
  }, POLL_INTERVAL_MS);
}
