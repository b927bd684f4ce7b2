import { warningText } from '../library/node/warning-texts.ts';
import { EXIT, type ExitCode } from '../library/terminal/exit-code.ts';
import type { Output } from '../library/terminal/output.ts';
import { helped, wrongUsage } from '../library/terminal/usage.ts';
import type { CompressedFile } from '../shared/compress.ts';
import type { CompressOptions, CompressReport, CompressResult, Host, Receipt } from '../shared/index.ts';
import { wholeBytes } from '../shared/pdf/byte-source.ts';
import type { RunContext } from '../shared/run/run.ts';
import { OutputGuard } from './batch/records/output-guard.ts';
import { putBeside } from './batch/results/put-result.ts';
import { FileError, withFile } from './files/file-error.ts';
import { COMPRESS_SPEC } from './flags/command-specs.ts';
import { flagsOf } from './flags/flag.ts';
import { flagsText } from './flags/help-text.ts';
import { readFlags } from './flags/read-flags.ts';
import { optionsFrom } from './option-flags.ts';
import { describeFileError } from './text/files.ts';
import { savedText } from './text/sizes.ts';
import { stayedText, whatStayed } from './text/what-stayed.ts';
import { withDocumentFile } from './with-document-file.ts';
import { realTarget, writeFileAtomic } from './write-file-atomic.ts';

export const COMPRESS_USAGE = `Usage: pagelight compress ${COMPRESS_SPEC.operands}

${COMPRESS_SPEC.says}

${flagsText(COMPRESS_SPEC)}
Exit codes: 0 written (also when nothing could be saved), 1 a file cannot be read or written,
2 wrong usage, 3 this PDF cannot be compressed. Nothing is written unless the code is 0; where the receipt alone cannot
be written, the PDF is, and the code is 1.
`;

export interface CompressCommandDeps {
  readonly compress: (
    input: Uint8Array,
    options: CompressOptions,
    run: RunContext,
  ) => Promise<CompressedFile>;
  readonly issueReceipt: (input: Uint8Array, result: CompressResult, run: RunContext) => Promise<Receipt>;
  readonly host: Host;
  readonly output: Output;
  /** Folder that records which files are results. */
  readonly stateFolder: string;
}

/** Whether a command line is `compress IN OUT`; otherwise it has the operands and options of `pagelight FILE`. */
export function isInOut(args: readonly string[]): boolean {
  const usage = readUsage(args);
  return usage === 'help' || (!('faults' in usage) && usage.inPath !== '-' && usage.outPath !== '-');
}

/** `compress IN OUT`: runs the core on this machine, without a server. */
export async function compressCommand(
  args: readonly string[],
  { compress, issueReceipt, host, output, stateFolder }: CompressCommandDeps,
): Promise<ExitCode> {
  const usage = readUsage(args);
  if (usage === 'help') return helped(output, COMPRESS_USAGE);
  if ('faults' in usage) return wrongUsage(output, usage.faults);
  const { inPath, outPath, options, password, receiptPath, json, isQuiet } = usage;
  const guard = new OutputGuard(stateFolder, { isForced: usage.isForced, paths: [inPath] });
  const isItself = await isSameFile(inPath, outPath);
  try {
    // The number of parts is not known yet.
    const maxBytes = Number.POSITIVE_INFINITY;
    if (!isItself && options.splitSize === 0) await guard.check(outPath, inPath, { maxBytes });
    if (receiptPath !== undefined) await guard.check(receiptPath, inPath, { maxBytes: 0 });
  } catch (error) {
    output.err(`${describeFileError(error)}.\n`);
    return EXIT.IO_ERROR;
  }

  const worked = await withDocumentFile(inPath, output, async (input) => {
    const run = { host, ...(password === undefined ? {} : { password }) };
    const result = await compress(input, options, run);
    if (receiptPath === undefined) return { ...result, receipt: null };
    return {
      ...result,
      receipt: await issueReceipt(input, { bytes: wholeBytes(result.file), ...result }, run),
    };
  });
  if (!worked.ok) return worked.code;
  const { file, report, receipt, parts } = worked.result;

  const original = { path: inPath, stats: worked.stats };
  try {
    if (isItself && parts === undefined)
      await withFile('cannot_write', outPath, () => writeFileAtomic(inPath, file.pieces));
    else {
      const result = { pieces: file.pieces, report, parts };
      await putBeside(result, { output: outPath, source: inPath, original }, guard);
    }
    if (receiptPath !== undefined)
      await guard.write({ path: receiptPath, data: [jsonBytes(receipt)], source: inPath, original });
  } catch (error) {
    if (!(error instanceof FileError)) output.err(`Cannot write ${outPath}: ${describeFileError(error)}.\n`);
    else output.err(`Cannot write${error.path === undefined ? ':' : ''} ${error.message}.\n`);
    return EXIT.IO_ERROR;
  }
  if (json) output.out(`${JSON.stringify(report, null, 2)}\n`);
  else if (!isQuiet) output.out(summary(outPath, report));
  return EXIT.OK;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(realTarget));
  return first === second;
}

function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

interface Usage {
  readonly inPath: string;
  readonly outPath: string;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly receiptPath: string | undefined;
  readonly isForced: boolean;
  readonly json: boolean;
  readonly isQuiet: boolean;
}

function readUsage(args: readonly string[]): Usage | 'help' | { readonly faults: readonly string[] } {
  const { flags, positionals, faults: flagFaults } = readFlags(args, flagsOf(COMPRESS_SPEC));
  if (flags.has('help')) return 'help';

  const faults = [...flagFaults];
  const [inPath, outPath, ...rest] = positionals;
  if (inPath === undefined) faults.push('The PDF to compress is missing.');
  else if (outPath === undefined) faults.push('The name of the result is missing.');
  if (rest.length > 0) faults.push(`Only two files can be named; ${rest.join(', ')} is more than that.`);

  const parsed = optionsFrom(flags);
  if (!parsed.ok) for (const fault of parsed.faults) faults.push(fault);
  if (!parsed.ok || faults.length > 0 || inPath === undefined || outPath === undefined) return { faults };
  return {
    inPath,
    outPath,
    options: parsed.options,
    password: flags.get('password') || process.env.PAGELIGHT_PASSWORD || undefined,
    receiptPath: flags.get('receipt') || undefined,
    isForced: flags.has('force'),
    json: flags.has('json'),
    isQuiet: flags.has('quiet'),
  };
}

function summary(outPath: string, report: CompressReport): string {
  const { inputSize, outputSize } = report;
  const result = report.unchanged
    ? `${outPath}: ${inputSize} bytes, unchanged: nothing could be saved`
    : `${outPath}: ${inputSize} → ${outputSize} bytes (${savedText(inputSize, outputSize)})`;
  const stayed = whatStayed(report);
  const remarks = [...report.warnings.map(warningText), ...(stayed === null ? [] : [stayedText(stayed)])];
  return [result, ...remarks.map((remark) => `  ${remark}`)].join('\n').concat('\n');
}
