import type { Host } from '../host.ts';
import { isPictureJob, LOST, type Lost, type ResultOf, type WorkJob, type WorkResult } from './job.ts';
import { THREADS_FOR_CONTENT, type WorkAmount, type WorkRunner, type WorkThreads } from './threads.ts';

/** What does jobs in the document's own thread, one at a time. */
export type RunInline = <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>>;

/** Jobs that each thread is given: one to work on, and one that it finds when the document's thread is busy itself. */
const JOBS_PER_THREAD = 2;

/** Seconds, where others take a tenth of one. */
function isLongRunning({ job }: Pick<Waiting, 'job'>): boolean {
  return job.kind === 'symbols';
}

/** What takes long has no job behind it: the document's own thread would be done with that sooner. */
function slotsOf(waiting: Waiting): number {
  return isLongRunning(waiting) ? JOBS_PER_THREAD : 1;
}

/** A job that no thread has yet. */
interface Waiting {
  readonly job: WorkJob;
  readonly answer: (result: Promise<WorkResult | Lost>) => void;
}

/**
 * The host's threads as one document uses them, over all its passes and rewritings: opened when there is enough to do,
 * and only once, since the way to threads may be a port that is gone when it was closed. Where the document would only
 * wait, its own thread works too.
 */
export class DocumentThreads {
  readonly #threads: WorkThreads | undefined;
  readonly #turn: Host['yieldToEventLoop'];
  readonly #runHere: RunInline;
  #runner: WorkRunner | undefined;
  #writesContent = false;
  #isClosed = false;
  /** Of threads, that are taken. */
  #places = 0;
  /** Jobs under way in threads that take long. */
  #long = 0;
  /** Images first, which take longest. */
  readonly #images: Waiting[] = [];
  readonly #others: Waiting[] = [];
  /** Wakes whoever waits for a job to do. */
  #onWaiting = () => {};

  constructor(
    { workThreads, yieldToEventLoop }: Pick<Host, 'workThreads' | 'yieldToEventLoop'>,
    runHere: RunInline,
  ) {
    this.#threads = workThreads;
    this.#turn = yieldToEventLoop;
    this.#runHere = runHere;
  }

  /** Jobs that run at the same time elsewhere. */
  get parallelism(): number {
    return this.#threads?.parallelism ?? 0;
  }

  /** Jobs that may be prepared so that no thread, this one among them, ever waits for the next. */
  get jobsAhead(): number {
    return this.areOpen ? this.parallelism * JOBS_PER_THREAD + 1 : 1;
  }

  /**
   * Opens the way to threads where they pay for all that there is to do for the document.
   *
   * @param images what of it is images
   */
  openFor(work: WorkAmount, images: WorkAmount): void {
    if (this.#runner !== undefined || !this.#threads?.isWorth(work)) return;
    this.#runner = this.#threads.open();
    this.#writesContent = this.parallelism >= THREADS_FOR_CONTENT || this.#threads.isWorth(images);
  }

  /** False when all work is done sooner where the document is. */
  get areOpen(): boolean {
    return this.#runner !== undefined;
  }

  /** Whether threads write content anew, too; else they only deflate it. */
  get writesContent(): boolean {
    return this.#writesContent;
  }

  /** Does a job here. */
  runHere<Job extends WorkJob>(job: Job): Promise<ResultOf<Job>> {
    return this.#runHere(job);
  }

  /**
   * Does a job elsewhere, or here while the document waits; its buffers are given away. Only where threads are open.
   *
   * @param again does the same job here, with other buffers: how busy the machine is and which threads die must not show in
   *   the bytes, so what a thread lost is done once more, as it is where there are no threads
   * @returns `lost` only when the document is closed
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
    // A thread answers a job with what comes of such a job.
    const answer = (await result) as ResultOf<Job> | Lost;
    return answer.kind === 'lost' && !this.#isClosed ? again() : answer;
  }

  /** Takes the answers that have come, so that the next jobs start: for work that keeps this thread busy meanwhile. */
  async yieldToMessages(): Promise<void> {
    if (this.#places > 0) await this.#turn?.();
  }

  /** As `hear`, but only where there are jobs enough to go on with: for work that makes jobs. */
  async yieldIfJobsQueued(): Promise<void> {
    if (this.#images.length + this.#others.length >= this.parallelism * JOBS_PER_THREAD)
      await this.yieldToMessages();
  }

  /**
   * Waits for work that is nothing but jobs, and meanwhile does here what no thread has begun.
   *
   * @param kind of the jobs that are waited for: they come first, or a page of text would wait for all pictures
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

  /** Ends what is still under way. */
  close(): void {
    this.#isClosed = true;
    for (let next = this.#takeWaiting(); next !== undefined; next = this.#takeWaiting()) {
      next.answer(Promise.resolve(LOST));
    }
    this.#runner?.close();
  }

  /** For work that was begun and is not waited for any more. */
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
   * What takes long comes last, and only when all threads are at such jobs themselves: they would soon stand still, since
   * nobody makes jobs while this thread is at one.
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
