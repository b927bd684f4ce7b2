import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { WorkerMessage, WorkerResponse, WorkerSetup, WorkerTask } from './job.ts';
import { watchMemory } from './memory.ts';
import { lowerThreadPriority } from './process-priority.ts';
import { receivedBytes } from './received-bytes.ts';

export interface JobProcessSettings {
  /** Path of the program: `worker`. */
  readonly workerFile: string;
  readonly setup: WorkerSetup;
  /** Maximum private memory of the process, in MiB. */
  readonly memoryMb: number;
}

export interface ProcessResponse {
  readonly answer: WorkerResponse;
  /** The process is worn out and must not get another document. */
  readonly isLast: boolean;
}

/** Receives events during a job. */
export interface Listener {
  /** Work has begun. */
  started(): void;
  /** A thread crashed; its image stays unchanged. */
  threadLost(why: string): void;
}

/** A process ended during a document. */
export class ProcessExited extends Error {
  override readonly name = 'ProcessExited';

  readonly why: 'memory' | 'requested' | 'crashed';

  constructor(why: ProcessExited['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** Length of the stderr tail that is kept for a crash report. */
const MAX_LAST_WORDS = 2000;
const DOCUMENT_PIPE = 4;

/** A process that runs one document at a time. It can be killed at any moment without affecting other documents. */
export class JobProcess {
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #memoryMb: number;
  #lastWords = '';
  #why: 'memory' | 'requested' | undefined;
  #ended: ProcessExited | undefined;
  #onMessage: (message: WorkerMessage) => void = () => undefined;
  #onEnd: (ended: ProcessExited) => void = () => undefined;

  /** @param onExit called when the process has ended, for any reason */
  constructor({ workerFile, setup, memoryMb }: JobProcessSettings, onExit: (process: JobProcess) => void) {
    this.#memoryMb = memoryMb;
    this.#child = fork(workerFile, [JSON.stringify(setup)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${setup.heapMb}`],
      // A process that reads untrusted documents gets no URLs or passwords of the environment.
      env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
      // In its own session its priority can be lowered below everything else, too (`process-priority.ts`).
      detached: setup.niceness > 0,
    });
    this.#pipe = this.#child.stdio[DOCUMENT_PIPE] as Duplex;
    // A process that ends during a document is reported by its exit.
    this.#pipe.on('error', () => undefined);
    this.#child.on('message', (message) => this.#onMessage(message as WorkerMessage));
    this.#child.stderr?.on('data', (text) => {
      this.#lastWords = (this.#lastWords + text).slice(-MAX_LAST_WORDS);
    });
    this.#child.on('error', (error) => this.#end(new ProcessExited('crashed', error.message), onExit));
    this.#child.on('exit', (code, signal) => this.#end(this.#endedWith(code, signal), onExit));
  }

  /** False once its end is certain. */
  get isUsable(): boolean {
    return this.#why === undefined && this.#ended === undefined;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Runs one document. Takes ownership of its buffer.
   *
   * @throws ProcessExited, or whatever the work itself threw
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
          void receivedBytes(this.#pipe, byteLength).then((bytes) =>
            resolve({ answer: { ...head, bytes }, isLast }),
          );
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

  /** Kills the process at once. */
  kill(why: 'memory' | 'requested' = 'requested'): void {
    this.#why ??= why;
    this.#child.kill('SIGKILL');
  }

  /** Lowers its priority below the server's own thread. */
  lowerPriority(niceness: number): void {
    lowerThreadPriority(this.pid ?? 0, niceness);
  }

  #endedWith(code: number | null, signal: NodeJS.Signals | null): ProcessExited {
    const said = this.#lastWords.trim();
    const message = `a job's process ended with ${signal ?? code}${said === '' ? '' : `: ${said}`}`;
    if (this.#why !== undefined) return new ProcessExited(this.#why, message);
    // Node aborts at the end of its heap; Linux kills the largest process when memory runs out.
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

/** Frees the memory at once, even if the buffer is still referenced. */
function giveAway(buffer: ArrayBuffer): void {
  if (buffer.byteLength > 0) structuredClone(null, { transfer: [buffer] });
}
