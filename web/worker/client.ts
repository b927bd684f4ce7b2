import * as Comlink from 'comlink';
import type {
  CompressOptions,
  Inspection,
  PartReport,
  Probe,
  Progress,
  Receipt,
  ReceiptVerdict,
  SplitPart,
  Verification,
} from '../../shared/index.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { serveJobs } from '../../shared/work/port.ts';
import { type Engine, EngineError } from './engine.ts';
import type { JobProblem, TabProblem } from './problem.ts';
import { isOutOfMemory } from './thrown.ts';
import type {
  CheckRequest,
  CompressApi,
  Compressed,
  CompressRequest,
  EstimateRequest,
  PageRequest,
  PairRequest,
  PicturesRequest,
  PreviewRequest,
  ProbeRequest,
  ReceiptRequest,
  SplitPlanRequest,
  SplitRequest,
  WasmModules,
  WithoutPagesRequest,
  WorkerResult,
  WorkPort,
} from './wire.ts';

/** The parts of a Worker that are used, so that a test can replace it. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

/** Shared dependencies of a worker, for all its documents. */
export interface WorkerDeps {
  readonly spawn: () => WorkerLike;
  readonly modules: WasmModules;
  /** Loads what only these options need. */
  readonly loadFor?: Engine['loadFor'];
  /** Threads for the documents' jobs. */
  readonly work: WorkPool;
  /** Whether its script has what only comparisons need. */
  readonly canCompare?: boolean;
}

export interface CompressCallbacks {
  readonly onProgress: (progress: Progress) => void;
  /** Slower, with as little memory as possible: one image at a time, in the worker's own thread. */
  readonly savesMemory: boolean;
}

/** One worker and its protocol. It processes one document at a time. */
export class CompressWorker {
  readonly #kit: WorkerDeps;
  readonly #worker: WorkerLike;
  readonly #remote: Comlink.Remote<CompressApi>;
  readonly #death: Promise<TabProblem>;
  #stopWork = () => {};
  #isDead = false;

