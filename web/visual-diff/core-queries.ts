import {
  type CompressOptions,
  type ImageOverrides,
  type Inspection,
  NO_OVERRIDES,
  type PartReport,
  type Receipt,
  type ReceiptVerdict,
  type SplitPart,
  type Verification,
} from '../../shared/index.ts';
import type { RunScope } from '../../shared/run/run.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import { type BackgroundTurns, isLargeFile } from '../worker/background-turns.ts';
import type { CompressWorker } from '../worker/client.ts';
import { isHandheld } from '../worker/device.ts';
import type { IdleWorkers } from '../worker/idle-workers.ts';
import { type RunningTask, type TaskOutcome, WorkerPool } from '../worker/pool.ts';
import type {
  CheckRequest,
  Compressed,
  EstimateRequest,
  PairRequest,
  ReceiptRequest,
  SplitPlanRequest,
  SplitRequest,
  WithoutPagesRequest,
  WorkerResult,
} from '../worker/wire.ts';

interface EstimateTurns {
  readonly onStart?: () => void;
  readonly mayGrow?: boolean;
}

/** Queries of the core for an open file: in the tab's workers, two at a time if memory permits. */
export class CoreQueries {
  readonly #pool: WorkerPool;
  readonly #known = new WeakMap<Blob, Promise<Inspection | null>>();

  readonly #turns: BackgroundTurns;

  constructor(idleWorkers: IdleWorkers, turns: BackgroundTurns) {
    this.#turns = turns;
    this.#pool = new WorkerPool({ workers: isHandheld(navigator) ? 1 : 2, memory: 0 }, idleWorkers);
  }

