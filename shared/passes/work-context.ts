import type { Host } from '../host.ts';
import type { ImageOverrides } from '../image-overrides.ts';
import type { Limits } from '../limits.ts';
import type { CompressOptions } from '../options.ts';
import type { ConformanceRules } from '../pdf/metadata/conformance-rules.ts';
import type { DocumentThreads } from '../work/document-threads.ts';

/** Options, limits and threads: everything for planning and running jobs. */
export interface WorkContext {
  readonly options: CompressOptions;
  readonly rules: ConformanceRules;
  readonly imageOverrides: ImageOverrides;
  readonly limits: Limits;
  readonly host: Host;
  readonly threads: DocumentThreads;
  readonly signal: AbortSignal | undefined;
}
