import { PdfError, type Progress } from '../../shared/index.ts';
import { onAbort } from '../../shared/work/on-abort.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { type JobPort, serveJobs } from '../../shared/work/port.ts';
import type {
  DocumentCall,
  DocumentInput,
  DocumentMessage,
  DocumentTask,
  ResultOf,
} from './document-task.ts';
import { EngineClosedError } from './engine-closed.ts';
import type { WorkerCrashedError } from './thread-lost.ts';
import { TurnQueue } from './turn-queue.ts';

export interface DocumentCallbacks {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Default true. False: the document's own thread does all its work. That takes a sixth less CPU time if other
   * documents keep the processors busy anyway.
   */
  readonly isAlone?: boolean;
}

/** A thread that runs one document at a time, in any environment. */
export interface DocumentThread {
  post(call: DocumentCall, transfer: readonly (ArrayBuffer | JobPort)[]): void;
  /** Immediate, even in the middle of a document. */
  terminate(): void;
}

/** Receives a thread's messages. */
export interface ThreadListener {
  message(message: DocumentMessage): void;
  death(why: WorkerCrashedError): void;
}

export interface DocumentPoolSettings {
  /** Number of documents at the same time. */
  readonly documents: number;
  /** Threads shared by all documents; the pool terminates them when it ends. */
  readonly work: WorkPool;
  readonly spawn: (listener: ThreadListener) => DocumentThread;
}

/** A thread and the callbacks of its current call. */
interface Place {
  readonly thread: DocumentThread;
  hear: (message: DocumentMessage) => void;
  die: (why: unknown) => void;
}

/** A worker pool for whole documents: it keeps the caller's thread free, and a document can be terminated at once. */
export class DocumentPool {
  readonly #settings: DocumentPoolSettings;
  readonly #queue: TurnQueue;
  readonly #idle: Place[] = [];
  readonly #busy = new Set<Place>();

  constructor(settings: DocumentPoolSettings) {
    this.#settings = settings;
    this.#queue = new TurnQueue(settings.documents);
  }

  /** Starts a thread in advance. */
  prepare(): void {
    if (this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#spawn());
  }

  /**
   * Runs a task. Its bytes are transferred: they are empty for the caller afterwards. A function is called when it is
   * the task's turn: so inputs are read in the order of the calls, and those that wait take no memory.
   *
   * @throws PdfError if the document cannot be processed; WorkerCrashedError; EngineClosedError; the signal's reason if
   * it was aborted, even while the task waits; whatever `onProgress` threw
   */
  async run<Task extends DocumentTask>(
    task: Task | (() => Promise<Task>),
    watch: DocumentCallbacks = {},
  ): Promise<ResultOf<Task>> {
    await this.#queue.turn(watch.signal);
    try {
      this.#queue.check(watch.signal);
      const read = typeof task === 'function' ? await task() : task;
      this.#queue.check(watch.signal);
      // The thread answers a task with the result of its kind.
      return (await this.#answer(read, watch)) as ResultOf<Task>;
    } finally {
      this.#queue.next();
    }
  }

  /** Terminates all threads. Running, queued and later tasks are refused. Idempotent. */
  terminate(): void {
    const closed = new EngineClosedError();
    this.#queue.close(closed);
    for (const place of [...this.#idle.splice(0), ...this.#busy]) {
      place.thread.terminate();
      place.die(closed);
    }
    this.#settings.work.terminate();
  }

  #spawn(): Place {
    const thread = this.#settings.spawn({
      message: (message) => place.hear(message),
      death: (why) => {
        // A thread that crashed while idle is not used again.
        const at = this.#idle.indexOf(place);
        if (at >= 0) this.#idle.splice(at, 1);
        place.die(why);
      },
    });
    const place: Place = { thread, hear: () => {}, die: () => {} };
    return place;
  }

  async #answer(
    task: DocumentTask,
    { signal, onProgress, isAlone = true }: DocumentCallbacks,
  ): Promise<unknown> {
    const { work } = this.#settings;
    const parallelism = isAlone ? work.parallelism : 0;
    const place = this.#idle.pop() ?? this.#spawn();
    this.#busy.add(place);
    const { port1, port2 } = new MessageChannel();
    const stopWork = serveJobs(port1, work);
    const forget = onAbort(signal, () => place.die(signal?.reason));
    // Without a regular response a thread may be in any state.
    let hasAnswered = false;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        place.die = reject;
        place.hear = (message) => {
          if (message.kind === 'progress') {
            report(message.progress, onProgress, reject);
            return;
          }
          hasAnswered = message.kind !== 'thrown';
          if (message.kind === 'done') resolve(message.value);
          else reject(message.kind === 'refused' ? new PdfError(message.problem) : message.error);
        };
        place.thread.post({ task, work: port2, parallelism }, [port2, ...buffersOf(task)]);
      });
    } finally {
      forget();
      stopWork();
      this.#leave(place, hasAnswered);
    }
  }

  #leave(place: Place, isReusable: boolean): void {
    place.hear = () => {};
    place.die = () => {};
    this.#busy.delete(place);
    if (isReusable && !this.#queue.isClosed) this.#idle.push(place);
    else place.thread.terminate();
  }
}

/** Calls the caller's function. What it throws or rejects with fails only its own call. */
function report(
  progress: Progress,
  onProgress: DocumentCallbacks['onProgress'],
  refuse: (why: unknown) => void,
): void {
  try {
    // An async function is accepted here, too.
    const returned: unknown = onProgress?.(progress);
    if (returned instanceof Promise) returned.catch(refuse);
  } catch (thrown) {
    refuse(thrown);
  }
}

function buffersOf(task: DocumentTask): readonly ArrayBuffer[] {
  const inputs: readonly DocumentInput[] = 'before' in task ? [task.before, task.after] : [task.input];
  return inputs.flatMap((input) => (input instanceof Uint8Array ? [input.buffer] : []));
}