  constructor(kit: WorkerDeps) {
    this.#kit = kit;
    this.#worker = kit.spawn();
    this.#remote = Comlink.wrap<CompressApi>(this.#worker);
    // A Comlink call stays pending forever if its worker dies, so it is raced against the worker's death.
    this.#death = new Promise((resolve) => {
      this.#worker.addEventListener('error', (event) => resolve(crashReason(event)));
      this.#worker.addEventListener('messageerror', () => resolve({ code: 'worker_died' }));
    });
    void this.#death.then(() => {
      this.#isDead = true;
    });
  }

  get canCompare(): boolean {
    return this.#kit.canCompare ?? false;
  }

  /** Browsers also terminate idle workers when memory is short. */
  get isTerminated(): boolean {
    return this.#isDead;
  }

  /** Facts about a document before any work. Always responds; never throws. */
  probe(request: ProbeRequest): Promise<WorkerResult<Probe>> {
    return this.#orDeath(this.#remote.probe(request));
  }

  /** How a file's bytes are used, and all its contents. Always responds; never throws. */
  inspect(request: ProbeRequest): Promise<WorkerResult<Inspection>> {
    return this.#orDeath(this.#remote.inspect(request));
  }

  /** A PDF with one page per image. Always responds; never throws. */
  pictures(request: PicturesRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    return this.#orDeath(this.#remote.pictures(request));
  }

  /** The estimated size of a result. Always responds; never throws. */
  async estimate(request: EstimateRequest): Promise<WorkerResult<readonly number[]>> {
    const missing = await this.#loadFor(...request.options);
    if (missing !== null) return { ok: false, problem: missing };
    const { modules } = this.#kit;
    const call = request.usesThreads
      ? this.#remote.estimate(request, modules, this.#openDoor())
      : this.#remote.estimate(request, modules);
    const answer = await this.#orDeath(call);
    this.#stopWork();
    return answer;
  }

  /** One page as a document. Always responds; never throws. */
  page(request: PageRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    return this.#orDeath(this.#remote.page(request));
  }

  /** A page with part of the work done. Always responds; never throws. */
  async previewPage(request: PreviewRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    const missing = await this.#loadFor(request.options);
    if (missing !== null) return { ok: false, problem: missing };
    return this.#orDeath(this.#remote.tryPage(request, this.#kit.modules));
  }

  /** A document in parts of a maximum size. Always responds; never throws. */
  split(request: SplitRequest): Promise<WorkerResult<readonly SplitPart[]>> {
    return this.#orDeath(this.#remote.split(request));
  }

  /** Facts for choosing cuts. Always responds; never throws. */
  splitPlan(request: SplitPlanRequest): Promise<WorkerResult<SplitPlan>> {
    return this.#orDeath(this.#remote.splitPlan(request));
  }

  /** The parts of a document without their bytes. Always responds; never throws. */
  weighParts(request: SplitRequest): Promise<WorkerResult<readonly PartReport[]>> {
    return this.#orDeath(this.#remote.weighParts(request));
  }

  /** A document without some pages, compressed. Always responds; never throws. */
  async withoutPages(request: WithoutPagesRequest): Promise<WorkerResult<SplitPart>> {
    const missing = await this.#loadFor(request.options);
    if (missing !== null) return { ok: false, problem: missing };
    return this.#orDeath(this.#remote.withoutPages(request, this.#kit.modules));
  }

  /** Always responds; never throws. Progress that arrives after the response is dropped. */
  async compress(request: CompressRequest, watch: CompressCallbacks): Promise<WorkerResult<Compressed>> {
    const missing = await this.#loadFor(request.options);
    if (missing !== null) return { ok: false, problem: missing };
    let answered = false;
    const onProgress = Comlink.proxy((progress: Progress) => {
      if (!answered) watch.onProgress(progress);
    });
    const call = watch.savesMemory
      ? this.#remote.compress(request, this.#kit.modules, onProgress)
      : this.#remote.compress(request, this.#kit.modules, onProgress, this.#openDoor());
    const answer = await this.#orDeath(call);
    answered = true;
    this.#stopWork();
    return answer;
  }

  /** Compares two documents. Always responds; never throws. */
  async verify(
    request: PairRequest,
    onPage: (done: number, total: number) => void,
  ): Promise<WorkerResult<Verification>> {
    let answered = false;
    const tell = Comlink.proxy((done: number, total: number) => {
      if (!answered) onPage(done, total);
    });
    const answer = await this.#orDeath(this.#remote.verify(request, this.#kit.modules, tell));
    answered = true;
    return answer;
  }

  /** The receipt of a result. Always responds; never throws. */
  receipt(request: ReceiptRequest): Promise<WorkerResult<Receipt>> {
    return this.#orDeath(this.#remote.receipt(request, this.#kit.modules));
  }

  /** Reproduces a receipt's output. Always responds; never throws. */
  async checkReceipt(request: CheckRequest): Promise<WorkerResult<ReceiptVerdict>> {
    const missing = await this.#loadFor(request.receipt.options);
    if (missing !== null) return { ok: false, problem: missing };
    const call = this.#remote.checkReceipt(request, this.#kit.modules, this.#openDoor());
    const answer = await this.#orDeath(call);
    this.#stopWork();
    return answer;
  }

  /** Terminates the worker at once, even inside WASM, which no message could interrupt, and the threads of its jobs. */
  terminate(): void {
    this.#stopWork();
    this.#worker.terminate();
  }

  /** Returns why something could not be loaded. */
  async #loadFor(...all: readonly CompressOptions[]): Promise<JobProblem | null> {
    try {
      for (const options of all) await this.#kit.loadFor?.(options);
      return null;
    } catch (thrown) {
      if (thrown instanceof EngineError) return thrown.problem;
      throw thrown;
    }
  }

  #orDeath<Value>(call: Promise<WorkerResult<Value>>): Promise<WorkerResult<Value>> {
    return Promise.race([
      call.catch((): WorkerResult<Value> => ({ ok: false, problem: { code: 'worker_died' } })),
      this.#death.then((problem): WorkerResult<Value> => ({ ok: false, problem })),
    ]);
  }

  #openDoor(): WorkPort {
    const { port1, port2 } = new MessageChannel();
    const { work } = this.#kit;
    this.#stopWork = serveJobs(port1, work);
    return Comlink.transfer({ port: port2, parallelism: work.parallelism }, [port2]);
  }
}

function crashReason(event: Event): TabProblem {
  const message = 'message' in event ? String(event.message) : '';
  return isOutOfMemory(message) ? { code: 'out_of_memory' } : { code: 'worker_died' };
}
