import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { WorkerMessage, WorkerResponse, WorkerSetup, WorkerTask } from './job.ts';
import { watchMemory } from './memory.ts';
import { lowerThreadPriority } from './process-priority.ts';

export interface JobProcessSettings {
  /** Path of the program: `worker`. */
  readonly workerFile: string;
  readonly setup: WorkerSetup;
  /** All memory that the process may have for itself, in MiB. */
  readonly memoryMb: number;
}

export interface ProcessResponse {
  readonly answer: WorkerResponse;
  /** The process is worn, and should be given no other document. */
  readonly isLast: boolean;
}

/** Hears what happens on the way to an answer. */
export interface Listener {
  /** The work begins. */
  started(): void;
  /** An image stays as it was. */
  threadLost(why: string): void;
}

/** Why a process ended in the middle of a document. */
export class ProcessExited extends Error {
  override readonly name = 'ProcessEnded';

  readonly why: 'memory' | 'requested' | 'crashed';

  constructor(why: ProcessExited['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** What is left of what a process said before it crashed. */
const MAX_LAST_WORDS = 2000;
const DOCUMENT_PIPE = 4;

/** A process for documents, one after the other, which can be ended at any moment and takes nothing along but its own. */
export class JobProcess {
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #memoryMb: number;
  #lastWords = '';
  #why: 'memory' | 'requested' | undefined;
  #ended: ProcessExited | undefined;
  #onMessage: (message: WorkerMessage) => void = () => undefined;
  #onEnd: (ended: ProcessExited) => void = () => undefined;

  /** @param onExit called when it is gone, for whatever reason */
  constructor({ workerFile, setup, memoryMb }: JobProcessSettings, onExit: (process: JobProcess) => void) {
    this.#memoryMb = memoryMb;
    this.#child = fork(workerFile, [JSON.stringify(setup)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${setup.heapMb}`],
      // What reads documents of strangers knows neither addresses nor passwords.
      env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      // In a session of its own its priority can be lowered below everything else, too (`process-priority.ts`).
      detached: setup.niceness > 0,
    });
    this.#pipe = this.#child.stdio[DOCUMENT_PIPE] as Duplex;
    // A process that ends in the middle of a document is told by its exit.
    this.#pipe.on('error', () => undefined);
    this.#child.on('message', (message) => this.#onMessage(message as WorkerMessage));
    this.#child.stderr?.on('data', (text) => {
      this.#lastWords = (this.#lastWords + text).slice(-MAX_LAST_WORDS);
    });
    this.#child.on('error', (error) => this.#end(new ProcessExited('crashed', error.message), onExit));
    this.#child.on('exit', (code, signal) => this.#end(this.#endedWith(code, signal), onExit));
  }

  /** False from the moment on when its end is certain. */
  get isUsable(): boolean {
    return this.#why === undefined && this.#ended === undefined;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Does one document. Its buffer is given away.
   *
   * @throws ProcessExited, or what the work itself threw
   */
  async run(task: WorkerTask, buffer: ArrayBuffer, listener: Listener): Promise<ProcessResponse> {
    if (this.#ended !== undefined) throw this.#ended;
    const stopWatching = watchMemory(this.pid ?? 0, this.#memoryMb, () => this.kill('memory'));
    try {
      return await new Promise<ProcessResponse>((resolve, reject) => {
        this.#onEnd = reject;
        this.#onMessage = (message) => {
          if (message.kind === 'started') return listener.started();
          if (message.kind === 'thread-lost') return listener.threadLost(message.why);
          if (message.kind === 'thrown') return reject(message.error);
          const { answer, isLast } = message;
          if (!('byteLength' in answer)) return resolve({ answer, isLast });
          const { byteLength, ...head } = answer;
          void this.#received(byteLength).then((bytes) => resolve({ answer: { ...head, bytes }, isLast }));
        };
        this.#child.send(task, (error) => error && this.kill('requested'));
        this.#pipe.write(new Uint8Array(buffer, 0, task.byteLength), () => giveAway(buffer));
      });
    } finally {
      stopWatching();
      this.#onEnd = () => undefined;
      this.#onMessage = () => undefined;
    }
  }

  /** Ends it, whatever it is doing. */
  kill(why: 'memory' | 'requested' = 'requested'): void {
    this.#why ??= why;
    this.#child.kill('SIGKILL');
  }

  /** Lets the server's own thread go first from now on. */
  lowerPriority(niceness: number): void {
    lowerThreadPriority(this.pid ?? 0, niceness);
  }

  #received(byteLength: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(byteLength);
    let length = 0;
    return new Promise((resolve) => {
      const onData = (chunk: Uint8Array) => {
        bytes.set(chunk, length);
        length += chunk.length;
        if (length < byteLength) return;
        this.#pipe.off('data', onData).pause();
        resolve(bytes);
      };
      this.#pipe.on('data', onData).resume();
    });
  }

  #endedWith(code: number | null, signal: NodeJS.Signals | null): ProcessExited {
    const said = this.#lastWords.trim();
    const message = `a job's process ended with ${signal ?? code}${said === '' ? '' : `: ${said}`}`;
    if (this.#why !== undefined) return new ProcessExited(this.#why, message);
    // Node aborts at the end of its heap; the system kills who has most when there is none left.
    const isMemory = signal === 'SIGKILL' || /heap out of memory|heap limit|out of memory/i.test(said);
    return new ProcessExited(isMemory ? 'memory' : 'crashed', message);
  }

  #end(ended: ProcessExited, onExit: (process: JobProcess) => void): void {
    if (this.#ended !== undefined) return;
    this.#ended = ended;
    this.#onEnd(ended);
    onExit(this);
  }
}

const PASSED_ON = ['PATH', 'NODE_ENV', 'TZ'];

/** Its memory is free at once, whoever still holds the buffer. */
function giveAway(buffer: ArrayBuffer): void {
  if (buffer.byteLength > 0) structuredClone(null, { transfer: [buffer] });
}
