import type { CompressOptions, PdfProblemCode, TargetReport, Warning } from '../../../shared/index.ts';
import type { LostAttribute } from '../../files/file-attributes.ts';

/** Trouble beside the document's own problems. */
export type FileErrorCode =
  | 'cannot_read'
  | 'cannot_write'
  | 'output_exists' // what is there is not known as a result of ours
  | 'modified_concurrently' // somebody else wrote to it while it was compressed
  | 'hard_linked' // hard links: replacing one of them would part it from the others
  | 'out_of_memory'
  | 'time_limit'
  | 'internal';

/** Pages of a PDF in a file of their own. */
export interface WrittenPart {
  readonly output: string;
  readonly bytes: number;
  /** From 1. */
  readonly firstPage: number;
  readonly lastPage: number;
}

/** What became of one PDF; with `--json` one line. */
export interface FileResult {
  readonly file: string;
  /** `skipped`: an earlier run did it. `refused`: this PDF cannot be compressed. `failed`: a file or this program is to blame. */
  readonly status: 'smaller' | 'unchanged' | 'skipped' | 'refused' | 'failed';
  /** Where the result is; absent where none was written. */
  readonly output?: string;
  /** With `--split`: where the parts are; absent where one file is enough. */
  readonly parts?: readonly WrittenPart[];
  readonly receipt?: string;
  /** What the file had and its smaller self has not, since the system did not permit it; absent where all was kept. */
  readonly lostAttributes?: readonly LostAttribute[];
  /** Results of earlier runs that are still beside the new parts. */
  readonly earlierOutputs?: readonly string[];
  readonly inputSize?: number;
  readonly outputSize?: number;
  readonly warnings?: readonly Warning[];
  /** With `--limit`: why the result is larger; absent where it fits, and of a PDF that was left alone. */
  readonly missed?: MissedLimit;
  readonly problem?: { readonly code: PdfProblemCode | FileErrorCode; readonly detail: string };
}

/** A size that could not be reached. */
export interface MissedLimit {
  readonly requestedSize: number;
  /** The fewest bytes that were reached; absent where nothing was tried, since the file is larger without any image. */
  readonly minSize?: number;
  readonly mode: CompressOptions['targetMode'];
}

export function missedOf(
  target: TargetReport | undefined,
  { targetMode: mode }: CompressOptions,
): Pick<FileResult, 'missed'> {
  if (target?.missed === undefined) return {};
  const { requestedSize, missed } = target;
  const least = missed.minSize === undefined ? {} : { minSize: missed.minSize };
  return { missed: { requestedSize, ...least, mode } };
}

export function savedBytes({ inputSize, outputSize }: FileResult): number {
  return inputSize === undefined || outputSize === undefined ? 0 : inputSize - outputSize;
}
