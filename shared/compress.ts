import { PdfError } from './errors.ts';
import { isSmaller } from './guarantees.ts';
import type { CompressOptions } from './options.ts';
import { createWork } from './passes/run-job.ts';
import { type Pieces, wholeBytes } from './pdf/byte-source.ts';
import type { Changes } from './pdf/check/changes.ts';
import { firstDifference } from './pdf/check/check.ts';
import type { PdfDocument } from './pdf/document.ts';
import { InputFile } from './pdf/read/input-file.ts';
import { type OpenOptions, openDocument, openOptions } from './pdf/read/open.ts';
import { createProgressMeter, type ProgressMeter } from './progress.ts';
import type { CompressResult } from './report.ts';
import { rewriteToSize } from './run/fit-size.ts';
import type { PiecedResult, ReportDraft } from './run/report-draft.ts';
import { type Rewritten, rewrite } from './run/rewrite.ts';
import type { RunContext, Task } from './run/run.ts';

export type { RunContext } from './run/run.ts';

import { splitDocument } from './split/split-document.ts';
import { DocumentThreads } from './work/document-threads.ts';

/**
 * Heavy entry point. Makes `input` smaller without loss beyond what the options allow. Returns the input byte
 * for byte when nothing is gained or the check fails. The same input and options give the same bytes in every
 * host.
 * @throws PdfError when this document cannot be processed; the signal's reason when it was aborted.
 */
export async function compress(
  input: Uint8Array,
  options: CompressOptions,
  run: RunContext,
): Promise<CompressResult> {
  const { file, ...result } = await compressInPieces(input, options, run);
  return { bytes: result.report.unchanged ? input : wholeBytes(file), ...result };
}

/** The result as pieces, so that a caller can write it piece by piece. Unchanged parts are views into the input. */
export interface CompressedFile extends PiecedResult, Pick<CompressResult, 'parts'> {}

/** Like compress(), but input and output are never both in memory as a whole. */
export async function compressInPieces(
  input: Uint8Array,
  options: CompressOptions,
  run: RunContext,
): Promise<CompressedFile> {
  const onProgress = run.onProgress ?? (() => {});
  const progress = createProgressMeter(onProgress);
  const opening = openOptions(run);
  const threads = new DocumentThreads(run.host, createWork(run.host));
  const file = new InputFile(input, opening);
  let rewritten: Rewritten;
  try {
    const task: Task = { ...run, input: file, options, openOptions: opening, threads, progress };
    rewritten = await (options.targetSize > 0 ? rewriteToSize(task) : rewrite(task));
  } finally {
    threads.close();
  }
  const result = await proved(file, rewritten, opening, progress);
  if (options.splitSize === 0) {
    if (!result.report.unchanged) progress.at('checking', 1, 1);
    return result;
  }
  const parted = await inParts(result, options, opening);
  progress.at('checking', 1, 1);
  return parted;
}

/** Returns the result if it is smaller and passes the check, else the input. */
async function proved(
  input: InputFile,
  rewritten: Rewritten,
  openOptions: OpenOptions,
  progress: ProgressMeter,
): Promise<PiecedResult> {
  if (rewritten.kind === 'kept') return rewritten.result;
  if (!isSmaller(rewritten.output, input.bytes)) return notSmaller(rewritten.draft);
  const { output, changes, draft } = rewritten;
  const difference = await differenceFrom(input, output, changes, openOptions, progress);
  return difference === null ? draft.changed(output) : draft.unchanged('verification-failed', difference);
}

/** Splits the result into files of at most `splitSize` bytes. @throws PdfError `cannot_split` */
async function inParts(
  result: PiecedResult,
  { splitSize, breakSignatures, linearize }: CompressOptions,
  openOptions: OpenOptions,
): Promise<CompressedFile> {
  const parts = await splitDocument(wholeBytes(result.file), splitSize, {
    ...openOptions,
    breakSignatures,
    linearize,
  });
  const told = parts.map(({ bytes: _, ...part }) => part);
  return { ...result, report: { ...result.report, parts: told }, parts };
}

/** Returns the input with the warnings for options that could not take effect. */
function notSmaller(draft: ReportDraft): PiecedResult {
  const hadMetadata = draft.passes.some(({ pass, changed }) => pass === 'metadata' && changed > 0);
  if (draft.images.some(({ grayscaled }) => grayscaled === true)) draft.warn('color-kept');
  return draft.unchanged(hadMetadata ? 'metadata-kept' : undefined);
}

/**
 * Compares the output, parsed from its bytes alone, with the input; returns the difference. The input is
 * parsed again only if it was changed since it was parsed.
 */
async function differenceFrom(
  input: InputFile,
  output: Pieces,
  changes: Changes,
  options: OpenOptions,
  progress: ProgressMeter,
): Promise<string | null> {
  progress.at('checking', 0, 1);
  // Open the input first: this frees the document that the passes worked on.
  const before = await input.open();
  let after: PdfDocument;
  try {
    after = await openDocument(output, options);
  } catch (thrown) {
    if (thrown instanceof PdfError) return `the output cannot be opened: ${thrown.problem.code}`;
    throw thrown;
  }
  if (after.repairs.length > 0) return `the output needs repair: ${after.repairs[0]}`;
  return firstDifference(before, after, changes, {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onProgress: (done, total) => progress.at('checking', done, total),
  });
}
