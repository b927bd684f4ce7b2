import type { Stats } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import {
  type CompressOptions,
  type CompressReport,
  type Progress,
  partName,
  problemOf,
} from '../../shared/index.ts';
import type { AttributeSource, LostAttribute } from '../files/file-attributes.ts';
import { describeFileError } from '../text/files.ts';
import { removeStaleTempFiles, writeFileAtomic } from '../write-file-atomic.ts';
import type { Compress, Compressed } from './compress-port.ts';
import type { FileErrorCode, FileResult, WrittenPart } from './file-result.ts';
import type { FoundFile } from './find-files.ts';
import type { Ledger } from './ledger.ts';

/** What is done with each PDF of a run. */
export interface FileRunOptions {
  readonly compress: Compress;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly withReceipt: boolean;
  /** Where results go: nowhere, onto the PDF, or to a path. */
  readonly target: (file: FoundFile) => Target;
  /** Keeps originals, with their place in the tree. */
  readonly backup: string | undefined;
  /** Null where nothing is remembered. */
  readonly ledger: Ledger | null;
  readonly again: boolean;
  /** Hears what was done to each PDF. */
  readonly onReport?: (path: string, report: CompressReport) => void;
  readonly signal: AbortSignal;
}

export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'in-place' }
  | { readonly kind: 'file'; readonly path: string };

/** Trouble with a file, and not with the document in it. */
class FileError extends Error {
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Makes one PDF smaller and puts the result where it belongs. Every end is a result; only an abort is thrown.
 *
 * @param onProgress told of this PDF alone
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
    return { file: file.path, inputBytes: file.bytes, ...endOf(thrown) };
  }
}

async function shrunk(
  file: FoundFile,
  treatment: FileRunOptions,
  onProgress: (progress: Progress) => void,
): Promise<FileResult> {
  const { path } = file;
  const target = treatment.target(file);
  const before = await asked('cannot_read', path, () => stat(path));
  if (!treatment.again && (await isDone(path, before, target, treatment.ledger)))
    return { file: path, status: 'done-before', inputBytes: before.size };
  if (target.kind === 'in-place' && before.nlink > 1)
    throw new FileError('other_names', 'it has other names (hard links), from which it would be parted');

  const input = plainBytes(await asked('cannot_read', path, () => readFile(path)));
  const backedUp = treatment.backup === undefined ? undefined : new Uint8Array(input);
  const inputBytes = input.length;
  const result = await treatment.compress(input, {
    options: treatment.options,
    password: treatment.password,
    withReceipt: treatment.withReceipt,
    signal: treatment.signal,
    onProgress,
  });
  treatment.signal.throwIfAborted();
  treatment.onReport?.(path, result.report);
  const written = await put(result, { file, before, target, backedUp }, treatment);
  const { unchanged, warnings } = result.report;
  return {
    file: path,
    status: unchanged ? 'unchanged' : 'smaller',
    ...written,
    inputBytes,
    outputBytes: result.report.outputBytes,
    warnings,
  };
}

interface Place {
  readonly file: FoundFile;
  /** As the file was when it was read. */
  readonly before: Stats;
  readonly target: Target;
  /** What the file held, where that is to be kept. */
  readonly backedUp: Uint8Array | undefined;
}

/** Writes the result, then its receipt, then remembers it: in this order, so that what is remembered is there. */
async function put(
  result: Compressed,
  { file, before, target, backedUp }: Place,
  { backup, ledger }: FileRunOptions,
): Promise<Pick<FileResult, 'output' | 'parts' | 'receipt' | 'lostAttributes'>> {
  if (target.kind === 'none') return {};
  const { path } = file;
  const original = { path, stats: before };
  const output = target.kind === 'in-place' ? path : target.path;
  const isWritten = target.kind === 'file' || !result.report.unchanged;
  if (target.kind === 'in-place' && isWritten) {
    const now = await asked('cannot_read', path, () => stat(path));
    if (now.size !== before.size || now.mtimeMs !== before.mtimeMs)
      throw new FileError('changed_meanwhile', 'it was changed while it was being compressed');
    if (backup !== undefined && backedUp !== undefined)
      await keep(join(backup, file.place), backedUp, original);
  }
  const parts = partsOf(output, result);
  const lost: LostAttribute[] = [];
  const how = target.kind === 'in-place' ? { times: before } : { original };
  if (isWritten) {
    await asked('cannot_write', output, async () => {
      await mkdir(dirname(output), { recursive: true });
      await removeStaleTempFiles(dirname(output));
      for (const part of parts) lost.push(...(await writeFileAtomic(part.output, part.data, how)));
    });
  }
  const receipt = await putReceipt(output, result, original);
  await remember(ledger, path, target, parts[0]!);
  const written = parts.map(({ data: _, ...part }) => part);
  return {
    ...(parts.length > 1 ? { parts: written } : { output }),
    ...(receipt === undefined ? {} : { receipt }),
    ...(lost.length === 0 ? {} : { lostAttributes: [...new Set(lost)] }),
  };
}

