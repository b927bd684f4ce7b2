import { NO_OVERRIDES } from '../image-overrides.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { ContentAnalysisCache } from '../passes/content-analysis-cache.ts';
import type { PassContext } from '../passes/pass.ts';
import { createWork } from '../passes/run-job.ts';
import { Changes } from '../pdf/check/changes.ts';
import { NO_STANDARD } from '../pdf/metadata/conformance-rules.ts';
import { DocumentThreads } from '../work/document-threads.ts';

/** Context of a pass for a document built in code: default options, no host, no listeners. */
export function passContext(parts: Partial<PassContext> = {}): PassContext {
  const host = parts.host ?? {
    wasmModule: () => Promise.reject(new Error('this pass was thought to need no codec')),
  };
  return {
    options: DEFAULT_OPTIONS,
    imageOverrides: NO_OVERRIDES,
    limits: DEFAULT_LIMITS,
    facts: { pages: 1, version: '1.7', signed: false, encrypted: false, tagged: false, forms: false },
    rules: NO_STANDARD,
    host,
    threads: new DocumentThreads(host, createWork(host)),
    content: new ContentAnalysisCache(),
    signal: undefined,
    progress: { at: () => {} },
    changes: new Changes(),
    warn: () => {},
    reportImage: () => {},
    reportSeparation: () => {},
    reportInk: () => {},
    reportFont: () => {},
    reportProfile: () => {},
    ...parts,
  };
}
