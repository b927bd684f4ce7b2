import { jobMs, jobPixels, LOST, type Lost, type WorkJob, type WorkResult } from './job.ts';
import type { WorkRunner } from './threads.ts';

/** One thread, which does one job at a time. */
export interface WorkThread {
  /** @throws when the thread died; what the job itself threw comes as data */
  run(job: WorkJob): Promise<ThreadAnswer>;
  /** At once, also in the middle of a job. */
  end(): void;
}

export type ThreadAnswer =
  | { readonly kind: 'result'; readonly result: WorkResult | Lost }
  | { readonly kind: 'thrown'; readonly error: Error };

export interface WorkPoolSettings {
  readonly threads: number;
  /** Weighed pixels of all images that are worked on at the same time; a larger one has no other image beside it. */
  readonly pixels: number;
  readonly spawn: () => WorkThread;
  /** A thread keeps what WASM memory it grew; after this long without work it is let go. */
  readonly idleMs: number;
  /** Hears why a job was lost. */
  readonly onThreadLost?: (why: unknown) => void;
}

interface Entry {
  readonly job: WorkJob;
  /** 0 where the job is no image. */
  readonly pixels: number;
  readonly answer: (answer: ThreadAnswer) => void;
  /** Ends the thread that is at it. */
  stop: (why: Error) => void;
}

/** What one document waits for. */
interface Waiting {
  readonly images: Entry[];
  readonly others: Entry[];
}

/** More are started when there are jobs for them. */
const PREPARED_THREADS = 2;

const NO_RESULT: ThreadAnswer = { kind: 'result', result: LOST };

/**
 * Threads for the heavy work of all documents, made on demand. Documents take turns, whatever they have waiting. Of one
 * document images go first, which take longest; other jobs need little memory and fill the threads that have no room
 * for an image.
 */
export class WorkPool {
  readonly #settings: WorkPoolSettings;
  /** The documents' turns, the next one first. */
  readonly #turns: Waiting[] = [];
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

  /** Starts threads that will be wanted soon: they are ready sooner than the first jobs are. */
  prepare(): void {
    const more = Math.min(this.#settings.threads, PREPARED_THREADS) - this.#running.size - this.#idle.length;
    for (let left = more; left > 0 && !this.#isEnded; left -= 1) this.#letRest(this.#settings.spawn());
  }

  open(): WorkRunner {
    const own = new Set<Entry>();
    const waiting: Waiting = { images: [], others: [] };
    this.#turns.push(waiting);
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
          (job.kind === 'image' ? waiting.images : waiting.others).push(entry);
          this.#startNext();
        });
        if (answer.kind === 'thrown') throw answer.error;
        return answer.result;
      },
      close: () => {
        this.#turns.splice(this.#turns.indexOf(waiting), 1);
        this.#drop(own);
      },
    };
  }

  /** Ends all threads; what they were at is lost. */
  end(): void {
    this.#isEnded = true;
    this.#drop([...this.#turns.flatMap(({ images, others }) => [...images, ...others]), ...this.#running]);
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      thread.end();
    }
  }

  #drop(entries: Iterable<Entry>): void {
    for (const entry of [...entries]) {
      if (this.#running.has(entry)) entry.stop(new NotWanted());
      else {
        for (const waiting of this.#turns) removeFrom(waiting, entry);
        entry.answer(NO_RESULT);
      }
    }
  }

  #startNext(): void {
    while (this.#running.size < this.#settings.threads) {
      const next = this.#takeNext();
      if (next === undefined) return;
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

  /** Of the document whose turn it is; its next one comes after all others'. */
  #takeNext(): Entry | undefined {
    let mayBeImage = true;
    for (const [turn, { images, others }] of this.#turns.entries()) {
      const [image] = images;
      // An image that must wait for room is not overtaken by those that need less, or it might wait for ever.
      if (image !== undefined && !this.#hasRoomFor(image)) mayBeImage = false;
      const next = mayBeImage && image !== undefined ? images.shift() : others.shift();
      if (next === undefined) continue;
      this.#turns.push(...this.#turns.splice(turn, 1));
      return next;
    }
    return undefined;
  }

  #hasRoomFor({ pixels }: Entry): boolean {
    return this.#pixels === 0 || this.#pixels + pixels <= this.#settings.pixels;
  }

  async #work(entry: Entry): Promise<ThreadAnswer> {
    let thread: WorkThread | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopped = new Promise<never>((_, reject) => {
      entry.stop = reject;
      const ms = jobMs(entry.job);
      timer = setTimeout(() => reject(new Error(`a job (${entry.job.kind}) took longer than ${ms} ms`)), ms);
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
      return NO_RESULT;
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

function removeFrom({ images, others }: Waiting, entry: Entry): void {
  for (const list of [images, others]) {
    const at = list.indexOf(entry);
    if (at >= 0) list.splice(at, 1);
  }
}

/** Whoever asked has gone. */
class NotWanted extends Error {}
