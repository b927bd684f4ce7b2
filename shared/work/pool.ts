import { isPictureJob, jobMs, jobPixels, LOST, type Lost, type WorkJob, type WorkResult } from './job.ts';
import type { WorkRunner } from './threads.ts';
import { startWorkClock } from './work-clock.ts';

/** One thread, which runs jobs one after the other. */
export interface WorkThread {
  /** @throws when the thread crashed; errors of the job itself are returned as data */
  run(job: WorkJob): Promise<ThreadResponse>;
  /** Terminates at once, even during a job. */
  terminate(): void;
}

export type ThreadResponse =
  | { readonly kind: 'result'; readonly result: WorkResult | Lost }
  | { readonly kind: 'thrown'; readonly error: Error };

export interface WorkPoolSettings {
  readonly threads: number;
  /** Maximum weighted pixels of all images in work; a larger one runs without other images. */
  readonly pixels: number;
  readonly spawn: () => WorkThread;
  /**
   * Jobs that a thread has at once, all of one document; default 1. Set 2 if the pool's own thread may be
   * busy, so that the next job is ready.
   */
  readonly jobsPerThread?: number;
  /** Idle time after which a thread is terminated, since it keeps the WASM memory that it grew. */
  readonly idleMs: number;
  /** Reads this process's CPU time in milliseconds; undefined if the host cannot tell. */
  readonly cpuMs?: () => number;
  /** Called with the reason when a thread crashes. */
  readonly onWorkerCrashedError?: (why: unknown) => void;
}

interface Entry {
  readonly job: WorkJob;
  /** 0 if the job is no image. */
  readonly pixels: number;
  readonly answer: (answer: ThreadResponse) => void;
  /** Ends the thread that runs it. */
  stop: (why: Error) => void;
}

/** A thread with its jobs. */
interface Busy {
  readonly thread: WorkThread;
  readonly entries: Set<Entry>;
  readonly document: Waiting;
}

/** Queued jobs of one document. */
interface Waiting {
  readonly images: Entry[];
  readonly others: Entry[];
}

/** Threads started before there are jobs; more are started on demand. */
const PREWARMED_THREADS = 2;

const NO_RESULT: ThreadResponse = { kind: 'result', result: LOST };

/**
 * Threads for the heavy work of all documents, created on demand. Documents take turns (round robin). Of one
 * document, images go first, since they take longest; other jobs need little memory and use threads when no
 * image has room.
 */
export class WorkPool {
  readonly #settings: WorkPoolSettings;
  /** Documents in turn, the next one first. */
  readonly #turns: Waiting[] = [];
  readonly #running = new Set<Entry>();
  readonly #busy = new Set<Busy>();
  readonly #idle: { readonly thread: WorkThread; readonly timer: ReturnType<typeof setTimeout> }[] = [];
  #pixels = 0;
  #isEnded = false;

  constructor(settings: WorkPoolSettings) {
    this.#settings = settings;
  }

  get parallelism(): number {
    return this.#settings.threads;
  }

