import type { CompressOptions, PdfProblemCode, Warning } from '../../../shared/index.ts';
import type { TargetReport } from '../../../shared/report.ts';
import type { LostAttribute } from '../../files/file-attributes.ts';
import type { FileErrorCode } from '../../files/file-error.ts';
import type { Stayed } from '../../text/what-stayed.ts';

/** A page range of a PDF in a separate file. */
export interface WrittenPart {
  readonly output: string;
  readonly bytes: number;
  /** 1-based. */
  readonly firstPage: number;
  readonly lastPage: number;
}

/** The outcome for one PDF; one line with `--json`. */
export interface FileResult {
  readonly file: string;
  /**
   * `skipped`: an earlier run did it. `refused`: this PDF cannot be compressed. `failed`: caused by a file or this
   * program.
   */
  readonly status: 'smaller' | 'unchanged' | 'skipped' | 'refused' | 'failed';
  /** Path of the result; absent if none was written. */
  readonly output?: string;
  /** Paths of the parts with `--split`; absent if one file is enough. */
  readonly parts?: readonly WrittenPart[];
  readonly receipt?: string;
  /** Attributes that the system did not permit to copy; absent if all were kept. */
  readonly lostAttributes?: readonly LostAttribute[];
  /** Results of earlier runs that remain beside the new parts. */
  readonly earlierOutputs?: readonly string[];
  readonly inputSize?: number;
  readonly outputSize?: number;
  readonly warnings?: readonly Warning[];
  /** Reason why the result is larger than `--limit`; absent if it fits, or if the PDF was left unchanged. */
  readonly missed?: MissedLimit;
  /** The form of scans that was chosen to meet the limit. */
  readonly chosen?: TargetReport['chosen'];
  /** Only if little was saved and one reason explains it. */
  readonly stayed?: Stayed;
  readonly problem?: { readonly code: PdfProblemCode | FileErrorCode; readonly detail: string };
}

/** A size limit that could not be met. */
export interface MissedLimit {
  readonly requestedSize: number;
  /** The smallest size reached; absent if nothing was tried, since the file is larger even without images. */
  readonly minSize?: number;
  readonly mode: CompressOptions['targetMode'];
  /** An option that was not given and meets the limit, with the file size. */
  readonly remedy?: NonNullable<TargetReport['missed']>['remedy'];
}

export function missedOf(
  target: TargetReport | undefined,
  { targetMode: mode }: CompressOptions,
): Pick<FileResult, 'missed' | 'chosen'> {
  if (target?.missed === undefined) return target?.chosen === undefined ? {} : { chosen: target.chosen };
  const { requestedSize, missed } = target;
  const least = missed.minSize === undefined ? {} : { minSize: missed.minSize };
  const remedy = missed.remedy === undefined ? {} : { remedy: missed.remedy };
  return { missed: { requestedSize, ...least, mode, ...remedy } };
}

export function savedBytes({ inputSize, outputSize }: FileResult): number {
  return inputSize === undefined || outputSize === undefined ? 0 : inputSize - outputSize;
}
