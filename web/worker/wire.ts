import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  Inspection,
  PartReport,
  Probe,
  Progress,
  ReadReceipt,
  Receipt,
  ReceiptVerdict,
  SplitPart,
  Verification,
  WasmName,
} from '../../shared/index.ts';
import type { RunScope } from '../../shared/run/run.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import type { WorkJob } from '../../shared/work/job.ts';
import type { ThreadResponse } from '../../shared/work/pool.ts';
import type { JobProblem } from './problem.ts';

/** Compiled once by the page and passed to every worker, so that no worker has to fetch; the encoder only if it is needed. */
export type WasmModules = Readonly<
  Record<Exclude<WasmName, 'openjpeg-encode'>, WebAssembly.Module> & {
    'openjpeg-encode'?: WebAssembly.Module;
  }
>;

/** A document for a worker, which reads it itself: the page's own thread never holds its bytes. */
export interface ProbeRequest {
  readonly input: Blob;
  readonly password?: string;
}

export interface CompressRequest extends ProbeRequest {
  readonly options: CompressOptions;
  /** Overrides for single images. */
  readonly imageOverrides?: ImageOverrides;
}

export interface SplitRequest extends ProbeRequest {
  /** Maximum bytes of each part. */
  readonly limit: number;
  readonly breakSignatures: boolean;
  /** Pages after which a new part begins, instead of the limit. */
  readonly cuts?: readonly number[];
}

export type SplitPlanRequest = Omit<SplitRequest, 'limit' | 'cuts'>;

/** A damaged file, the pages (1-based) to leave out, and how the others are compressed. */
export interface WithoutPagesRequest extends SplitPlanRequest {
  readonly pages: readonly number[];
  readonly options: CompressOptions;
}

export interface PageRequest extends ProbeRequest {
  /** 0-based. */
  readonly page: number;
}

/** A page as a document, and the part of the work to preview. */
export interface PreviewRequest extends ProbeRequest {
  readonly options: CompressOptions;
  readonly part: RunScope;
}

/** A file, and the options to estimate. */
export interface EstimateRequest extends ProbeRequest {
  /** Report of a finished run; null before any. */
  readonly report: CompressReport | null;
  readonly options: readonly CompressOptions[];
  /** Whether it takes turns in the work threads: an estimate in the background must not delay files. */
  readonly usesThreads: boolean;
}

export interface PicturesRequest extends ProbeRequest {
  /** Object numbers of images. */
  readonly objects: readonly number[];
}

/** Two documents to compare. */
export interface PairRequest {
  readonly before: Blob;
  readonly after: Blob;
  /** Opens either document if it is locked. */
  readonly password?: string;
}

export interface CheckRequest extends PairRequest {
  readonly receipt: ReadReceipt;
}

/** A result to issue a receipt for. */
export interface ReceiptRequest extends ProbeRequest {
  /** The output; the input itself if it was returned unchanged. */
  readonly output: Blob;
  readonly report: CompressReport;
  readonly imageOverrides?: ImageOverrides;
}

/** Errors cross as data: a thrown one would lose everything but its message. */
export type WorkerResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: JobProblem };

export interface Compressed {
  /** Held by the browser rather than in a worker's memory; null if the result is the input, byte for byte. */
  readonly blob: Blob | null;
  readonly report: CompressReport;
}

/** The port to the work threads shared by all documents. */
export interface WorkPort {
  readonly port: MessagePort;
  /** Number of concurrent jobs. */
  readonly parallelism: number;
}

/** Comlink API of a document's worker. */
export interface CompressApi {
  probe(request: ProbeRequest): Promise<WorkerResult<Probe>>;
  inspect(request: ProbeRequest): Promise<WorkerResult<Inspection>>;
  /** A PDF with one page per image. */
  pictures(request: PicturesRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  compress(
    request: CompressRequest,
    modules: WasmModules,
    onProgress: (progress: Progress) => void,
    work?: WorkPort,
  ): Promise<WorkerResult<Compressed>>;
  /** Estimated output bytes for each set of options. */
  estimate(
    request: EstimateRequest,
    modules: WasmModules,
    work?: WorkPort,
  ): Promise<WorkerResult<readonly number[]>>;
  /** One page as a document, for previews. */
  page(request: PageRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  /** The page with part of the work done; the same page if nothing is gained. */
  tryPage(request: PreviewRequest, modules: WasmModules): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  /** Splits a document. */
  split(request: SplitRequest): Promise<WorkerResult<readonly SplitPart[]>>;
  /** Facts for choosing cuts. */
  splitPlan(request: SplitPlanRequest): Promise<WorkerResult<SplitPlan>>;
  /** The parts that `split` would give, without their bytes. */
  weighParts(request: SplitRequest): Promise<WorkerResult<readonly PartReport[]>>;
  /** One document of the other pages, compressed. */
  withoutPages(request: WithoutPagesRequest, modules: WasmModules): Promise<WorkerResult<SplitPart>>;
  /** Compares two documents; reports pages as they are compared. */
  verify(
    request: PairRequest,
    modules: WasmModules,
    onPage: (done: number, total: number) => void,
  ): Promise<WorkerResult<Verification>>;
  receipt(request: ReceiptRequest, modules: WasmModules): Promise<WorkerResult<Receipt>>;
  /** Reproduces a receipt's output. */
  checkReceipt(
    request: CheckRequest,
    modules: WasmModules,
    work: WorkPort,
  ): Promise<WorkerResult<ReceiptVerdict>>;
}

/** API of a work thread. It is the same script, so that the page keeps only one. */
export interface WorkApi {
  /** The job's buffers are transferred. */
  work(job: WorkJob, modules: WasmModules): Promise<ThreadResponse>;
}