  /** Starts threads before the first jobs are ready. */
  prewarm(): void {
    const more = Math.min(this.#settings.threads, PREWARMED_THREADS) - this.#busy.size - this.#idle.length;
    for (let left = more; left > 0 && !this.#isEnded; left -= 1) this.#release(this.#settings.spawn());
  }

  open(): WorkRunner {
    const own = new Set<Entry>();
    const waiting: Waiting = { images: [], others: [] };
    this.#turns.push(waiting);
    return {
      run: async (job) => {
        const answer = await new Promise<ThreadResponse>((resolve) => {
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
          (isPictureJob(job) ? waiting.images : waiting.others).push(entry);
          this.#startNext();
        });
        if (answer.kind === 'thrown') throw answer.error;
        return answer.result;
      },
      close: () => {
        this.#drop(own);
        this.#turns.splice(this.#turns.indexOf(waiting), 1);
      },
    };
  }

  /** Terminates all threads; running jobs are lost. */
  terminate(): void {
    this.#isEnded = true;
    this.#drop([...this.#turns.flatMap(({ images, others }) => [...images, ...others]), ...this.#running]);
    this.terminateIdle();
  }

  /** Terminates idle threads to free memory. Later jobs get new ones. */
  terminateIdle(): void {
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      thread.terminate();
    }
  }

  #drop(entries: Iterable<Entry>): void {
    for (const entry of [...entries]) {
      if (this.#running.has(entry)) entry.stop(new JobAbandoned());
      else {
        for (const waiting of this.#turns) removeFrom(waiting, entry);
        entry.answer(NO_RESULT);
      }
    }
  }

  #startNext(): void {
    while (this.#busy.size < this.#settings.threads) {
      const next = this.#takeNext(this.#turns);
      if (next === undefined) return;
      const thread = this.#thread();
      if (thread === undefined) next.entry.answer(NO_RESULT);
      else this.#give(next.entry, { thread, entries: new Set(), document: next.document });
    }
    for (const busy of this.#busy) {
      while (busy.entries.size < (this.#settings.jobsPerThread ?? 1)) {
        const next = this.#takeNext([busy.document]);
        if (next === undefined) break;
        this.#give(next.entry, busy);
      }
    }
  }

  /** Returns undefined if no thread can be created. */
  #thread(): WorkThread | undefined {
    const resting = this.#takeIdle();
    if (resting !== undefined) return resting;
    try {
      return this.#settings.spawn();
    } catch (why) {
      this.#settings.onWorkerCrashedError?.(why);
      return undefined;
    }
  }

  #give(entry: Entry, busy: Busy): void {
    this.#busy.add(busy);
    busy.entries.add(entry);
    this.#running.add(entry);
    this.#pixels += entry.pixels;
    void this.#work(entry, busy).then((answer) => {
      this.#running.delete(entry);
      this.#pixels -= entry.pixels;
      entry.answer(answer);
      this.#startNext();
    });
  }

  /** Takes a job of the next document, and moves the document to the end of the turns. */
  #takeNext(
    documents: readonly Waiting[],
  ): { readonly entry: Entry; readonly document: Waiting } | undefined {
    let mayBeImage = true;
    for (const document of documents) {
      const { images, others } = document;
      const [image] = images;
      // An image that waits for room is not overtaken by smaller ones, or it might wait forever.
      if (image !== undefined && !this.#hasRoomFor(image)) mayBeImage = false;
      const entry = mayBeImage && image !== undefined ? images.shift() : others.shift();
      if (entry === undefined) continue;
      const turn = this.#turns.indexOf(document);
      if (turn >= 0) this.#turns.push(...this.#turns.splice(turn, 1));
      return { entry, document };
    }
    return undefined;
  }

  #hasRoomFor({ pixels }: Entry): boolean {
    return this.#pixels === 0 || this.#pixels + pixels <= this.#settings.pixels;
  }

  async #work(entry: Entry, busy: Busy): Promise<ThreadResponse> {
    const { thread, entries } = busy;
    let stopClock = () => {};
    // The thread's earlier jobs run first.
    const ms = [...entries].reduce((sum, { job }) => sum + jobMs(job), 0);
    const stopped = new Promise<never>((_, reject) => {
      entry.stop = reject;
      stopClock = startWorkClock(ms, this.#settings.cpuMs, () =>
        reject(new Error(`a job (${entry.job.kind}) took longer than ${ms} ms`)),
      );
    });
    try {
      const answer = await Promise.race([thread.run(entry.job), stopped]);
      entries.delete(entry);
      // A thread that threw may have codecs in any state.
      if (answer.kind === 'thrown') this.#end(busy);
      else if (entries.size === 0 && this.#busy.delete(busy)) this.#release(thread);
      return answer;
    } catch (why) {
      const wasThere = this.#busy.has(busy);
      this.#end(busy);
      if (wasThere && !(why instanceof JobAbandoned)) this.#settings.onWorkerCrashedError?.(why);
      return NO_RESULT;
    } finally {
      stopClock();
    }
  }

  #end(busy: Busy): void {
    this.#busy.delete(busy);
    busy.thread.terminate();
  }

  #takeIdle(): WorkThread | undefined {
    const resting = this.#idle.pop();
    if (resting !== undefined) clearTimeout(resting.timer);
    return resting?.thread;
  }

  #release(thread: WorkThread): void {
    if (this.#isEnded) {
      thread.terminate();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((resting) => resting.timer === timer),
        1,
      );
      thread.terminate();
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

/** The caller has closed its runner. */
class JobAbandoned extends Error {}
