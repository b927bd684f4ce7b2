import { isPictureJob, jobMs, jobPixels, LOST, type Lost, type WorkJob, type WorkResult } from './job.ts';
import type { WorkRunner } from './threads.ts';
import { startWorkClock } from './work-clock.ts';

/** One thread, which does one job after the other. */
export interface WorkThread {
  /** @throws when the thread died; what the job itself threw comes as data */
  run(job: WorkJob): Promise<ThreadResponse>;
  /** At once, also in the middle of a job. */
  terminate(): void;
}

export type ThreadResponse =
  | { readonly kind: 'result'; readonly result: WorkResult | Lost }
  | { readonly kind: 'thrown'; readonly error: Error };

export interface WorkPoolSettings {
  readonly threads: number;
  /** Weighed pixels of all images that are worked on at the same time; a larger one has no other image beside it. */
  readonly pixels: number;
  readonly spawn: () => WorkThread;
  /**
   * Jobs that a thread is given at once, all of one document: 2 where the pool's own thread may be busy, so that the
   * next job is there when one is done. Left out, 1.
   */
  readonly jobsPerThread?: number;
  /** A thread keeps what WASM memory it grew; after this long without work it is let go. */
  readonly idleMs: number;
  /** Processor time of this process so far, in milliseconds; left out where the host cannot tell. */
  readonly cpuMs?: () => number;
  /** Hears why a job was lost. */
  readonly onWorkerCrashedError?: (why: unknown) => void;
}

interface Entry {
  readonly job: WorkJob;
  /** 0 where the job is no image. */
  readonly pixels: number;
  readonly answer: (answer: ThreadResponse) => void;
  /** Ends the thread that is at it. */
  stop: (why: Error) => void;
}

/** A thread with the jobs that it was given. */
interface Busy {
  readonly thread: WorkThread;
  readonly entries: Set<Entry>;
  readonly document: Waiting;
}

/** What one document waits for. */
interface Waiting {
  readonly images: Entry[];
  readonly others: Entry[];
}

/** More are started when there are jobs for them. */
const PREWARMED_THREADS = 2;

const NO_RESULT: ThreadResponse = { kind: 'result', result: LOST };

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

  /** Starts threads that will be wanted soon: they are ready sooner than the first jobs are. */
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

  /** Ends all threads; what they were at is lost. */
  terminate(): void {
    this.#isEnded = true;
    this.#drop([...this.#turns.flatMap(({ images, others }) => [...images, ...others]), ...this.#running]);
    this.terminateIdle();
  }

  /** Ends the threads that rest: their memory is wanted. Later jobs get new ones. */
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

  /** None where none can be made. */
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

  /** Of the document whose turn it is; its next one comes after all others'. */
  #takeNext(
    documents: readonly Waiting[],
  ): { readonly entry: Entry; readonly document: Waiting } | undefined {
    let mayBeImage = true;
    for (const document of documents) {
      const { images, others } = document;
      const [image] = images;
      // An image that must wait for room is not overtaken by those that need less, or it might wait for ever.
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
    // Those that it was given before come first.
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
      // What threw may have left its codecs in any state.
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

/** Whoever asked has gone. */
class JobAbandoned extends Error {}
