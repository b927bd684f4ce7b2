import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  Inspection,
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
import type { WorkJob } from '../../shared/work/job.ts';
import type { ThreadResponse } from '../../shared/work/pool.ts';
import type { JobProblem } from './problem.ts';

/** Compiled once by the page and handed to every worker, so that no worker ever has to fetch. */
export type WasmModules = Readonly<Record<WasmName, WebAssembly.Module>>;

/** A document for a worker, which reads it itself: the page's own thread never holds its bytes. */
export interface ProbeRequest {
  readonly input: Blob;
  readonly password?: string;
}

export interface CompressRequest extends ProbeRequest {
  readonly options: CompressOptions;
  /** What single images get. */
  readonly imageOverrides?: ImageOverrides;
}

export interface SplitRequest extends ProbeRequest {
  /** Bytes of each part at most. */
  readonly limit: number;
  readonly breakSignatures: boolean;
}

export interface PageRequest extends ProbeRequest {
  /** From 0. */
  readonly page: number;
}

/** A page as a document, and what of it is to be done for somebody to look at. */
export interface PreviewRequest extends ProbeRequest {
  readonly options: CompressOptions;
  readonly part: RunScope;
}

/** A file, and the options that it might be done with. */
export interface EstimateRequest extends ProbeRequest {
  /** Of a finished run; null before any. */
  readonly report: CompressReport | null;
  readonly options: readonly CompressOptions[];
}

export interface PicturesRequest extends ProbeRequest {
  /** Object numbers of images. */
  readonly objects: readonly number[];
}

/** Two documents to be compared. */
export interface PairRequest {
  readonly before: Blob;
  readonly after: Blob;
  /** Opens either, where it is locked. */
  readonly password?: string;
}

export interface CheckRequest extends PairRequest {
  readonly receipt: ReadReceipt;
}

/** A result that a receipt is wanted for. */
export interface ReceiptRequest extends ProbeRequest {
  /** What was saved; the input itself where that came back. */
  readonly output: Blob;
  readonly report: CompressReport;
  readonly imageOverrides?: ImageOverrides;
}

/** Errors cross as data: a thrown one would lose everything but its message. */
export type WorkerResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: JobProblem };

export interface Compressed {
  /** Held by the browser, so that no worker's memory has it; null when the result is the input, byte for byte. */
  readonly blob: Blob | null;
  readonly report: CompressReport;
}

/** The way to the threads for heavy work, shared by all documents. */
export interface WorkPort {
  readonly port: MessagePort;
  /** Jobs that are done at the same time. */
  readonly parallelism: number;
}

/** What a document's worker exposes through Comlink. */
export interface CompressApi {
  probe(request: ProbeRequest): Promise<WorkerResult<Probe>>;
  inspect(request: ProbeRequest): Promise<WorkerResult<Inspection>>;
  /** A PDF with a page for each of these images. */
  pictures(request: PicturesRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  compress(
    request: CompressRequest,
    modules: WasmModules,
    onProgress: (progress: Progress) => void,
    work?: WorkPort,
  ): Promise<WorkerResult<Compressed>>;
  /** Bytes that the file would have, about, for each of the options. */
  estimate(request: EstimateRequest, modules: WasmModules): Promise<WorkerResult<readonly number[]>>;
  /** One page as a document, to try settings on. */
  page(request: PageRequest): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  /** The page with a part of the work done; the same page where nothing is gained. */
  tryPage(request: PreviewRequest, modules: WasmModules): Promise<WorkerResult<Uint8Array<ArrayBuffer>>>;
  /** A document as parts. */
  split(request: SplitRequest): Promise<WorkerResult<readonly SplitPart[]>>;
  /** How many parts `split` would give. */
  countParts(request: SplitRequest): Promise<WorkerResult<number>>;
  /** What of the one document is in the other; pages are told as they are compared. */
  verify(
    request: PairRequest,
    modules: WasmModules,
    onPage: (done: number, total: number) => void,
  ): Promise<WorkerResult<Verification>>;
  receipt(request: ReceiptRequest, modules: WasmModules): Promise<WorkerResult<Receipt>>;
  /** Makes the output of a receipt again. */
  checkReceipt(
    request: CheckRequest,
    modules: WasmModules,
    work: WorkPort,
  ): Promise<WorkerResult<ReceiptVerdict>>;
}

/** What a work thread exposes. It is the same script, so that the page keeps one. */
export interface WorkApi {
  /** The job's buffers are given away. */
  work(job: WorkJob, modules: WasmModules): Promise<ThreadResponse>;
}
