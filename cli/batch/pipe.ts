import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import type { Output } from '../../library/terminal/output.ts';
import type { Compressed } from '../documents/compress-port.ts';
import type { Documents } from '../documents/documents.ts';
import { FileError } from '../files/file-error.ts';
import { osPath } from '../files/os-path.ts';
import type { SignReceipt } from '../receipt-signature.ts';
import { describeFileError } from '../text/files.ts';
import { endOf } from './one-file.ts';
import type { OutputGuard } from './records/output-guard.ts';
import { type FileResult, missedOf } from './results/file-result.ts';
import { checkOutputs, placesOf, putBeside } from './results/put-result.ts';
import { checkReceiptPath, putReceipt, receiptBase } from './results/receipt-file.ts';
import { resultText } from './results/result-text.ts';
import { RunTally } from './results/run-tally.ts';
import type { ShrinkUsage } from './usage.ts';

/** Input and output of a PDF without a file name. */
export interface Pipes {
  read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves when everything has been written. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
}

interface PipeDeps {
  readonly documents: Documents;
  readonly pipes: Pipes;
  readonly output: Output;
  /** Decides which files may be overwritten. */
  readonly outputs: OutputGuard;
  readonly sign: SignReceipt | undefined;
  readonly signal: AbortSignal;
}

/** Compresses one PDF from or to a pipe. Messages go to the stream that the PDF does not use. */
export async function shrinkPipe(usage: ShrinkUsage, read: Pipes['read'], deps: PipeDeps): Promise<ExitCode> {
  const { output, signal } = deps;
  const file = usage.paths[0]!;
  const path = usage.output === '-' ? undefined : usage.output;
  const say = (result: FileResult, isFailure: boolean) => {
    const text = usage.json ? `${JSON.stringify(result)}\n` : resultText(result);
    if (path === undefined || isFailure) output.err(text);
    else output.out(text);
  };
  const sayError = (error: unknown, what: string) => {
    if (error instanceof FileError) output.err(`${file}: ${error.code}: ${error.message}\n`);
    else output.err(`Cannot ${what}: ${describeFileError(error)}.\n`);
  };
  let input: Uint8Array<ArrayBuffer>;
  try {
    if (path !== undefined && !usage.isDryRun) await checkOutput(usage, path, deps);
    input = await read(signal);
  } catch (error) {
    signal.throwIfAborted();
    sayError(error, `read ${file}`);
    return EXIT.IO_ERROR;
  }
  const inputSize = input.length;
  let result: Compressed;
  try {
    const { options, password, withReceipts: withReceipt } = usage;
    result = await deps.documents.compress(input, {
      options,
      password,
      withReceipt,
      signal,
      onProgress() {},
    });
  } catch (error) {
    signal.throwIfAborted();
    const end = endOf(error);
    if (end.problem?.code === 'internal') throw error;
    const refused = { file, inputSize, ...end };
    say(refused, true);
    return RunTally.of([refused]).exitCode;
  }
  try {
    if (usage.isDryRun) {
      // A dry run writes nothing.
    } else if (path === undefined) await deps.pipes.write(result.pieces);
    else await writeFiles(usage, path, result, deps);
  } catch (error) {
    // An error of standard output is reported in one place for all commands.
    if (path !== undefined || error instanceof FileError) sayError(error, `write ${path}`);
    return EXIT.IO_ERROR;
  }
  const { unchanged, warnings, target, outputSize } = result.report;
  const done: FileResult = {
    file,
    status: unchanged ? 'unchanged' : 'smaller',
    ...(path === undefined ? {} : placesOf(path, result)),
    inputSize,
    outputSize,
    warnings,
    ...missedOf(target, usage.options),
  };
  say(done, false);
  return RunTally.of([done]).exitCode;
}

/** @throws FileError if a file is in the way */
async function checkOutput(usage: ShrinkUsage, path: string, { outputs }: PipeDeps): Promise<void> {
  // The number of parts is not known yet.
  if (usage.options.splitSize === 0) await outputs.check(path, '-', { maxBytes: Number.POSITIVE_INFINITY });
  if (usage.withReceipts)
    await checkReceiptPath(receiptBase(path, basename(path), usage.receiptFolder), usage.isForced);
}

/** Writes the result or its parts, and the receipt. */
async function writeFiles(
  usage: ShrinkUsage,
  path: string,
  result: Compressed,
  { outputs, sign }: PipeDeps,
): Promise<void> {
  const made = { output: path, source: '-' };
  await checkOutputs(result, made, outputs);
  const { replaced } = await putBeside(result, made, outputs);
  const { receipt } = result;
  if (receipt === undefined) return;
  if (usage.receiptFolder !== undefined) await mkdir(osPath(usage.receiptFolder), { recursive: true });
  const beside = receiptBase(path, basename(path), usage.receiptFolder);
  await putReceipt({ output: beside, receipt, replaced, isForced: usage.isForced, sign });
}
