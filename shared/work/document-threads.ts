import type { Host } from '../host.ts';
import { isPictureJob, LOST, type Lost, type ResultOf, type WorkJob, type WorkResult } from './job.ts';
import { THREADS_FOR_CONTENT, type WorkAmount, type WorkRunner, type WorkThreads } from './threads.ts';

/** Runs jobs in the document's own thread, one at a time. */
export type RunInline = <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>>;

/** Jobs per thread: one in work, and one that is ready if the document's thread is busy. */
const JOBS_PER_THREAD = 2;

/** Such jobs take seconds; others a tenth of one. */
function isLongRunning({ job }: Pick<Waiting, 'job'>): boolean {
  return job.kind === 'symbols';
}

/** A long job takes all slots of a thread: the document's own thread would finish a job queued after it sooner. */
function slotsOf(waiting: Waiting): number {
  return isLongRunning(waiting) ? JOBS_PER_THREAD : 1;
}

/** A job that no thread has started. */
interface Waiting {
  readonly job: WorkJob;
  readonly answer: (result: Promise<WorkResult | Lost>) => void;
}

/**
 * The host's threads as one document uses them, over all its passes and rewrites. Opened when there is enough
 * work, and only once, since a closed port cannot be opened again. If the document would only wait, its own
 * thread works too.
 */
export class DocumentThreads {
  readonly #threads: WorkThreads | undefined;
  readonly #turn: Host['yieldToEventLoop'];
  readonly #runHere: RunInline;
  #runner: WorkRunner | undefined;
  #writesContent = false;
  #isClosed = false;
  /** Slots of threads in use. */
  #places = 0;
  /** Long jobs running in threads. */
  #long = 0;
  /** Images first, since they take longest. */
  readonly #images: Waiting[] = [];
  readonly #others: Waiting[] = [];
  /** Wakes a helper that waits for a job. */
  #onWaiting = () => {};

  constructor(
    { workThreads, yieldToEventLoop }: Pick<Host, 'workThreads' | 'yieldToEventLoop'>,
    runHere: RunInline,
  ) {
    this.#threads = workThreads;
    this.#turn = yieldToEventLoop;
    this.#runHere = runHere;
  }

  /** Number of jobs that run at the same time in other threads. */
  get parallelism(): number {
    return this.#threads?.parallelism ?? 0;
  }

  /** Number of jobs to prepare so that no thread, including this one, waits for the next. */
  get jobsAhead(): number {
    return this.areOpen ? this.parallelism * JOBS_PER_THREAD + 1 : 1;
  }

  /**
   * Opens the threads if the document has enough work for them.
   * @param images part of the work that is images
   */
  openFor(work: WorkAmount, images: WorkAmount): void {
    if (this.#runner !== undefined || !this.#threads?.isWorth(work)) return;
    this.#runner = this.#threads.open();
    this.#writesContent = this.parallelism >= THREADS_FOR_CONTENT || this.#threads.isWorth(images);
  }

  /** False if all work is done sooner in the document's thread. */
  get areOpen(): boolean {
    return this.#runner !== undefined;
  }

  /** True if threads also rewrite content; else they only deflate it. */
  get writesContent(): boolean {
    return this.#writesContent;
  }

  /** Runs a job in this thread. */
  runHere<Job extends WorkJob>(job: Job): Promise<ResultOf<Job>> {
    return this.#runHere(job);
  }

  /**
   * Runs a job in another thread, or here while the document waits; its buffers are transferred. Only if
   * threads are open.
   *
   * @param again runs the same job here, from other buffers, if a thread loses it: neither load nor crashes may
   *   change the bytes
   * @returns `lost` only if the document was closed
   */
  async run<Job extends WorkJob>(
    job: Job,
    again: () => ResultOf<Job> | Promise<ResultOf<Job>>,
  ): Promise<ResultOf<Job> | Lost> {
    if (this.#runner === undefined) throw new Error('there is no thread for a job');
    const result = new Promise<WorkResult | Lost>((answer) => {
      (isPictureJob(job) ? this.#images : this.#others).push({ job, answer });
    });
    this.#send();
    if (this.#hasWaiting) this.#onWaiting();
    // The cast: a thread's result has the type of its job.
    const answer = (await result) as ResultOf<Job> | Lost;
    return answer.kind === 'lost' && !this.#isClosed ? again() : answer;
  }

  /** Handles results that have arrived, so that the next jobs start; for work that keeps this thread busy. */
  async yieldToMessages(): Promise<void> {
    if (this.#places > 0) await this.#turn?.();
  }

  /** Like `yieldToMessages`, but only if enough jobs are queued; for work that creates jobs. */
  async yieldIfJobsQueued(): Promise<void> {
    if (this.#images.length + this.#others.length >= this.parallelism * JOBS_PER_THREAD)
      await this.yieldToMessages();
  }

  /**
   * Waits for work that consists of jobs, and runs jobs here that no thread has started.
   * @param kind of jobs to run first, or a page of text would wait for all images
   */
  async helpWith<Result>(kind: 'images' | 'others', work: Promise<Result>): Promise<Result> {
    if (!this.areOpen || this.#threads?.documentHelps !== true) return work;
    let isDone = false;
    const done = work.then(
      () => {
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    while (!isDone) {
      const next = this.#takeForHere(kind);
      if (next === undefined) {
        await Promise.race([done, this.#newWaiting()]);
        continue;
      }
      const result = this.#runHere(next.job);
      next.answer(result);
      await result.catch(() => {});
      await this.#turn?.();
    }
    return work;
  }

  /** Ends running jobs. */
  close(): void {
    this.#isClosed = true;
    for (let next = this.#takeWaiting(); next !== undefined; next = this.#takeWaiting()) {
      next.answer(Promise.resolve(LOST));
    }
    this.#runner?.close();
  }

  /** For work that was started and is no longer awaited. */
  throwIfClosed(): void {
    if (this.#isClosed) throw new Error('the document of this work is done');
  }

  get #hasWaiting(): boolean {
    return this.#images.length + this.#others.length > 0;
  }

  get #nextWaiting(): Waiting | undefined {
    return this.#images[0] ?? this.#others[0];
  }

  #takeWaiting(): Waiting | undefined {
    return this.#images.shift() ?? this.#others.shift();
  }

  /**
   * Takes a long job last, and only if all threads run long jobs: threads would soon be idle, since this
   * thread creates no jobs while it runs one.
   */
  #takeForHere(kind: 'images' | 'others'): Waiting | undefined {
    const image = this.#images.findIndex((waiting) => !isLongRunning(waiting));
    if (kind === 'others' || image === -1) {
      const other = this.#others.shift();
      if (other !== undefined) return other;
    }
    if (image !== -1) return this.#images.splice(image, 1)[0];
    return this.#long < this.parallelism ? undefined : this.#images.shift();
  }

  #newWaiting(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWaiting = resolve;
    });
  }

  #send(): void {
    const places = this.parallelism * JOBS_PER_THREAD;
    for (let next = this.#nextWaiting; next !== undefined; next = this.#nextWaiting) {
      const taken = slotsOf(next);
      const isLong = isLongRunning(next);
      if (this.#places + taken > places) return;
      this.#takeWaiting();
      this.#places += taken;
      if (isLong) this.#long += 1;
      const result = this.#runner!.run(next.job).finally(() => {
        this.#places -= taken;
        if (isLong) this.#long -= 1;
        this.#send();
      });
      next.answer(result);
    }
  }
}
