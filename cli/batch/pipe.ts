import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import type { Output } from '../../library/terminal/output.ts';
import { partName, type SplitPart } from '../../shared/index.ts';
import { osPath } from '../files/os-path.ts';
import type { SignReceipt } from '../receipt-signature.ts';
import { describeFileError } from '../text/files.ts';
import type { Compress, Compressed } from './compress-port.ts';
import { FileError } from './file-error.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { endOf } from './one-file.ts';
import type { OutputGuard } from './records/output-guard.ts';
import { type FileResult, missedOf } from './results/file-result.ts';
import { checkReceiptPath, putReceipt, receiptBase } from './results/receipt-file.ts';
import { resultText } from './results/result-text.ts';
import { RunTally } from './results/run-tally.ts';
import type { TimeLimit } from './time-limit.ts';
import type { ShrinkUsage } from './usage.ts';

/** Input and output of a PDF without a file name. */
export interface Pipes {
  read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves when everything has been written. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
}

interface PipeDeps {
  readonly compress: Compress;
  readonly pipes: Pipes;
  readonly output: Output;
  /** Decides which files may be overwritten. */
  readonly outputs: OutputGuard;
  readonly sign: SignReceipt | undefined;
  readonly timeLimit: TimeLimit;
  readonly memoryLimit: MemoryLimit;
  readonly signal: AbortSignal;
}

/** Compresses one PDF from or to a pipe. Messages go to the stream that the PDF does not use. */
export async function shrinkPipe(
  usage: ShrinkUsage,
  read: Pipes['read'],
  { compress, pipes, output, outputs, sign, timeLimit, memoryLimit, signal }: PipeDeps,
): Promise<ExitCode> {
  const file = usage.paths[0]!;
  const toPipe = usage.output === undefined || usage.output === '-';
  const say = (result: FileResult, isFailure: boolean) => {
    const text = usage.json ? `${JSON.stringify(result)}\n` : resultText(result);
    if (toPipe || isFailure) output.err(text);
    else output.out(text);
  };
  const path = toPipe ? undefined : usage.output;
  let input: Uint8Array<ArrayBuffer>;
  try {
    if (path !== undefined && !usage.isDryRun) {
      // The number of parts is not known yet.
      if (usage.options.splitSize === 0) await outputs.check(path, '-');
      if (usage.withReceipts)
        await checkReceiptPath(receiptBase(path, basename(path), usage.receiptFolder), usage.isForced);
    }
    input = await read(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileError) output.err(`${file}: ${error.code}: ${error.message}\n`);
    else output.err(`Cannot read ${file}: ${describeFileError(error)}.\n`);
    return EXIT.IO_ERROR;
  }
  const inputSize = input.length;
  let result: Compressed;
  try {
    const { options, password, withReceipts: withReceipt } = usage;
    result = await timeLimit.within(signal, (timed) =>
      memoryLimit.within(timed, inputSize, (limited) =>
        compress(input, { options, password, withReceipt, signal: limited, onProgress() {} }),
      ),
    );
  } catch (error) {
    signal.throwIfAborted();
    const end = endOf(error);
    if (end.problem?.code === 'internal') throw error;
    const refused = { file, inputSize, ...end };
    say(refused, true);
    return RunTally.of([refused]).exitCode;
  }
  const { parts = [] } = result;
  try {
    if (usage.isDryRun) {
      // A dry run writes nothing.
    } else if (path === undefined) await pipes.write(result.pieces);
    else {
      const files = parts.length > 1 ? parts.map(({ bytes }) => [bytes]) : [result.pieces];
      const names = files.map((_, index) => partName(path, index + 1, files.length));
      for (const name of names) await outputs.check(name, '-');
      const replaced: string[] = [];
      for (const [index, data] of files.entries()) {
        const written = await outputs.write({ path: names[index]!, data, source: '-' });
        if (written.replaced !== undefined) replaced.push(written.replaced);
      }
      const { receipt } = result;
      if (receipt !== undefined) {
        if (usage.receiptFolder !== undefined) await mkdir(osPath(usage.receiptFolder), { recursive: true });
        const beside = receiptBase(path, basename(path), usage.receiptFolder);
        await putReceipt({ output: beside, receipt, replaced, isForced: usage.isForced, sign });
      }
    }
  } catch (error) {
    // An error of standard output is reported in one place for all commands.
    if (error instanceof FileError) output.err(`${file}: ${error.code}: ${error.message}\n`);
    else if (path !== undefined) output.err(`Cannot write ${path}: ${describeFileError(error)}.\n`);
    return EXIT.IO_ERROR;
  }
  const { unchanged, warnings, target } = result.report;
  const done: FileResult = {
    file,
    status: unchanged ? 'unchanged' : 'smaller',
    ...(path === undefined ? {} : placeOf(path, parts)),
    inputSize,
    outputSize: result.report.outputSize,
    warnings,
    ...missedOf(target, usage.options),
  };
  say(done, false);
  return RunTally.of([done]).exitCode;
}

/** Paths of the result, or of its parts. */
function placeOf(path: string, parts: readonly SplitPart[]): Pick<FileResult, 'output' | 'parts'> {
  if (parts.length < 2) return { output: path };
  return {
    parts: parts.map(({ bytes, firstPage, lastPage }, index) => ({
      output: partName(path, index + 1, parts.length),
      bytes: bytes.length,
      firstPage,
      lastPage,
    })),
  };
}
