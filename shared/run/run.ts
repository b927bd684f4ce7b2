import type { Host } from '../host.ts';
import type { ImageOverrides } from '../image-overrides.ts';
import type { Limits } from '../limits.ts';
import type { CompressOptions } from '../options.ts';
import type { InputFile } from '../pdf/read/input-file.ts';
import type { OpenOptions } from '../pdf/read/open.ts';
import type { Progress, ProgressMeter } from '../progress.ts';
import type { DocumentThreads } from '../work/document-threads.ts';

/** Context of one run: abort signal, progress listener, and the password, which never enters a report. */
export interface RunContext {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  readonly limits?: Partial<Limits>;
  /** Settings for single images instead of the options; the same overrides give the same bytes. */
  readonly imageOverrides?: ImageOverrides;
}

/** Only the images pass, or all passes but images. */
export type RunScope = 'images' | 'all-but-images';

/** One document during compression: its input and settings. */
export interface Task extends Pick<RunContext, 'host' | 'signal' | 'imageOverrides'> {
  readonly input: InputFile;
  readonly options: CompressOptions;
  readonly openOptions: OpenOptions;
  readonly threads: DocumentThreads;
  readonly progress: ProgressMeter;
  /** Limits the passes to run, for previews of settings; absent: all passes. */
  readonly only?: RunScope;
}
