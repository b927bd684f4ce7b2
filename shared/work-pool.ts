import type { ImageJob, ImageJobResult } from './codecs/image-job-types.ts';
import { imageJobMs } from './limits.ts';
import { jobPixels, type WorkRunner } from './work-threads.ts';

/** One thread, which does one job at a time. */
export interface WorkThread {
  /** @throws when the thread died; what the job itself threw comes as data */
  run(job: ImageJob): Promise<ThreadAnswer>;
  /** At once, also in the middle of a job. */
  end(): void;
}

export type ThreadAnswer =
  | { readonly kind: 'result'; readonly result: ImageJobResult }
  | { readonly kind: 'thrown'; readonly error: Error };

export interface WorkPoolSettings {
  readonly threads: number;
  /** Weighed pixels of all jobs that run at the same time; a larger one runs alone. */
  readonly pixels: number;
  readonly spawn: () => WorkThread;
  /** A thread keeps what WASM memory it grew; after this long without work it is let go. */
  readonly idleMs: number;
  /** Hears why an image stayed as it was. */
  readonly onThreadLost?: (why: unknown) => void;
}

interface Entry {
  readonly job: ImageJob;
  readonly pixels: number;
  readonly answer: (answer: ThreadAnswer) => void;
  /** Ends the thread that is at it. */
  stop: (why: Error) => void;
}

const FAILED: ThreadAnswer = { kind: 'result', result: { kind: 'kept', reason: 'job-failed' } };

/**
 * Threads for the images of all documents, made on demand. First come, first served is fair here: a document has no
 * more jobs under way than there are threads, and one to come (`images/start-ahead.ts`), so nobody waits behind all
 * images of another.
 */
export class WorkPool {
  readonly #settings: WorkPoolSettings;
  readonly #queue: Entry[] = [];
  readonly #running = new Set<Entry>();
  readonly #idle: { readonly thread: WorkThread; readonly timer: ReturnType<typeof setTimeout> }[] = [];
  #pixels = 0;
  #isEnded = false;

  constructor(settings: WorkPoolSettings) {
    this.#settings = settings;
  }

  get parallelism(): number {
    return this.#settings.threads;
  }

  open(): WorkRunner {
    const own = new Set<Entry>();
    return {
      run: async (job) => {
        const answer = await new Promise<ThreadAnswer>((resolve) => {
          const entry: Entry = {
            job,
            pixels: jobPixels(job),
            stop: () => {},
            answer: (given) => {
              own.delete(entry);
              resolve(given);
            },
          };
          own.add(entry);
          this.#queue.push(entry);
          this.#startNext();
        });
        if (answer.kind === 'thrown') throw answer.error;
        return answer.result;
      },
      close: () => this.#drop(own),
    };
  }

  /** Ends all threads; what they were at is `job-failed`. */
  end(): void {
    this.#isEnded = true;
    this.#drop([...this.#queue, ...this.#running]);
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      thread.end();
    }
  }

  #drop(entries: Iterable<Entry>): void {
    for (const entry of [...entries]) {
      const waiting = this.#queue.indexOf(entry);
      if (waiting >= 0) {
        this.#queue.splice(waiting, 1);
        entry.answer(FAILED);
      } else entry.stop(new NotWanted());
    }
  }

  #startNext(): void {
    while (this.#running.size < this.#settings.threads) {
      const [next] = this.#queue;
      if (next === undefined) return;
      if (this.#running.size > 0 && this.#pixels + next.pixels > this.#settings.pixels) return;
      this.#queue.shift();
      this.#running.add(next);
      this.#pixels += next.pixels;
      void this.#work(next).then((answer) => {
        this.#running.delete(next);
        this.#pixels -= next.pixels;
        next.answer(answer);
        this.#startNext();
      });
    }
  }

  async #work(entry: Entry): Promise<ThreadAnswer> {
    let thread: WorkThread | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopped = new Promise<never>((_, reject) => {
      entry.stop = reject;
      const ms = imageJobMs(entry.pixels);
      timer = setTimeout(() => reject(new Error(`an image job took longer than ${ms} ms`)), ms);
    });
    try {
      thread = this.#takeIdle() ?? this.#settings.spawn();
      const answer = await Promise.race([thread.run(entry.job), stopped]);
      // What threw may have left its codecs in any state.
      if (answer.kind === 'thrown') thread.end();
      else this.#letRest(thread);
      return answer;
    } catch (why) {
      thread?.end();
      if (!(why instanceof NotWanted)) this.#settings.onThreadLost?.(why);
      return FAILED;
    } finally {
      clearTimeout(timer);
    }
  }

  #takeIdle(): WorkThread | undefined {
    const resting = this.#idle.pop();
    if (resting !== undefined) clearTimeout(resting.timer);
    return resting?.thread;
  }

  #letRest(thread: WorkThread): void {
    if (this.#isEnded) {
      thread.end();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((resting) => resting.timer === timer),
        1,
      );
      thread.end();
    }, this.#settings.idleMs);
    this.#idle.push({ thread, timer });
  }
}

/** Whoever asked has gone. */
class NotWanted extends Error {}
