import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pdfProblemDetail } from '../../library/node/pdf-problem-texts.ts';
import {
  type CompressOptions,
  type CompressReport,
  type Progress,
  partName,
  problemOf,
} from '../../shared/index.ts';
import { osPath } from '../files/os-path.ts';
import { describeFileError } from '../text/files.ts';
import { writeFileAtomic } from '../write-file-atomic.ts';
import type { Compress, Compressed } from './compress-port.ts';
import { doneEntry, refusedEntry, targetPath } from './done-before.ts';
import type { FileErrorCode, FileResult, WrittenPart } from './file-result.ts';
import type { FoundFile } from './find-files.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { isWorthwhile, type MinGain } from './min-gain.ts';
import type { Target } from './target.ts';
import { type TimeLimit, TimeLimitReached } from './time-limit.ts';

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
  /** What must be saved for a PDF to be replaced by its smaller one. */
  readonly minGain: MinGain;
  readonly timeLimit: TimeLimit;
  /** Takes away what an ended run left half written in a folder. */
  readonly cleanFolder: (folder: string) => Promise<void>;
  /** Hears when what was done cannot be remembered. */
  readonly onForgotten?: (error: unknown) => void;
  /** Hears what was done to each PDF. */
  readonly onReport?: (path: string, report: CompressReport) => void;
  readonly signal: AbortSignal;
}

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
    const end = endOf(thrown);
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
  const before = await asked('cannot_read', path, () => stat(osPath(path)));
  if (target.kind === 'in-place' && before.nlink > 1)
    throw new FileError('hard_linked', 'it has other names (hard links), from which it would be parted');

  const input = plainBytes(await asked('cannot_read', path, () => readFile(osPath(path))));
  const original = treatment.backup === undefined ? undefined : new Uint8Array(input);
  const inputSize = input.length;
  const result = await treatment.timeLimit.within(treatment.signal, (signal) =>
    treatment.compress(input, {
      options: treatment.options,
      password: treatment.password,
      withReceipt: treatment.withReceipt,
      signal,
      onProgress,
    }),
  );
  treatment.signal.throwIfAborted();
  treatment.onReport?.(path, result.report);
  const { warnings, outputSize } = result.report;
  const isKept = target.kind === 'in-place' && !isWorthwhile(inputSize, outputSize, treatment.minGain);
  const written = isKept
    ? keepAsItIs(file, target, treatment)
    : await put(result, { file, before, target, original }, treatment);
  const unchanged = result.report.unchanged || isKept;
  return {
    file: path,
    status: unchanged ? 'unchanged' : 'smaller',
    ...written,
    inputSize,
    outputSize: isKept ? inputSize : outputSize,
    warnings,
  };
}

/** Too little would be gained for a file to be replaced. */
function keepAsItIs(file: FoundFile, target: Target, treatment: FileRunOptions): Pick<FileResult, 'output'> {
  const { path, bytes } = file;
  remember(doneEntry(path, target, { output: path, bytes, firstPage: 1, lastPage: 1 }), target, treatment);
  return { output: path };
}

interface Place {
  readonly file: FoundFile;
  /** As the file was when it was read. */
  readonly before: FileState;
  readonly target: Target;
  readonly original: Uint8Array | undefined;
}

interface FileState {
  readonly size: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

/** Writes the result, then its receipt, then remembers it: in this order, so that what is remembered is there. */
async function put(
  result: Compressed,
  { file, before, target, original }: Place,
  treatment: FileRunOptions,
): Promise<Pick<FileResult, 'output' | 'parts' | 'receipt'>> {
  if (target.kind === 'none') return {};
  const { path } = file;
  const { backup } = treatment;
  const output = target.kind === 'in-place' ? path : target.path;
  const isWritten = target.kind === 'file' || !result.report.unchanged;
  if (target.kind === 'in-place' && isWritten) {
    const now = await asked('cannot_read', path, () => stat(osPath(path)));
    if (now.size !== before.size || now.mtimeMs !== before.mtimeMs)
      throw new FileError('modified_concurrently', 'it was changed while it was being compressed');
    if (backup !== undefined && original !== undefined)
      await keep(join(backup, file.place), original, before, treatment.cleanFolder);
  }
  const parts = partsOf(output, result);
  if (isWritten) {
    await asked('cannot_write', output, async () => {
      await mkdir(osPath(dirname(output)), { recursive: true });
      await treatment.cleanFolder(dirname(output));
      for (const part of parts)
        await writeFileAtomic(part.output, part.data, target.kind === 'in-place' ? { times: before } : {});
    });
  }
  const receipt = await putReceipt(output, result);
  remember(doneEntry(path, target, parts[0]!), target, treatment);
  const written = parts.map(({ data: _, ...part }) => part);
  return {
    ...(parts.length > 1 ? { parts: written } : { output }),
    ...(receipt === undefined ? {} : { receipt }),
  };
}

/** The files that a result is: one, or its parts. */
function partsOf(
  output: string,
  { pieces, report, parts }: Compressed,
): readonly (WrittenPart & { readonly data: readonly Uint8Array[] })[] {
  if (parts === undefined)
    return [
      { output, bytes: report.outputSize, firstPage: 1, lastPage: report.document.pages, data: pieces },
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

async function putReceipt(output: string, { receipt }: Compressed): Promise<string | undefined> {
  if (receipt === undefined) return undefined;
  const path = `${output.replace(/\.pdf$/i, '')}.receipt.json`;
  const bytes = new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`);
  await asked('cannot_write', path, () => writeFileAtomic(path, bytes));
  return path;
}

/** An original is kept once: a file that is there already and differs is not written over. */
async function keep(
  path: string,
  original: Uint8Array,
  times: FileState,
  cleanFolder: FileRunOptions['cleanFolder'],
): Promise<void> {
  await cleanFolder(dirname(path));
  const there = await readFile(osPath(path)).catch(() => null);
  if (there !== null && Buffer.compare(there, original) === 0) return;
  if (there !== null) throw new FileError('cannot_write', `${path} is there already and differs`);
  await asked('cannot_write', path, async () => {
    await mkdir(osPath(dirname(path)), { recursive: true });
    await writeFileAtomic(path, original, { times });
  });
}

/** A run that cannot remember is a run all the same. */
function remember(
  entry: LedgerEntry | null,
  target: Target,
  { ledger, onForgotten }: Pick<FileRunOptions, 'ledger' | 'onForgotten'>,
): void {
  if (ledger === null || entry === null || target.kind === 'none') return;
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
  if (thrown instanceof TimeLimitReached)
    return {
      status: 'failed',
      problem: { code: 'time_limit', detail: 'it takes longer than one PDF may: see --timeout' },
    };
  const code = thrown instanceof FileError ? thrown.code : isHunger ? 'out_of_memory' : 'internal';
  return { status: 'failed', problem: { code, detail } };
}
