import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readerJudge, type Sight } from './reader.ts';

/** A request to the thread. */
export interface Ask {
  readonly file: Uint8Array;
  readonly password: string;
}

export type Told = Sight | { readonly error: string };

/** Firefox' reader. A file that takes more than 30 seconds of CPU counts as unreadable. */
export const PDFJS = readerJudge('pdf.js', (file, password) => READER.see(file, password));

/** Against fonts that it reads forever; the slowest sound file of the tests takes 3 seconds. */
const MAX_CPU_MS = 30_000;
/** A reader that waits without working is ended after this many times the limit on the clock. */
const MAX_WAIT_FACTOR = 20;
const POLL_INTERVAL_MS = 100;

/** pdf.js in its own thread: a file that it never finishes only blocks that thread. */
export class PdfjsReader {
  readonly #maxCpuMs: number;
  #worker: Worker | undefined;
  /** Files are read one after the other, so that each has its own time limit. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxCpuMs = MAX_CPU_MS) {
    this.#maxCpuMs = maxCpuMs;
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
      const clock = watchCpu(this.#maxCpuMs, () =>
        lose(new Error(`no end within ${this.#maxCpuMs} ms of CPU`)),
      );
      const stopHearing = () => {
        clearInterval(clock);
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
