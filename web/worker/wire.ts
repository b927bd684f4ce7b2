import type {
  CompressOptions,
  CompressReport,
  Glance,
  ImageOverrides,
  Inspection,
  Progress,
  WasmName,
} from '../../shared/index.ts';
import type { WorkJob } from '../../shared/work-job.ts';
import type { ThreadAnswer } from '../../shared/work-pool.ts';
import type { JobProblem } from './problem.ts';

/** Compiled once by the page and handed to every worker, so that no worker ever has to fetch. */
export type WasmModules = Readonly<Record<WasmName, WebAssembly.Module>>;

/** A document for a worker, which reads it itself: the page's own thread never holds its bytes. */
export interface GlanceRequest {
  readonly input: Blob;
  readonly password?: string;
}

export interface CompressRequest extends GlanceRequest {
  readonly options: CompressOptions;
  /** What single images get. */
  readonly imageOverrides?: ImageOverrides;
}

export interface PicturesRequest extends GlanceRequest {
  /** Object numbers of images. */
  readonly objects: readonly number[];
}

/** Errors cross as data: a thrown one would lose everything but its message. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: JobProblem };

export interface Compressed {
  /** Null when the result is the input, byte for byte. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly report: CompressReport;
}

/** The way to the threads for heavy work, shared by all documents. */
export interface WorkDoor {
  readonly port: MessagePort;
  /** Jobs that are done at the same time. */
  readonly parallelism: number;
}

/** What a document's worker exposes through Comlink. */
export interface CompressApi {
  glance(request: GlanceRequest): Promise<Answer<Glance>>;
  inspect(request: GlanceRequest): Promise<Answer<Inspection>>;
  /** A PDF with a page for each of these images. */
  pictures(request: PicturesRequest): Promise<Answer<Uint8Array<ArrayBuffer>>>;
  compress(
    request: CompressRequest,
    modules: WasmModules,
    onProgress: (progress: Progress) => void,
    work?: WorkDoor,
  ): Promise<Answer<Compressed>>;
}

/** What a work thread exposes. It is the same script, so that the page keeps one. */
export interface WorkApi {
  /** The job's buffers are given away. */
  work(job: WorkJob, modules: WasmModules): Promise<ThreadAnswer>;
}
