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
}

/** A thread for documents, one at a time, whatever the place makes it of. */
export interface DocumentThread {
  post(call: DocumentCall, transfer: readonly (ArrayBuffer | JobPort)[]): void;
  /** At once, also in the middle of a document. */
  terminate(): void;
}

/** Hears what a thread says. */
export interface ThreadListener {
  message(message: DocumentMessage): void;
  death(why: WorkerCrashedError): void;
}

export interface DocumentPoolSettings {
  /** Documents at the same time. */
  readonly documents: number;
  /** Threads for the heavy work of all of them; the pool ends them with itself. */
  readonly work: WorkPool;
  readonly spawn: (listener: ThreadListener) => DocumentThread;
}

/** A thread and whoever waits for its answer. */
interface Place {
  readonly thread: DocumentThread;
  hear: (message: DocumentMessage) => void;
  die: (why: unknown) => void;
}

/** Threads that do whole documents, so that a caller never waits for a processor, and can end one at once. */
export class DocumentPool {
  readonly #settings: DocumentPoolSettings;
  readonly #queue: TurnQueue;
  readonly #idle: Place[] = [];
  readonly #busy = new Set<Place>();

  constructor(settings: DocumentPoolSettings) {
    this.#settings = settings;
    this.#queue = new TurnQueue(settings.documents);
  }

  /** Starts a thread that will be wanted soon. */
  prepare(): void {
    if (this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#spawn());
  }

  /**
   * Does a task whose bytes are given away: they are empty for the caller afterwards.
   *
   * @throws PdfError when the document cannot be done; WorkerCrashedError; EngineClosedError; the signal's reason when it was
   *   aborted, also while the task waits; what `onProgress` threw
   */
  async run<Task extends DocumentTask>(task: Task, watch: DocumentCallbacks = {}): Promise<ResultOf<Task>> {
    await this.#queue.turn(watch.signal);
    try {
      this.#queue.check(watch.signal);
      // The thread answers a task with the result of its kind.
      return (await this.#answer(task, watch)) as ResultOf<Task>;
    } finally {
      this.#queue.next();
    }
  }

  /** Ends all threads; running and queued tasks are refused, and so is every later one. Idempotent. */
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
        // One that died while it rested is not taken again.
        const at = this.#idle.indexOf(place);
        if (at >= 0) this.#idle.splice(at, 1);
        place.die(why);
      },
    });
    const place: Place = { thread, hear: () => {}, die: () => {} };
    return place;
  }

  async #answer(task: DocumentTask, { signal, onProgress }: DocumentCallbacks): Promise<unknown> {
    const { work } = this.#settings;
    const place = this.#idle.pop() ?? this.#spawn();
    this.#busy.add(place);
    const { port1, port2 } = new MessageChannel();
    const stopWork = serveJobs(port1, work);
    const forget = onAbort(signal, () => place.die(signal?.reason));
    // After anything but an answer a thread may be in any state.
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
        place.thread.post({ task, work: port2, parallelism: work.parallelism }, [port2, ...buffersOf(task)]);
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

/** Calls the caller's function; what it throws, now or as a promise, ends its own call alone. */
function report(
  progress: Progress,
  onProgress: DocumentCallbacks['onProgress'],
  refuse: (why: unknown) => void,
): void {
  try {
    // An async function is one of these, too.
    const returned: unknown = onProgress?.(progress);
    if (returned instanceof Promise) returned.catch(refuse);
  } catch (thrown) {
    refuse(thrown);
  }
}

function buffersOf(task: DocumentTask): readonly ArrayBuffer[] {
  const inputs: readonly DocumentInput[] = task.kind === 'verify' ? [task.before, task.after] : [task.input];
  return inputs.flatMap((input) => (input instanceof Uint8Array ? [input.buffer] : []));
}
