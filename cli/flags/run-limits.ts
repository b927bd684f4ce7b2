import { parseByteSize } from '../../shared/index.ts';
import { defaultMemoryLimit, type Limits } from '../documents/document-limits.ts';
import type { FlagValues } from './flag-values.ts';
import { parseSeconds } from './seconds.ts';

/** Limits of a command over many PDFs. */
export interface RunLimits extends Limits {
  /** PDFs at the same time; undefined: as many as the machine has processors. */
  readonly jobs: number | undefined;
}

const MAX_JOBS = 64;
/** Ten minutes: a hundred times what a large scan takes. */
const DEFAULT_TIMEOUT_SECONDS = 600;

export function runLimits(values: FlagValues): RunLimits {
  return {
    jobs: values.count('jobs', undefined, 1, MAX_JOBS),
    timeoutSeconds: values.parsed('timeout', DEFAULT_TIMEOUT_SECONDS, parseSeconds),
    memory: values.parsed('memory', defaultMemoryLimit(), parseMemory),
  };
}

function parseMemory(text: string): number | string {
  if (text === '0') return 0;
  return parseByteSize(text) ?? `--memory must be a size such as 500MB or 2GB, or 0, not "${text}".`;
}
