import { MessageChannel, Worker } from 'node:worker_threads';
import { PdfError, type Progress } from '../../shared/index.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { answerJobs } from '../../shared/work/port.ts';
import type { DocumentCall, DocumentMessage, DocumentTask, ResultOf } from './document-task.ts';
import { threadFile } from './thread-files.ts';
import { createWorkPool } from './work-threads.ts';

/** JavaScript heap of one thread, in MiB; unpacked images lie outside it. */
const MEMORY_MB = 4096;

/** A document's thread ended before its answer came: no fault of the file, and the other documents go on. */
export class ThreadLost extends Error {
  /** @override */
  override readonly name = 'ThreadLost';
  readonly reason: 'out-of-memory' | 'died';

  constructor(reason: ThreadLost['reason'], options?: { cause?: unknown }) {
    super(reason === 'out-of-memory' ? 'there was not enough memory for it' : 'its thread died', options);
    this.reason = reason;
  }
}

export interface DocumentWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface DocumentPoolSettings {
  /** Documents at the same time. */
  readonly documents: number;
  /** Threads for the heavy work of all of them. */
  readonly threads: number;
  /** JavaScript heap of one thread, in MiB. */
  readonly memoryMb?: number;
}

/** A thread and whoever waits for its answer. */
interface Thread {
  readonly worker: Worker;
  hear: (message: DocumentMessage) => void;
  die: (why: unknown) => void;
}

/** Threads that do whole documents, so that whoever asks never waits for a processor, and can end one at once. */
export class DocumentPool {
  readonly #settings: DocumentPoolSettings;
  readonly #work: WorkPool;
  readonly #idle: Thread[] = [];
  readonly #busy = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(settings: DocumentPoolSettings) {
    this.#settings = settings;
    this.#work = createWorkPool({
      workerFile: threadFile('work-thread'),
      threads: settings.threads,
      memoryMb: settings.memoryMb ?? MEMORY_MB,
    });
  }

  /** Starts a thread that will be wanted soon. */
  prepare(): void {
    if (this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#spawn());
  }

  /**
   * Does a task whose bytes are given away: they are empty for the caller afterwards.
   *
   * @throws PdfError when the document cannot be done; ThreadLost; the signal's reason when it was aborted
   */
  async run<Task extends DocumentTask>(task: Task, watch: DocumentWatch = {}): Promise<ResultOf<Task>> {
    watch.signal?.throwIfAborted();
    await this.#place();
    try {
      watch.signal?.throwIfAborted();
      // The thread answers a task with the result of its kind.
      return (await this.#answer(task, watch)) as ResultOf<Task>;
    } finally {
      this.#taken -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Ends all threads; what they were at is lost. */
  end(): void {
    for (const { worker } of [...this.#idle.splice(0), ...this.#busy]) void worker.terminate();
    this.#work.end();
  }

  async #place(): Promise<void> {
    if (this.#taken >= this.#settings.documents) {
      await new Promise<void>((take) => this.#waiting.push(take));
    }
    this.#taken += 1;
  }

  #spawn(): Thread {
    const worker = new Worker(threadFile('document-thread'), {
      resourceLimits: { maxOldGenerationSizeMb: this.#settings.memoryMb ?? MEMORY_MB },
    });
    const thread: Thread = { worker, hear: () => {}, die: () => {} };
    worker.on('message', (message: DocumentMessage) => thread.hear(message));
    worker.on('error', (error) => thread.die(lost(error)));
    worker.on('exit', () => {
      // One that died while it rested is not taken again.
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      thread.die(new ThreadLost('died'));
    });
    return thread;
  }

  async #answer(task: DocumentTask, { signal, onProgress }: DocumentWatch): Promise<unknown> {
    const thread = this.#idle.pop() ?? this.#spawn();
    this.#busy.add(thread);
    const { port1, port2 } = new MessageChannel();
    const stopWork = answerJobs(port1, this.#work);
    const onAbort = () => thread.die(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        thread.die = reject;
        thread.hear = (message) => {
          if (message.kind === 'progress') onProgress?.(message.progress);
          else if (message.kind === 'done') resolve(message.value);
          else reject(message.kind === 'refused' ? new PdfError(message.problem) : message.error);
        };
        const call: DocumentCall = { task, work: port2, parallelism: this.#work.parallelism };
        thread.worker.postMessage(call, [port2, ...buffersOfTask(task)]);
      });
      this.#rest(thread);
      return value;
    } catch (thrown) {
      // A refusal leaves a thread as it was; after anything else it may be in any state.
      if (thrown instanceof PdfError) this.#rest(thread);
      else {
        this.#busy.delete(thread);
        void thread.worker.terminate();
      }
      throw thrown;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stopWork();
    }
  }

  #rest(thread: Thread): void {
    thread.hear = () => {};
    thread.die = () => {};
    if (this.#busy.delete(thread)) this.#idle.push(thread);
  }
}

function lost(error: unknown): ThreadLost {
  const isHunger = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ThreadLost(isHunger ? 'out-of-memory' : 'died', { cause: error });
}

function buffersOfTask(task: DocumentTask): ArrayBuffer[] {
  return task.kind === 'verify' ? [task.before.buffer, task.after.buffer] : [task.input.buffer];
}
