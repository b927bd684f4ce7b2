import type { ImageJob } from '../../shared/codecs/image-job-types.ts';
import type { ThreadAnswer } from '../../shared/image-pool.ts';
import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  Progress,
  WasmName,
} from '../../shared/index.ts';
import type { JobProblem } from './problem.ts';

/** Compiled once by the page and handed to every worker, so that no worker ever has to fetch. */
export type WasmModules = Readonly<Record<WasmName, WebAssembly.Module>>;

export interface CompressRequest {
  /** Given away: the buffer is transferred, and empty for the sender afterwards. */
  readonly input: ArrayBuffer;
  readonly options: CompressOptions;
  readonly imageOverrides?: ImageOverrides;
  readonly password?: string;
  readonly modules: WasmModules;
}

/** Errors cross as data: a thrown one would lose everything but its message. */
export type CompressAnswer =
  | {
      readonly ok: true;
      /** Null when the result is the input, byte for byte. */
      readonly bytes: Uint8Array<ArrayBuffer> | null;
      readonly report: CompressReport;
    }
  | { readonly ok: false; readonly problem: JobProblem };

/** The way to the workers that recode images, shared by all documents. */
export interface ImageDoor {
  readonly port: MessagePort;
  /** Images that are recoded at the same time. */
  readonly parallelism: number;
}

/** What a document's worker exposes through Comlink. */
export interface CompressApi {
  compress(
    request: CompressRequest,
    onProgress: (progress: Progress) => void,
    images?: ImageDoor,
  ): Promise<CompressAnswer>;
}

/** What an image worker exposes. It is the same script, so that the page keeps one. */
export interface ImageApi {
  /** The job's buffers are given away. */
  recode(job: ImageJob, modules: WasmModules): Promise<ThreadAnswer>;
}
