import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { type CompressResult, PRESETS, type Progress, type Receipt } from '../../shared/index.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { RESULT_SCHEMA } from '../batch/results/result-schema.ts';
import { type ShrinkDeps, shrinkCommand } from '../batch/shrink-command.ts';
import type { Compress } from '../documents/compress-port.ts';
import { printedBy } from './printed.ts';

const host = createNodeHost();
/** A small PDF and the command's result for it. */
export let pdf: Uint8Array;
export let small: Uint8Array;
/** Created anew for each test. */
export let folder: string;

/** Provides `pdf`, `small` and a folder for the tests of a file. */
export function withShrinkFolder(): void {
  beforeAll(async () => {
    pdf = await smallPdf();
    small = (await compress(pdf, PRESETS.balanced, { host })).bytes;
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagelight-shrink-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
}

export const here = (...names: readonly string[]) => join(folder, ...names);

/** Writes files below the folder. */
export async function put(files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(here(name), '..'), { recursive: true });
    await writeFile(here(name), bytes);
  }
}

/** All files below the folder, except records. */
export async function tree(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.state'))
    .sort();
}

interface Made {
  readonly result: CompressResult;
  readonly receipt: Receipt | undefined;
  readonly progress: readonly Progress[];
}

/** Results by input and options: most tests compress the same few files, and ask what a command makes of the results. */
const results = new Map<string, Promise<Made>>();

async function make(
  input: Uint8Array,
  { options, password, withReceipt }: Parameters<Compress>[1],
): Promise<Made> {
  const progress: Progress[] = [];
  const onProgress = (step: Progress) => void progress.push(step);
  const run = { host, onProgress, ...(password === undefined ? {} : { password }) };
  const result = await compress(input, options, run);
  return { result, receipt: withReceipt ? await issueReceipt(input, result, run) : undefined, progress };
}

export const core: Compress = async (input, call) => {
  const digest = createHash('sha256').update(input).digest('hex');
  const key = JSON.stringify([digest, call.options, call.password, call.withReceipt]);
  const made = results.get(key) ?? make(input, call);
  results.set(key, made);
  const { result, receipt, progress } = await made;
  for (const step of progress) call.onProgress(step);
  // Split at an arbitrary point: the pieces must be written in order.
  const pieces = [result.bytes.subarray(0, 100), result.bytes.subarray(100)];
  return structuredClone({ ...result, pieces, ...(receipt === undefined ? {} : { receipt }) });
};

/** Runs the command in this process; `compressed` counts the PDFs it worked on. */
export async function run(
  args: readonly string[],
  deps: Partial<ShrinkDeps> & { readonly core?: Compress } = {},
) {
  const piped: Uint8Array[] = [];
  const used = vi.fn(deps.core ?? core);
  const printed = await printedBy((output) =>
    shrinkCommand(args, {
      open: () => ({ compress: used, prepare() {}, close() {} }),
      lanes: 2,
      pipes: {
        read: async () => new Uint8Array(pdf),
        write: async (pieces) => void piped.push(Buffer.concat(pieces)),
      },
      output,
      terminal: { write() {} },
      now: () => 0,
      env: {},
      stateFolder: here('.state'),
      signal: new AbortController().signal,
      ...deps,
    }),
  );
  return { ...printed, piped, compressed: used.mock.calls.length };
}

/** The lines of `--json`, each as the published schema says. */
export const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const value = JSON.parse(line);
      RESULT_SCHEMA.parse(value);
      return value;
    });
