import { warningText } from '../library/node/warning-texts.ts';
import type { CompressedFile } from '../shared/compress.ts';
import {
  type CompressOptions,
  type CompressReport,
  type CompressResult,
  DEFAULT_PRESET,
  type Host,
  PRESETS,
  partName,
  type Receipt,
} from '../shared/index.ts';
import { wholeBytes } from '../shared/pdf/byte-source.ts';
import type { RunContext } from '../shared/run/run.ts';
import { OPTION_FLAG_KINDS, optionsFrom } from './option-flags.ts';
import { type FlagKind, parseFlags } from './terminal/flags.ts';
import type { ExitCode, Output } from './terminal/output.ts';
import { describeFileError } from './text/files.ts';
import { withDocumentFile } from './with-document-file.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

export const COMPRESS_USAGE = `Usage: pagelight compress IN.pdf OUT.pdf [options]

Makes a PDF smaller and writes the result to OUT.pdf, which may be IN.pdf itself.

  --preset X            balanced (default), small, sharp, lossless; or api, the defaults of the HTTP API
  --quality N           image quality, 1-100; higher is better and larger (${PRESETS[DEFAULT_PRESET].quality})
  --max-dimension N     largest width or height of an image, in pixels (${PRESETS[DEFAULT_PRESET].maxDimension})
  --max-dpi N           largest resolution of an image at the size it is drawn (0: any); one bit a pixel keeps 600
  --min-dpi N           never shrink an image below this resolution; 150 keeps scans readable (${PRESETS[DEFAULT_PRESET].minDpi})
  --no-strip-metadata   keep EXIF and all other metadata
  --no-convert-to-jpeg  images keep their kind of compression
  --grayscale           make images gray; text and drawings keep their colors
  --round-coordinates   round coordinates of text and drawings, by 0.002 points at most
  --no-jbig2-symbols    black-and-white pages as JBIG2 generic regions only, for rules such as BSI TR-03138
  --bilevel near        black-and-white scans: move pixels on the edges of letters, at most six together, so
                        that pages get smaller; see docs/near-lossless.md (exact)
  --mrc auto            on scanned pages keep text as sharp shapes over a softer picture of the paper, where
                        that is clearly smaller: compare first (off)
  --target-size N       bytes the file should fit into, such as 500000, 200KB or 2MB (0: any); the other
                        options are the most that images get, quality 20 and 72 dpi the least; what
                        cannot be made to fit is as without a size
  --split-size N        give the result in parts of at most N bytes, as OUT-1of3.pdf and so on (0: one PDF)
  --crop-hidden         remove what no page shows of pictures, outside of crop boxes and rectangular clips
  --remove-attachments  remove embedded files
  --break-signatures    compress a signed PDF, although that breaks its signatures
  --password X          password that opens the PDF
  --receipt FILE        write a receipt as JSON: digests, options, what was found equal; see verify --help
  --json                print the report as JSON, with what was done to each image and font
  --help                print this

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
  const known: Record<string, FlagKind> = {
    ...OPTION_FLAG_KINDS,
    password: 'value',
    receipt: 'value',
    json: 'switch',
    help: 'switch',
  };
  const { flags, positionals, faults: flagFaults } = parseFlags(args, known);
  if (flags.has('help')) return 'help';

  const faults = [...flagFaults];
  const [inPath, outPath, ...rest] = positionals;
  if (inPath === undefined) faults.push('The PDF to compress is missing.');
  else if (outPath === undefined) faults.push('The name of the result is missing.');
  if (rest.length > 0) faults.push(`Only two files can be named; ${rest.join(', ')} is more than that.`);

  const parsed = optionsFrom(flags);
  if (!parsed.ok) faults.push(...parsed.faults);
  if (!parsed.ok || faults.length > 0 || inPath === undefined || outPath === undefined) return { faults };
  return {
    inPath,
    outPath,
    options: parsed.options,
    password: flags.get('password') || undefined,
    receiptPath: flags.get('receipt') || undefined,
    json: flags.has('json'),
  };
}

function summary(outPath: string, report: CompressReport): string {
  const { inputBytes, outputBytes } = report;
  const result = report.unchanged
    ? `${outPath}: ${inputBytes} bytes, unchanged: nothing could be saved`
    : `${outPath}: ${inputBytes} → ${outputBytes} bytes (${((outputBytes / inputBytes - 1) * 100).toFixed(1)} %)`;
  return [result, ...report.warnings.map((warning) => `  ${warningText(warning)}`)].join('\n').concat('\n');
}
