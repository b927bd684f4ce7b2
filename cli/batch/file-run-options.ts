import type { CompressOptions, CompressReport } from '../../shared/index.ts';
import type { Documents } from '../documents/documents.ts';
import type { MirroredFolders } from '../files/mirrored-folders.ts';
import type { SignReceipt } from '../receipt-signature.ts';
import type { FoundFile } from './inputs/find-files.ts';
import type { MinGain } from './min-gain.ts';
import type { Ledger } from './records/ledger.ts';
import type { OutputGuard } from './records/output-guard.ts';
import type { Target } from './results/target.ts';

/** How each PDF of a run is processed. */
export interface FileRunOptions {
  readonly documents: Documents;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly withReceipt: boolean;
  /** See `CompressCall`. */
  readonly othersWait?: boolean;
  /** Folder for receipts; undefined: beside each result. */
  readonly receiptFolder: string | undefined;
  /** Absent if receipts are not signed. */
  readonly sign?: SignReceipt | undefined;
  /** Maps each PDF to the target of its result. */
  readonly target: (file: FoundFile) => Target;
  /** Folder for copies of the originals, which keep their relative paths. */
  readonly backup: string | undefined;
  /** Null if this run remembers nothing. */
  readonly ledger: Ledger | null;
  readonly again: boolean;
  /** Nothing is written. */
  readonly isDryRun: boolean;
  /** Suffix of results beside their originals. */
  readonly suffix: string;
  /** Minimum saving for a PDF to be replaced by its smaller version. */
  readonly minGain: MinGain;
  /** Decides which files may be overwritten. */
  readonly outputs: OutputGuard;
  /** With --force: any file may be overwritten. */
  readonly isForced: boolean;
  readonly folders: MirroredFolders;
  /** Removes partial files that a crashed run left in a folder. */
  readonly cleanFolder: (folder: string) => Promise<void>;
  /** Called when a result cannot be recorded. */
  readonly onForgotten?: (error: unknown) => void;
  readonly onReport?: (path: string, report: CompressReport) => void;
  readonly signal: AbortSignal;
}
