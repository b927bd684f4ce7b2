import { PdfError, type Progress } from '../../shared/index.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { type JobPort, serveJobs } from '../../shared/work/port.ts';
import type {
  DocumentCall,
  DocumentInput,
  DocumentMessage,
  DocumentTask,
  ResultOf,
} from './document-task.ts';
import { WorkerCrashedError } from './thread-lost.ts';

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

/** Threads that do whole documents, so that whoever asks never waits for a processor, and can end one at once. */
export class DocumentPool {
  readonly #settings: DocumentPoolSettings;
  readonly #idle: Place[] = [];
  readonly #busy = new Set<Place>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(settings: DocumentPoolSettings) {
    this.#settings = settings;
  }

  /** Starts a thread that will be wanted soon. */
  prepare(): void {
    if (this.#idle.length + this.#busy.size === 0) this.#idle.push(this.#spawn());
  }

  /**
   * Does a task whose bytes are given away: they are empty for the caller afterwards.
   *
   * @throws PdfError when the document cannot be done; WorkerCrashedError; the signal's reason when it was aborted
   */
  async run<Task extends DocumentTask>(task: Task, watch: DocumentCallbacks = {}): Promise<ResultOf<Task>> {
    watch.signal?.throwIfAborted();
    if (this.#taken >= this.#settings.documents) {
      await new Promise<void>((enter) => this.#waiting.push(enter));
    }
    this.#taken += 1;
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
  terminate(): void {
    const lost = new WorkerCrashedError('died');
    for (const place of [...this.#idle.splice(0), ...this.#busy]) {
      place.thread.terminate();
      place.die(lost);
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
    const onAbort = () => place.die(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        place.die = reject;
        place.hear = (message) => {
          if (message.kind === 'progress') onProgress?.(message.progress);
          else if (message.kind === 'done') resolve(message.value);
          else reject(message.kind === 'refused' ? new PdfError(message.problem) : message.error);
        };
        place.thread.post({ task, work: port2, parallelism: work.parallelism }, [port2, ...buffersOf(task)]);
      });
      this.#rest(place);
      return value;
    } catch (thrown) {
      // A refusal leaves a thread as it was; after anything else it may be in any state.
      if (thrown instanceof PdfError) this.#rest(place);
      else {
        this.#busy.delete(place);
        place.thread.terminate();
      }
      throw thrown;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stopWork();
    }
  }

  #rest(place: Place): void {
    place.hear = () => {};
    place.die = () => {};
    if (this.#busy.delete(place)) this.#idle.push(place);
  }
}

function buffersOf(task: DocumentTask): readonly ArrayBuffer[] {
  const inputs: readonly DocumentInput[] = task.kind === 'verify' ? [task.before, task.after] : [task.input];
  return inputs.flatMap((input) => (input instanceof Uint8Array ? [input.buffer] : []));
}
