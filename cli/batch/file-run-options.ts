import type { CompressReport } from '../../shared/index.ts';
import type { Documents } from '../documents/documents.ts';
import type { MirroredFolders } from '../files/mirrored-folders.ts';
import type { SignReceipt } from '../receipt-signature.ts';
import type { FoundFile } from './inputs/find-files.ts';
import type { Ledger } from './records/ledger.ts';
import type { OutputGuard } from './records/output-guard.ts';
import type { Target } from './results/target.ts';
import type { ShrinkUsage } from './usage.ts';

type Asked =
  | 'options'
  | 'password'
  | 'withReceipts'
  | 'receiptFolder'
  | 'backup'
  | 'again'
  | 'isDryRun'
  | 'suffix'
  | 'minGain'
  | 'isForced';

/** How each PDF of a run is processed. */
export interface FileRunOptions extends Pick<ShrinkUsage, Asked> {
  readonly documents: Documents;
  /** See `CompressCall`. */
  readonly othersWait?: boolean;
  /** Absent if receipts are not signed. */
  readonly sign?: SignReceipt | undefined;
  /** Maps each PDF to the target of its result. */
  readonly target: (file: FoundFile) => Target;
  /** Null if this run remembers nothing. */
  readonly ledger: Ledger | null;
  /** Decides which files may be overwritten. */
  readonly outputs: OutputGuard;
  readonly folders: MirroredFolders;
  /** Removes partial files that a crashed run left in a folder. */
  readonly cleanFolder: (folder: string) => Promise<void>;
  /** Called when a result cannot be recorded. */
  readonly onForgotten?: (error: unknown) => void;
  readonly onReport?: (path: string, report: CompressReport) => void;
  readonly signal: AbortSignal;
}
