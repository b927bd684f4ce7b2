import type {
  CompressOptions,
  Inspection,
  Receipt,
  ReceiptVerdict,
  SplitPart,
  Verification,
} from '../../shared/index.ts';
import type { RunScope } from '../../shared/run/run.ts';
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
  SplitRequest,
  WorkerResult,
} from '../worker/wire.ts';

/** What somebody who looks at a file asks of the core: in the tab's workers, two at a time where there is memory for them. */
export class CoreQueries {
  readonly #pool: WorkerPool;
  readonly #known = new WeakMap<Blob, Promise<Inspection | null>>();

  constructor(idleWorkers: IdleWorkers) {
    this.#pool = new WorkerPool({ workers: isHandheld(navigator) ? 1 : 2, memory: 0 }, idleWorkers);
  }

  /** Asked once for each file. Null when it cannot be read. */
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

  /** A PDF with a page for each of these images. Null when it cannot be made. */
  async pictures(file: Blob, password: string | undefined, objects: readonly number[]): Promise<Blob | null> {
    const task = this.#pool.submit({
      memory: 0,
      onStart: () => undefined,
      run: (worker) => worker.pictures({ input: file, objects, ...secret(password) }),
    });
    return pdfOf(resultIn(await task.outcome));
  }

  /** What of the one document is in the other. */
  verify(request: PairRequest, onPage: (done: number, total: number) => void): RunningTask<Verification> {
    return this.#task((worker) => worker.verify(request, onPage));
  }

  receipt(request: ReceiptRequest): RunningTask<Receipt> {
    return this.#task((worker) => worker.receipt(request));
  }

  checkReceipt(request: CheckRequest): RunningTask<ReceiptVerdict> {
    return this.#task((worker) => worker.checkReceipt(request));
  }

  /** One page, counted from 1, as a document of its own. Null when it cannot be had. */
  async onePage(file: Blob, password: string | undefined, page: number): Promise<Blob | null> {
    return pdfOf(resultIn(await this.page(file, password, page - 1).outcome));
  }

  /** One page as a document of its own; `page` counts from 0. */
  page(file: Blob, password: string | undefined, page: number): RunningTask<Uint8Array<ArrayBuffer>> {
    return this.#task((worker) => worker.page({ input: file, page, ...secret(password) }));
  }

  /** Looks at a small document, so that a worker is there for what will be asked of it. */
  wake(file: Blob, password: string | undefined): void {
    this.#task((worker) => worker.probe({ input: file, ...secret(password) }));
  }

  /** A small document made in one thread. */
  compression(file: Blob, options: CompressOptions, password: string | undefined): RunningTask<Compressed> {
    const request = { input: file, options, ...secret(password) };
    const watch = { savesMemory: true, onProgress: () => undefined };
    return this.#task((worker) => worker.compress(request, watch));
  }

  /** A page that `extractPage` gave, with a part of the work done. Null when that cannot be. */
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

  /** Bytes that a file would have, about, for each of the options. */
  estimate(request: EstimateRequest): RunningTask<readonly number[]> {
    return this.#task((worker) => worker.estimate(request));
  }

  /** A result as parts of a size. */
  split(request: SplitRequest): RunningTask<readonly SplitPart[]> {
    return this.#task((worker) => worker.split(request));
  }

  /** How many parts `split` would give. */
  countParts(request: SplitRequest): RunningTask<number> {
    return this.#task((worker) => worker.countParts(request));
  }

  #task<Value>(run: (worker: CompressWorker) => Promise<WorkerResult<Value>>): RunningTask<Value> {
    return this.#pool.submit({ memory: 0, onStart: () => undefined, run });
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
