import { DEFAULT_LIMITS, type Probe, type Progress } from '../../shared/index.ts';
import type { Device } from '../worker/device.ts';
import type { IdleWorkers } from '../worker/idle-workers.ts';
import { memoryBudget } from '../worker/memory-budget.ts';
import { type PoolTask, type RunningTask, type TaskOutcome, WorkerPool } from '../worker/pool.ts';
import type { Compressed, CompressRequest } from '../worker/wire.ts';
import { poolSize, workPoolSize } from '../worker/worker-count.ts';
import type { Job, Result } from './job.ts';
import type { JobsEvent, RunId } from './jobs-reducer.ts';
import { memoryNeed } from './memory-need.ts';

/** The part of a pool that is used here. */
export interface TaskQueue {
  submit<Value>(task: PoolTask<Value>): RunningTask<Value>;
}

export interface RunnerDeps {
  /** Separate queue for probes, so that facts are known while files still wait. */
  readonly probes: TaskQueue;
  readonly work: TaskQueue;
  /** Bytes available to all work. */
  readonly memory: number;
  readonly imagesAtOnce: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Interval of progress events; finer steps are not visible. */
const TELL_PROGRESS_MS = 80;

interface Run {
  readonly attempt: number;
  task: RunningTask<unknown>;
}

/** Runs workers according to the list of jobs, and reports events to the list. */
export class JobRunner {
  readonly #tell: (event: JobsEvent) => void;
  readonly #workshop: RunnerDeps;
  readonly #runs = new Map<number, Run>();
  readonly #progress = new Map<number, RunId & { readonly progress: Progress }>();
  #progressTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (event: JobsEvent) => void, workshop: RunnerDeps) {
    this.#tell = tell;
    this.#workshop = workshop;
  }

  /** Starts waiting attempts, and cancels runs that are no longer wanted. */
  reconcile(jobs: readonly Job[]): void {
    const present = new Map(jobs.map((job) => [job.id, job]));
    for (const [id, run] of this.#runs) {
      if (present.get(id)?.attempt === run.attempt) continue;
      this.#runs.delete(id);
      run.task.cancel();
    }
    for (const job of jobs) {
      if (job.state.kind === 'waiting' && !this.#runs.has(job.id)) this.#start(job);
    }
  }

  #start(job: Job): void {
    const { id, attempt } = job;
    const found = job.file.size;
    const allowed = DEFAULT_LIMITS.inputBytes;
    const task =
      found > allowed
        ? ended({ kind: 'failed', problem: { code: 'limit_exceeded', limit: 'inputBytes', allowed, found } })
        : this.#probe(job);
    this.#runs.set(id, { attempt, task });
    void task.outcome.then((end) => {
      if (!this.#isCurrent(job)) return;
      if (end.kind === 'finished') this.#compress(job, end.value);
      else if (end.kind === 'failed')
        this.#tell({ type: 'worker-failed', id, attempt, problem: end.problem });
    });
  }

  /** A file that is compressed again is not probed again. */
  #probe(job: Job): RunningTask<Probe> {
    if (job.probe !== null) return ended({ kind: 'finished', value: job.probe });
    return this.#workshop.probes.submit({
      memory: 0,
      onStart: () => {},
      run: (worker) => worker.probe(inputOf(job)),
    });
  }

  #compress(job: Job, probe: Probe): void {
    const { id, attempt } = job;
    const { work, memory, imagesAtOnce, now } = this.#workshop;
    const need = memoryNeed(job.file.size, probe, job.options, imagesAtOnce);
    const savesMemory = job.savesMemory || need.usual > memory;
    this.#tell({ type: 'job-probed', id, attempt, probe, savesMemory });
    if (need.least > memory && !job.ignoresMemoryLimit) {
      const problem = { code: 'does_not_fit', needs: need.least, has: memory } as const;
      this.#tell({ type: 'worker-failed', id, attempt, problem });
      return;
    }
    let startedAt = now();
    const task = work.submit({
      // In low-memory mode a file has the tab to itself.
      memory: savesMemory ? memory : need.usual,
      onStart: () => {
        startedAt = now();
        this.#tell({ type: 'job-started', id, attempt });
      },
      run: (worker) =>
        worker.compress(requestOf(job), {
          savesMemory,
          onProgress: (progress) => this.#progressed({ id, attempt, progress }),
        }),
    });
    this.#runs.set(id, { attempt, task });
    void task.outcome.then((end) => {
      if (!this.#isCurrent(job)) return;
      // Retries in low-memory mode, which is slower, before the user is asked.
      const isHungry = end.kind === 'failed' && end.problem.code === 'out_of_memory';
      if (isHungry && !savesMemory) this.#tell({ type: 'low-memory-mode-chosen', id });
      else this.#report(job, end, now() - startedAt);
    });
  }

  #report(job: Job, end: TaskOutcome<Compressed>, elapsedMs: number): void {
    // The list itself requested the cancellation.
    if (end.kind === 'cancelled') return;
    const { id, attempt, file } = job;
    if (end.kind === 'failed') {
      this.#tell({ type: 'worker-failed', id, attempt, problem: end.problem });
      return;
    }
    const { blob, report } = end.value;
    const result: Result = { blob: blob ?? file, report, elapsedMs, isSaved: false };
    this.#tell({ type: 'job-finished', id, attempt, result });
  }

  /** Reports the first progress at once and batches later ones, so that the page renders once per batch. */
  #progressed(news: RunId & { readonly progress: Progress }): void {
    this.#progress.set(news.id, news);
    if (this.#progressTimer === undefined) this.#tellProgress();
  }

  #tellProgress(): void {
    const news = [...this.#progress.values()];
    this.#progress.clear();
    this.#progressTimer =
      news.length === 0 ? undefined : setTimeout(() => this.#tellProgress(), TELL_PROGRESS_MS);
    if (news.length > 0) this.#tell({ type: 'jobs-progressed', news });
  }

  #isCurrent({ id, attempt }: Job): boolean {
    return this.#runs.get(id)?.attempt === attempt;
  }
}

function requestOf(job: Job): CompressRequest {
  const { options, imageOverrides } = job;
  return { ...inputOf(job), options, ...(imageOverrides === undefined ? {} : { imageOverrides }) };
}

function inputOf({ file, password }: Job) {
  return { input: file, ...(password === undefined ? {} : { password }) };
}

/** A task that has already ended. */
function ended(end: TaskOutcome<Probe>): RunningTask<Probe> {
  return { outcome: Promise.resolve(end), cancel: () => {} };
}

/** A runner with real workers. */
export function createRunner(
  tell: (event: JobsEvent) => void,
  idleWorkers: IdleWorkers,
  device: Device = navigator,
): JobRunner {
  const memory = memoryBudget(device);
  return new JobRunner(tell, {
    probes: new WorkerPool({ workers: 1, memory }, idleWorkers),
    work: new WorkerPool({ workers: poolSize(device), memory }, idleWorkers),
    memory,
    imagesAtOnce: workPoolSize(device).threads,
    now: () => performance.now(),
  });
}
