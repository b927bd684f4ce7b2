import { warningText } from '../library/node/warning-texts.ts';
import type { CompressedFile } from '../shared/compress.ts';
import {
  type CompressOptions,
  type CompressReport,
  type CompressResult,
  type Host,
  partName,
  type Receipt,
} from '../shared/index.ts';
import { wholeBytes } from '../shared/pdf/byte-source.ts';
import type { RunContext } from '../shared/run/run.ts';
import { COMPRESS_SPEC } from './flags/command-specs.ts';
import { flagsOf } from './flags/flag.ts';
import { flagsText } from './flags/help-text.ts';
import { readFlags } from './flags/read-flags.ts';
import { optionsFrom } from './option-flags.ts';
import type { ExitCode, Output } from './terminal/output.ts';
import { describeFileError } from './text/files.ts';
import { withDocumentFile } from './with-document-file.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

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
}

/** `compress IN OUT`: the core on this machine, without a server. */
export async function compressCommand(
  args: readonly string[],
  { compress, issueReceipt, host, output }: CompressCommandDeps,
): Promise<ExitCode> {
  const usage = readUsage(args);
  if (usage === 'help') {
    output.out(COMPRESS_USAGE);
    return 0;
  }
  if ('faults' in usage) {
    output.err(`${usage.faults.join('\n')}\nSee --help.\n`);
    return 2;
  }
  const { inPath, outPath, options, password, receiptPath, json } = usage;

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

  const results = parts?.map(({ bytes }) => [bytes]) ?? [file.pieces];
  const files = results.map((pieces, index) => ({
    path: partName(outPath, index + 1, results.length),
    pieces,
  }));
  if (receiptPath !== undefined) files.push({ path: receiptPath, pieces: [jsonBytes(receipt)] });
  for (const each of files) if (!(await written(each, output))) return 1;
  output.out(json ? `${JSON.stringify(report, null, 2)}\n` : summary(outPath, report));
  return 0;
}

interface FileToWrite {
  readonly path: string;
  readonly pieces: readonly Uint8Array[];
}

async function written({ path, pieces }: FileToWrite, output: Output): Promise<boolean> {
  try {
    await writeFileAtomic(path, pieces);
    return true;
  } catch (error) {
    output.err(`Cannot write ${path}: ${describeFileError(error)}.\n`);
    return false;
  }
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
  readonly json: boolean;
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
    json: flags.has('json'),
  };
}

function summary(outPath: string, report: CompressReport): string {
  const { inputSize, outputSize } = report;
  const result = report.unchanged
    ? `${outPath}: ${inputSize} bytes, unchanged: nothing could be saved`
    : `${outPath}: ${inputSize} → ${outputSize} bytes (${((outputSize / inputSize - 1) * 100).toFixed(1)} %)`;
  return [result, ...report.warnings.map((warning) => `  ${warningText(warning)}`)].join('\n').concat('\n');
}
