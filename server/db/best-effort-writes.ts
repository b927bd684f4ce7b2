import type { Logger } from 'pino';
import { DatabaseUnavailable } from './unavailable.ts';

/** Records of work that is done. */
export type Entry = 'usage' | 'answered-request' | 'running-request' | 'audit' | 'retention' | 'jobs';

/** Writes whose failure must not fail the work they record: it is logged and counted instead. */
export interface BestEffortWrites {
  /** Whether the last write failed. */
  readonly isFailing: boolean;
  /** Returns whether the write succeeded; never rejects. */
  write(entry: Entry, write: () => Promise<void>): Promise<boolean>;
}

export function createBestEffortWrites(log: Logger, onFailure: (entry: Entry) => void): BestEffortWrites {
  let isBehind = false;
  return {
    get isFailing() {
      return isBehind;
    },
    async write(entry, write) {
      try {
        await write();
        isBehind = false;
        return true;
      } catch (error) {
        isBehind = true;
        onFailure(entry);
        const isPassing = error instanceof DatabaseUnavailable;
        const line = { err: isPassing ? error.cause : error, entry };
        log[isPassing ? 'warn' : 'error'](line, 'database write failed after the response');
        return false;
      }
    },
  };
}
