import { totalmem } from 'node:os';

/** Interval between two checks. */
const LOOK_MS = 100;
/** A document that waits without working is also stopped: after this multiple of its limit in wall-clock time. */
const WAIT_FACTOR = 6;
/** Time for the memory of a stopped document to be returned, before another one is stopped. */
const GRACE_MS = 1000;
/** Share of the machine's memory, or of the container's, that the program may take by default. */
const DEFAULT_SHARE = 0.75;
/** Share of the limit that a document may take in any case, whatever earlier ones left behind. */
const MIN_SHARE = 0.25;

/** A document exceeded its processor time. */
export class TimeLimitReached extends Error {}

/** The program exceeded its memory while a document was in work. */
export class MemoryLimitReached extends Error {
  /** False if other documents were in work too, so that this one may not be the cause. */
  readonly wasAlone: boolean;

  constructor(wasAlone: boolean) {
    super();
    this.wasAlone = wasAlone;
  }
}

export interface Limits {
  /** Maximum processor seconds per document; 0 disables the limit. */
  readonly timeoutSeconds: number;
  /** Maximum bytes of the program per document; 0 disables the limit. */
  readonly memory: number;
}

/** Resources that the process used so far. */
export interface Meters {
  readonly cpuMs: () => number;
  readonly memory: () => number;
  readonly now: () => number;
}

const PROCESS: Meters = {
  cpuMs: processorMs,
  memory: process.memoryUsage.rss,
  now: () => performance.now(),
};

interface Running {
  readonly bytes: number;
  readonly began: number;
  usedMs: number;
  wasAlone: boolean;
  readonly end: AbortController;
}

/**
 * Stops documents that take too much. Node counts time and memory for the whole process. So the documents in work share the
 * processor time that was used meanwhile: one that hangs alone is charged all of it, and a busy or sleeping machine stops
 * none. Memory is watched before the system kills the program, since decoded images lie outside the JavaScript heap of
 * their thread: of several documents the largest file is stopped; the caller repeats it alone.
 */
export class DocumentLimits {
  readonly #limits: Limits;
  readonly #meters: Meters;
  readonly #running = new Set<Running>();
  #timer: NodeJS.Timeout | undefined;
  #lastCpuMs = 0;
  /** Bytes that the program took when no document was in work: threads return memory late, or keep it for the next one. */
  #idleBytes = 0;
  #quietUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: Limits, meters: Meters = PROCESS) {
    this.#limits = limits;
    this.#meters = meters;
  }

  /**
   * @param bytes size of the document
   * @throws TimeLimitReached or MemoryLimitReached if `work` exceeded a limit; whatever `work` throws
   */
  async within<T>(bytes: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeoutSeconds, memory } = this.#limits;
    if (timeoutSeconds === 0 && memory === 0) return work(signal);
    // Time used before is charged to the others.
    this.look();
    // Its bytes were read already.
    if (this.#running.size === 0) this.#idleBytes = Math.max(0, this.#meters.memory() - bytes);
    for (const other of this.#running) other.wasAlone = false;
    const own: Running = {
      bytes,
      began: this.#meters.now(),
      usedMs: 0,
      wasAlone: this.#running.size === 0,
      end: new AbortController(),
    };
    this.#running.add(own);
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    this.look();
    let result: T;
    try {
      result = await work(AbortSignal.any([signal, own.end.signal]));
    } finally {
      this.look();
      this.#running.delete(own);
      if (this.#running.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
    // Short work ends between two checks.
    if (timeoutSeconds > 0 && own.usedMs > timeoutSeconds * 1000) throw new TimeLimitReached();
    return result;
  }

  /** Charges the time used since the last check, and stops what exceeds a limit. */
  look(): void {
    const used = this.#meters.cpuMs();
    const share = (used - this.#lastCpuMs) / Math.max(1, this.#running.size);
    this.#lastCpuMs = used;
    for (const each of this.#running) {
      each.usedMs += share;
      if (this.#isLate(each)) each.end.abort(new TimeLimitReached());
    }
    this.#stopLargest();
  }

  #isLate({ usedMs, began }: Running): boolean {
    const limitMs = this.#limits.timeoutSeconds * 1000;
    return limitMs > 0 && (usedMs > limitMs || this.#meters.now() - began > WAIT_FACTOR * limitMs);
  }

  /** Stops one document if the memory is exceeded. */
  #stopLargest(): void {
    const { memory } = this.#limits;
    const now = this.#meters.now();
    if (memory === 0 || this.#running.size === 0 || now < this.#quietUntil) return;
    if (this.#meters.memory() <= Math.max(memory, this.#idleBytes + MIN_SHARE * memory)) return;
    const [largest] = [...this.#running].sort((a, b) => b.bytes - a.bytes);
    this.#quietUntil = now + GRACE_MS;
    largest!.end.abort(new MemoryLimitReached(largest!.wasAlone));
  }
}

export function defaultMemoryLimit(): number {
  const contained = process.constrainedMemory?.() ?? 0;
  return DEFAULT_SHARE * (contained > 0 ? Math.min(contained, totalmem()) : totalmem());
}

/** Processor time of the process so far, in milliseconds. Threads are part of it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
