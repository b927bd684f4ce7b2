import * as Comlink from 'comlink';
import type {
  Inspection,
  Probe,
  Progress,
  Receipt,
  ReceiptVerdict,
  SplitPart,
  Verification,
} from '../../shared/index.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { serveJobs } from '../../shared/work/port.ts';
import type { TabProblem } from './problem.ts';
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
  SplitRequest,
  WasmModules,
  WorkerResult,
  WorkPort,
} from './wire.ts';

/** The parts of a Worker that are used, so that a test can stand in for one. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

/** What a worker is given for all its documents. */
export interface WorkerDeps {
  readonly spawn: () => WorkerLike;
  readonly modules: WasmModules;
  /** Where the documents' heavy work is done. */
  readonly work: WorkPool;
}

export interface CompressCallbacks {
  readonly onProgress: (progress: Progress) => void;
  /** Slower, and with as little memory as can be: one image at a time, on the worker's own thread. */
  readonly savesMemory: boolean;
}

/** One worker and the conversation with it. It does one document at a time. */
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
    // A call through Comlink stays pending for ever when its worker dies, so death is raced against it.
    this.#death = new Promise((resolve) => {
      this.#worker.addEventListener('error', (event) => resolve(crashReason(event)));
      this.#worker.addEventListener('messageerror', () => resolve({ code: 'worker_died' }));
    });
    void this.#death.then(() => {
      this.#isDead = true;
    });
  }

  /** Browsers end workers that rest, too, when memory is short. */
  get isTerminated(): boolean {
    return this.#isDead;
  }

  /** What kind of document it is, before any work. Always answers; never throws. */
  probe(request: ProbeRequest): Promise<WorkerResult<Probe>> {
    return this.#orDeath(this.#remote.probe(request));
  }

  /** Where the bytes of a file are, and all that is in it. Always answers; never throws. */
  inspect(request: ProbeRequest): Promise<WorkerResult<Inspection>> {
    return this.#orDeath(this.#remote.inspect(request));
  }

  /** A PDF with a page for each of the images. Always answers; never throws. */
  pictures(request: PicturesRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    return this.#orDeath(this.#remote.pictures(request));
  }

  /** About how large a file would become. Always answers; never throws. */
  estimate(request: EstimateRequest): Promise<WorkerResult<readonly number[]>> {
    return this.#orDeath(this.#remote.estimate(request, this.#kit.modules));
  }

  /** One page as a document. Always answers; never throws. */
  page(request: PageRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    return this.#orDeath(this.#remote.page(request));
  }

  /** A page with a part of the work done. Always answers; never throws. */
  previewPage(request: PreviewRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>> {
    return this.#orDeath(this.#remote.tryPage(request, this.#kit.modules));
  }

  /** A document as parts of a size. Always answers; never throws. */
  split(request: SplitRequest): Promise<WorkerResult<readonly SplitPart[]>> {
    return this.#orDeath(this.#remote.split(request));
  }

  /** How many parts a document takes. Always answers; never throws. */
  countParts(request: SplitRequest): Promise<WorkerResult<number>> {
    return this.#orDeath(this.#remote.countParts(request));
  }

  /** Always answers; never throws. Progress that arrives after the answer is dropped. */
  async compress(request: CompressRequest, watch: CompressCallbacks): Promise<WorkerResult<Compressed>> {
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

  /** What of the one document is in the other. Always answers; never throws. */
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

  /** The receipt of a result. Always answers; never throws. */
  receipt(request: ReceiptRequest): Promise<WorkerResult<Receipt>> {
    return this.#orDeath(this.#remote.receipt(request, this.#kit.modules));
  }

  /** Makes the output of a receipt again. Always answers; never throws. */
  async checkReceipt(request: CheckRequest): Promise<WorkerResult<ReceiptVerdict>> {
    const call = this.#remote.checkReceipt(request, this.#kit.modules, this.#openDoor());
    const answer = await this.#orDeath(call);
    this.#stopWork();
    return answer;
  }

  /** Ends the worker at once, also in the middle of WASM, which no message could interrupt; the threads of its jobs too. */
  terminate(): void {
    this.#stopWork();
    this.#worker.terminate();
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
