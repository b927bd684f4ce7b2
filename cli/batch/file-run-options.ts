import type { CompressOptions, CompressReport } from '../../shared/index.ts';
import type { Compress } from './compress-port.ts';
import type { FoundFile } from './inputs/find-files.ts';
import type { MinGain } from './min-gain.ts';
import type { Ledger } from './records/ledger.ts';
import type { OutputGuard } from './records/output-guard.ts';
import type { Target } from './results/target.ts';
import type { TimeLimit } from './time-limit.ts';

/** What is done with each PDF of a run. */
export interface FileRunOptions {
  readonly compress: Compress;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly withReceipt: boolean;
  /** Where receipts go; undefined: beside each result. */
  readonly receiptFolder: string | undefined;
  /** Where results go: nowhere, onto the PDF, or to a path. */
  readonly target: (file: FoundFile) => Target;
  /** Keeps originals, with their place in the tree. */
  readonly backup: string | undefined;
  /** Null where nothing is remembered. */
  readonly ledger: Ledger | null;
  readonly again: boolean;
  /** What must be saved for a PDF to be replaced by its smaller one. */
  readonly minGain: MinGain;
  readonly timeLimit: TimeLimit;
  /** Which files may be written over. */
  readonly outputs: OutputGuard;
  /** Any may be. */
  readonly isForced: boolean;
  /** Takes away what an ended run left half written in a folder. */
  readonly cleanFolder: (folder: string) => Promise<void>;
  /** Hears when what was done cannot be remembered. */
  readonly onForgotten?: (error: unknown) => void;
  /** Hears what was done to each PDF. */
  readonly onReport?: (path: string, report: CompressReport) => void;
  readonly signal: AbortSignal;
}
