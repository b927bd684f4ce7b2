import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { WorkPool } from '../../shared/work/pool.ts';
import { answerJobs } from '../../shared/work/port.ts';
import type { WorkerAnswer, WorkerMessage, WorkerTask } from './job.ts';

export type WorkerTaskParts = Omit<WorkerTask, 'port' | 'work' | 'workThreads' | 'tasksPerThread'>;

export interface TaskRunSettings {
  readonly threads: Piscina<WorkerTask, WorkerAnswer>;
  readonly work: WorkPool;
  readonly timeoutMs: number;
  readonly tasksPerThread: number;
}

/** One task with its clock, its way to the work threads, and its thread's end when that is due. */
export class TaskRun {
  readonly #settings: TaskRunSettings;
  readonly #signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #talk = new MessageChannel();
  readonly #jobs = new MessageChannel();
  readonly #stopWork: () => void;
  readonly #stopAsAsked = () => this.#stop.abort();
  #timer: NodeJS.Timeout | undefined;
  #timedOut = false;

  constructor(settings: TaskRunSettings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
    signal.addEventListener('abort', this.#stopAsAsked, { once: true });
    if (signal.aborted) this.#stop.abort();
    this.#stopWork = answerJobs(this.#jobs.port1, settings.work);
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** The thread's answer; the clock runs from when it says that it has begun. */
  answer(parts: WorkerTaskParts): Promise<WorkerAnswer> {
    const { threads, work, tasksPerThread } = this.#settings;
    const [port, jobs] = [this.#talk.port2, this.#jobs.port2];
    const task = { ...parts, port, work: jobs, workThreads: work.parallelism, tasksPerThread };
    const transferList = [parts.buffer, port, jobs];
    return new Promise((resolve, reject) => {
      this.#talk.port1.on('message', (message: WorkerMessage) => {
        if (message.kind !== 'last-answer') return this.#startClock();
        resolve(message.answer);
        // A thread that gives its last answer ends with it.
        this.#stop.abort();
      });
      threads.run(task, { signal: this.#stop.signal, transferList }).then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#talk.port1.close();
    this.#stopWork();
    this.#signal.removeEventListener('abort', this.#stopAsAsked);
  }

  #startClock(): void {
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#stop.abort();
    }, this.#settings.timeoutMs);
  }
}