/** The files that a result is: one, or its parts. */
function partsOf(
  output: string,
  { pieces, report, parts }: Compressed,
): readonly (WrittenPart & { readonly data: readonly Uint8Array[] })[] {
  if (parts === undefined)
    return [
      { output, bytes: report.outputBytes, firstPage: 1, lastPage: report.document.pages, data: pieces },
    ];
  return parts.map(({ bytes, firstPage, lastPage }, index) => ({
    output: partName(output, index + 1, parts.length),
    bytes: bytes.length,
    firstPage,
    lastPage,
    data: [bytes],
  }));
}

/** The same memory where it is the file's alone, so that it can be given away; small files share theirs. */
function plainBytes(file: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isOwn = file.length === file.buffer.byteLength;
  return isOwn ? new Uint8Array(file.buffer) : new Uint8Array(file);
}

async function putReceipt(
  output: string,
  { receipt }: Compressed,
  original: AttributeSource,
): Promise<string | undefined> {
  if (receipt === undefined) return undefined;
  const path = `${output.replace(/\.pdf$/i, '')}.receipt.json`;
  const bytes = new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`);
  await asked('cannot_write', path, () => writeFileAtomic(path, bytes, { original }));
  return path;
}

/** An original is kept once: a file that is there already and differs is not written over. */
async function keep(path: string, bytes: Uint8Array, original: AttributeSource): Promise<void> {
  const there = await readFile(path).catch(() => null);
  if (there !== null && Buffer.compare(there, bytes) === 0) return;
  if (there !== null) throw new FileError('cannot_write', `${path} is there already and differs`);
  await asked('cannot_write', path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, bytes, { like: original, times: original.stats, mayReplace: false });
  });
}

async function remember(ledger: Ledger | null, path: string, target: Target, first: WrittenPart) {
  if (ledger === null) return;
  const { size, mtimeMs } = await stat(path);
  const output = target.kind === 'file' ? { path: resolve(first.output), bytes: first.bytes } : undefined;
  // A run that cannot remember is a run all the same.
  try {
    ledger.add({ path: resolve(path), bytes: size, mtimeMs, ...(output === undefined ? {} : { output }) });
  } catch {}
}

async function isDone(
  path: string,
  now: Pick<Stats, 'size' | 'mtimeMs'>,
  target: Target,
  ledger: Ledger | null,
): Promise<boolean> {
  const entry = ledger?.entryOf(resolve(path));
  if (entry === undefined || entry.bytes !== now.size || entry.mtimeMs !== now.mtimeMs) return false;
  if (target.kind !== 'file') return target.kind === 'in-place';
  if (entry.output === undefined || !isResultAt(entry.output.path, resolve(target.path))) return false;
  const output = await stat(entry.output.path).catch(() => undefined);
  return entry.output.bytes === output?.size;
}

/** The result itself, or the first of its parts. */
function isResultAt(path: string, wanted: string): boolean {
  return path === wanted || path.replace(/-1of\d+(?=(\.pdf)?$)/i, '') === wanted;
}

async function asked<T>(code: FileErrorCode, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileError(code, `${path}: ${describeFileError(error)}`);
  }
}

function endOf(thrown: unknown): Pick<FileResult, 'status' | 'problem'> {
  const problem = problemOf(thrown);
  if (problem !== null)
    return { status: 'refused', problem: { code: problem.code, detail: pdfProblemDetail(problem) } };
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  const isHunger = thrown instanceof Error && 'reason' in thrown && thrown.reason === 'out-of-memory';
  const code = thrown instanceof FileError ? thrown.code : isHunger ? 'out_of_memory' : 'internal';
  return { status: 'failed', problem: { code, detail } };
}
