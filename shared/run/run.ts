import type { Host } from '../host.ts';
import type { ImageOverrides } from '../image-overrides.ts';
import type { Limits } from '../limits.ts';
import type { CompressOptions } from '../options.ts';
import type { InputFile } from '../pdf/read/input-file.ts';
import type { OpenOptions } from '../pdf/read/open.ts';
import type { Progress, ProgressMeter } from '../progress.ts';
import type { DocumentThreads } from '../work/document-threads.ts';

/** What surrounds one run: who may stop it, who watches it, and the password that never enters a report. */
export interface RunContext {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  readonly limits?: Partial<Limits>;
  /** What single images get instead of what the options say; the same overrides give the same bytes. */
  readonly imageOverrides?: ImageOverrides;
}

/** What pictures become and nothing else, or all else while they stay as they are. */
export type RunScope = 'images' | 'all-but-images';

/** One document on its way through: what was given, and what it is worked on with. */
export interface Task extends Pick<RunContext, 'host' | 'signal' | 'imageOverrides'> {
  readonly input: InputFile;
  readonly options: CompressOptions;
  readonly openOptions: OpenOptions;
  readonly threads: DocumentThreads;
  readonly progress: ProgressMeter;
  /** Left out: all passes. For whoever looks at settings before a file is made with them. */
  readonly only?: RunScope;
}
