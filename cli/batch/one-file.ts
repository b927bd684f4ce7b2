import { stat } from 'node:fs/promises';
import { lightName } from '../../library/node/light-name.ts';
import type { Progress } from '../../shared/index.ts';
import { failureOf } from '../documents/documents.ts';
import { withFile } from '../files/file-error.ts';
import { osPath } from '../files/os-path.ts';
import { readBytes } from '../files/read-bytes.ts';
import { hardLinked } from '../files/replace-file.ts';
import { problemText } from '../text/problems.ts';
import { whatStayed } from '../text/what-stayed.ts';
import type { FileRunOptions } from './file-run-options.ts';
import type { FoundFile } from './inputs/find-files.ts';
import { isWorthwhile } from './min-gain.ts';
import { doneEntry, refusedEntry, targetPath } from './records/done-before.ts';
import type { LedgerEntry } from './records/ledger-line.ts';
import { type FileResult, missedOf } from './results/file-result.ts';
import { checkPlace, checkResult, putResult } from './results/put-result.ts';
import type { Target } from './results/target.ts';

/**
 * Refuses a PDF that cannot be replaced, without waiting for a lane: a backup of snapshots has a million of them.
 * Returns null if it must be compressed.
 */
export function refusalInPlace({ path, bytes, links }: FoundFile, target: Target): FileResult | null {
  if (target.kind !== 'in-place' || links === 1) return null;
  return { file: path, inputSize: bytes, ...endOf(hardLinked()) };
}

/**
 * Compresses one PDF and writes the result. Every outcome is returned; only an abort is thrown, and `MemoryLimitReached`
 * if another PDF may be the cause.
 *
 * @param onProgress progress of this PDF alone
 */
export async function shrinkFile(
  file: FoundFile,
  treatment: FileRunOptions,
  onProgress: (progress: Progress) => void,
): Promise<FileResult> {
  try {
    return await shrunk(file, treatment, onProgress);
  } catch (thrown) {
    treatment.signal.throwIfAborted();
    const end = endOf(thrown, file.path);
    if (end.status === 'refused') rememberRefusal(file, end, treatment);
    return { file: file.path, inputSize: file.bytes, ...end };
  }
}

async function shrunk(
  file: FoundFile,
  treatment: FileRunOptions,
  onProgress: (progress: Progress) => void,
): Promise<FileResult> {
  const { path } = file;
  const target = treatment.target(file);
  const before = await withFile('cannot_read', path, () => stat(osPath(path)));
  // It may have got another name since.
  if (target.kind === 'in-place' && before.nlink > 1) throw hardLinked();
  await checkPlace({ file, target }, treatment);

  const input = await withFile('cannot_read', path, () => readBytes(path));
  const backedUp = treatment.backup === undefined ? undefined : new Uint8Array(input);
  const inputSize = input.length;
  const result = await treatment.documents.compress(input, {
    options: treatment.options,
    password: treatment.password,
    withReceipt: treatment.withReceipts,
    othersWait: treatment.othersWait,
    signal: treatment.signal,
    onProgress,
  });
  treatment.signal.throwIfAborted();
  treatment.onReport?.(path, result.report);
  const { unchanged, outputSize } = result.report;
  const stayed = whatStayed(result.report);
  const told = {
    warnings: result.report.warnings,
    ...missedOf(result.report.target, treatment.options),
    ...(stayed === null ? {} : { stayed }),
  };
  const status = unchanged ? 'unchanged' : 'smaller';
  // Another user or machine may have made its result before.
  if (!unchanged) await treatment.outputs.recognize(lightName(path, treatment.suffix), path, result.pieces);
  if (target.kind === 'in-place' && !unchanged && !isWorthwhile(inputSize, outputSize, treatment.minGain)) {
    const kept = { path, before, target, output: path, outputSize: inputSize, mtimeMs: undefined };
    if (!treatment.isDryRun) remember(doneEntry(kept), target, treatment);
    return { file: path, status: 'unchanged', output: path, inputSize, outputSize: inputSize, ...told };
  }
  if (treatment.isDryRun) await checkResult(result, { file, target }, treatment);
  if (treatment.isDryRun) return { file: path, status, inputSize, outputSize, ...told };
  const { mtimeMs, ...put } = await putResult(result, { file, before, target, backedUp }, treatment);
  // Last, so that the ledger names only files that exist.
  remember(doneEntry({ path, before, target, outputSize, mtimeMs, ...put }), target, treatment);
  return { file: path, status, ...put, inputSize, outputSize, ...told };
}

/** A failure to record a result does not fail the run. */
function remember(
  entry: LedgerEntry | null,
  target: Target,
  { ledger, onForgotten }: Pick<FileRunOptions, 'ledger' | 'onForgotten'>,
): void {
  if (ledger === null || entry === null) return;
  try {
    ledger.add(entry, targetPath(target));
  } catch (error) {
    onForgotten?.(error);
  }
}

function rememberRefusal(file: FoundFile, end: Pick<FileResult, 'problem'>, treatment: FileRunOptions): void {
  const isLocked = end.problem?.code === 'encrypted_pdf' && treatment.password !== undefined;
  remember(refusedEntry(file, end, isLocked), treatment.target(file), treatment);
}

/** Returns the outcome for a PDF whose work threw an error. @throws MemoryLimitReached if another PDF may be the cause */
export function endOf(thrown: unknown, path?: string): Pick<FileResult, 'status' | 'problem'> {
  const end = failureOf(thrown, path);
  if (end.status === 'failed') return end;
  const { code } = end.problem;
  return { status: 'refused', problem: { code, detail: problemText(end.problem) } };
}