  /** Cached per file. Null if it cannot be read. */
  inspect(file: Blob, password: string | undefined): Promise<Inspection | null> {
    let found = this.#known.get(file);
    if (found === undefined) {
      const task = this.#pool.submit({
        memory: 0,
        onStart: () => undefined,
        run: (worker) => worker.inspect({ input: file, ...secret(password) }),
      });
      this.#known.set(file, (found = task.outcome.then(resultIn)));
    }
    return found;
  }

  /** A PDF with one page per image. Null if it cannot be created. */
  async pictures(file: Blob, password: string | undefined, objects: readonly number[]): Promise<Blob | null> {
    const task = this.#pool.submit({
      memory: 0,
      onStart: () => undefined,
      run: (worker) => worker.pictures({ input: file, objects, ...secret(password) }),
    });
    return pdfOf(resultIn(await task.outcome));
  }

  /** Compares two documents. */
  verify(request: PairRequest, onPage: (done: number, total: number) => void): RunningTask<Verification> {
    return this.#task((worker) => worker.verify(request, onPage), true);
  }

  receipt(request: ReceiptRequest): RunningTask<Receipt> {
    return this.#task((worker) => worker.receipt(request), true);
  }

  checkReceipt(request: CheckRequest): RunningTask<ReceiptVerdict> {
    return this.#task((worker) => worker.checkReceipt(request), true);
  }

  /** One page (1-based) as a document. Null if it cannot be extracted. */
  async onePage(file: Blob, password: string | undefined, page: number): Promise<Blob | null> {
    return pdfOf(resultIn(await this.page(file, password, page - 1).outcome));
  }

  /** One page as a document; `page` is 0-based. */
  page(file: Blob, password: string | undefined, page: number): RunningTask<Uint8Array<ArrayBuffer>> {
    return this.#task((worker) => worker.page({ input: file, page, ...secret(password) }));
  }

  /** Probes a small document, so that a worker is ready for the next request. */
  wake(file: Blob, password: string | undefined): void {
    this.#task((worker) => worker.probe({ input: file, ...secret(password) }));
  }

  /** Compresses a small document in one thread. */
  compression(
    file: Blob,
    options: CompressOptions,
    password: string | undefined,
    imageOverrides: ImageOverrides = NO_OVERRIDES,
  ): RunningTask<Compressed> {
    const request = { input: file, options, imageOverrides, ...secret(password) };
    const watch = { savesMemory: true, onProgress: () => undefined };
    return this.#task((worker) => worker.compress(request, watch));
  }

  /** A page from `extractPage` with part of the work done. Null if that fails. */
  async tried(
    page: Blob,
    options: CompressOptions,
    part: RunScope,
    password: string | undefined,
  ): Promise<Blob | null> {
    const task = this.#task((worker) =>
      worker.previewPage({ input: page, options, part, ...secret(password) }),
    );
    return pdfOf(resultIn(await task.outcome));
  }

  /** Waits until no other background task runs, and keeps others waiting. Returns the function that ends the turn. */
  takeTurnAlone(): Promise<() => void> {
    return this.#turns.take(true);
  }

  /**
   * Estimated output bytes for each set of options. Takes its turn beside comparisons; a large file one for each set, in
   * a new worker each time and without work threads, so that no more memory is needed than for the compression.
   *
   * @param onStart called when its turn has come
   * @param mayGrow whether one worker and its threads may estimate all sets even of a large file: half as long, a fifth more memory
   */
  estimate(
    request: EstimateRequest,
    { onStart = () => {}, mayGrow = false }: EstimateTurns = {},
  ): RunningTask<readonly number[]> {
    let task: RunningTask<readonly number[]> | undefined;
    let isCancelled = false;
    let hasStarted = false;
    const isLarge = isLargeFile(request.input);
    const isFrugal = isLarge && !mayGrow;
    const one = async (asked: EstimateRequest): Promise<TaskOutcome<readonly number[]>> => {
      const endTurn = await this.#turns.take(isLarge);
      try {
        if (isCancelled) return { kind: 'cancelled' };
        if (!hasStarted) onStart();
        hasStarted = true;
        const usesThreads = asked.usesThreads && !isFrugal;
        task = this.#task((worker) => worker.estimate({ ...asked, usesThreads }));
        return await task.outcome;
      } finally {
        endTurn();
      }
    };
    const oneByOne = async (): Promise<TaskOutcome<readonly number[]>> => {
      const sizes: number[] = [];
      const done = request.report;
      for (const options of request.options) {
        if (done !== null && JSON.stringify(done.options) === JSON.stringify(options)) {
          sizes.push(done.outputSize);
          continue;
        }
        const end = await one({ ...request, options: [options] });
        if (end.kind !== 'finished') return end;
        sizes.push(end.value[0]!);
      }
      return { kind: 'finished', value: sizes };
    };
    return {
      // Before any run all sets share the work beside images.
      outcome: isFrugal && request.report !== null ? oneByOne() : one(request),
      cancel: () => {
        isCancelled = true;
        task?.cancel();
      },
    };
  }

  /** Splits a result into parts of a maximum size. */
  split(request: SplitRequest): RunningTask<readonly SplitPart[]> {
    return this.#task((worker) => worker.split(request));
  }

  splitPlan(request: SplitPlanRequest): RunningTask<SplitPlan> {
    return this.#task((worker) => worker.splitPlan(request));
  }

  /** The parts that `split` would give, without their bytes. */
  weighParts(request: SplitRequest): RunningTask<readonly PartReport[]> {
    return this.#task((worker) => worker.weighParts(request));
  }

  /** A damaged document without some pages, compressed. */
  withoutPages(request: WithoutPagesRequest): RunningTask<SplitPart> {
    return this.#task((worker) => worker.withoutPages(request));
  }

  #task<Value>(
    run: (worker: CompressWorker) => Promise<WorkerResult<Value>>,
    compares = false,
  ): RunningTask<Value> {
    return this.#pool.submit({ memory: 0, compares, onStart: () => undefined, run });
  }
}

function resultIn<Value>(end: TaskOutcome<Value>): Value | null {
  return end.kind === 'finished' ? end.value : null;
}

function pdfOf(bytes: Uint8Array<ArrayBuffer> | null): Blob | null {
  return bytes === null ? null : new Blob([bytes], { type: 'application/pdf' });
}

function secret(password: string | undefined): { readonly password?: string } {
  return password === undefined ? {} : { password };
}
