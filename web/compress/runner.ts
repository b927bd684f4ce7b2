import type { ImagePool } from '../../shared/image-pool.ts';
import { DEFAULT_LIMITS } from '../../shared/index.ts';
import { CompressWorker } from '../worker/client.ts';
import { type Engine, EngineError } from '../worker/engine.ts';
import { createImagePool } from '../worker/image-workers.ts';
import { type PoolTask, type RunningTask, type TaskEnd, WorkerPool } from '../worker/pool.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { CompressRequest } from '../worker/wire.ts';
import type { Job } from './job.ts';
import type { JobsEvent } from './jobs-reducer.ts';

/** The part of the pool that is used here. */
export interface TaskQueue {
  submit(task: PoolTask): RunningTask;
}

export interface EngineGetter {
  get(): Promise<Engine>;
}

/** Makes the workers do what the list of jobs says, and tells the list what happened. */
export class JobRunner {
  readonly #tell: (event: JobsEvent) => void;
  readonly #engine: EngineGetter;
  readonly #queue: TaskQueue;
  readonly #runs = new Map<number, { readonly attempt: number; readonly task: RunningTask }>();

  constructor(tell: (event: JobsEvent) => void, engine: EngineGetter, queue: TaskQueue) {
    this.#tell = tell;
    this.#engine = engine;
    this.#queue = queue;
  }

  /** Starts every waiting attempt not yet started, and ends the runs that nobody waits for any more. */
  follow(jobs: readonly Job[]): void {
    const present = new Map(jobs.map((job) => [job.id, job]));
    for (const [id, run] of this.#runs) {
      if (present.get(id)?.attempt === run.attempt) continue;
      run.task.cancel();
      this.#runs.delete(id);
    }
    for (const job of jobs) {
      if (job.state.kind === 'waiting' && !this.#runs.has(job.id)) this.#start(job);
    }
  }

  #start(job: Job): void {
    const { id, attempt } = job;
    const task = this.#queue.submit({
      prepare: () => this.#prepare(job),
      onStart: () => this.#tell({ type: 'job-started', id, attempt }),
      onProgress: (progress) => this.#tell({ type: 'job-progressed', id, attempt, progress }),
    });
    this.#runs.set(id, { attempt, task });
    void task.end.then((end) => this.#report(job, end));
  }

  async #prepare(job: Job): Promise<CompressRequest | JobProblem> {
    const allowed = DEFAULT_LIMITS.inputBytes;
    if (job.file.size > allowed) {
      return { code: 'limit_exceeded', limit: 'inputBytes', allowed, found: job.file.size };
    }
    try {
      const { modules } = await this.#engine.get();
      const input = await job.file.arrayBuffer();
      const { options, imageOverrides, password } = job;
      return {
        input,
        options,
        modules,
        ...(imageOverrides === undefined ? {} : { imageOverrides }),
        ...(password === undefined ? {} : { password }),
      };
    } catch (thrown) {
      return thrown instanceof EngineError ? thrown.problem : { code: 'unreadable_file' };
    }
  }

  #report(job: Job, end: TaskEnd): void {
    // A cancelled task is no news: the list asked for it.
    if (end.kind === 'cancelled') return;
    const { id, attempt, file } = job;
    if (end.kind === 'failed') {
      this.#tell({ type: 'job-failed', id, attempt, problem: end.problem });
      return;
    }
    const blob = end.bytes === null ? file : new Blob([end.bytes], { type: 'application/pdf' });
    const result = { blob, report: end.report, isSaved: false };
    this.#tell({ type: 'job-finished', id, attempt, result });
  }
}

/** A runner with real workers. */
export function createRunner(tell: (event: JobsEvent) => void, engine: EngineGetter): JobRunner {
  let images: ImagePool | undefined;
  const pool = new WorkerPool(poolSize(navigator), async () => {
    const loaded = await engine.get();
    images ??= createImagePool(navigator, loaded);
    return new CompressWorker(loaded.spawnWorker, images);
  });
  return new JobRunner(tell, engine, pool);
}

/** One core stays with the page; three files at once are as many as a tab's memory should hold. On a phone, one. */
export function poolSize(device: {
  readonly hardwareConcurrency: number;
  readonly userAgent: string;
}): number {
  if (/Mobi|Android|iPhone|iPad/.test(device.userAgent)) return 1;
  return Math.max(1, Math.min(device.hardwareConcurrency - 1, 3));
}
