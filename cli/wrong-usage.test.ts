import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeHost } from '../library/node/host.ts';
import type { Output } from '../library/terminal/output.ts';
import { shrinkCommand } from './batch/shrink-command.ts';
import { compressCommand } from './compress-command.ts';
import type { Compress } from './documents/compress-port.ts';
import { inspectCommand } from './inspect-command.ts';
import { printedBy } from './testing/printed.ts';
import { verifyCommand } from './verify-command.ts';

/** Fails the test: wrong usage is detected before any work. */
const never = (): never => {
  throw new Error('wrong usage was taken for work');
};
const host = createNodeHost();
let stateFolder: string;
beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'pagelight-wrong-'));
});
afterAll(() => rm(stateFolder, { recursive: true }));

const COMMANDS: Readonly<Record<string, (args: readonly string[], output: Output) => Promise<number>>> = {
  shrink: (args, output) =>
    shrinkCommand(args, {
      open: () => ({ compress: never as Compress, prepare() {}, close() {} }),
      lanes: 1,
      pipes: { read: never, write: never },
      output,
      terminal: { write() {} },
      now: () => 0,
      env: {},
      stateFolder,
      signal: new AbortController().signal,
    }),
  compress: (args, output) =>
    compressCommand(args, { compress: never, issueReceipt: never, host, output, stateFolder }),
  inspect: (args, output) => inspectCommand(args, { inspect: never, output }),
  verify: (args, output) =>
    verifyCommand(args, { verify: never, checkReceipt: never, loadDrawer: never, host, output }),
};

/** Command lines, each with its exit code and message. */
const WRONG: readonly (readonly [line: string, code: number, sentence: string])[] = [
  ['shrink', 2, 'Name at least one PDF or folder, such as: pagelight scan.pdf'],
  ['shrink a --in-place -o b', 2, 'Use only one of'],
  ['shrink a --backup b', 2, '--backup needs --in-place'],
  ['shrink a --in-place --split 1MB', 2, 'replace a PDF'],
  ['shrink - a', 2, '- (standard input) cannot be combined with other inputs.'],
  ['shrink - --in-place', 2, '--in-place cannot be used with standard input.'],
  ['shrink - --receipt', 2, '--receipt cannot be used with standard output.'],
  ['shrink - --receipts d', 2, '--receipt cannot be used with standard output.'],
  ['shrink - --watch d', 2, 'Use only one of - and --watch.'],
  ['shrink - --files-from l', 2, 'Use only one of - and --files-from.'],
  ['shrink - --split 1MB', 2, 'name'],
  ['shrink a b -o -', 2, 'Only a single PDF can be written to standard output.'],
  ['shrink a --jobs 0', 2, '--jobs must be an integer from 1 to 64, not "0".'],
  ['shrink a --jobs many', 2, '--jobs must be an integer from 1 to 64, not "many".'],
  ['shrink a --preset tiny', 2, '--preset must be one of'],
  ['shrink a --preset', 2, '--preset'],
  ['shrink a --limit much', 2, '--limit must be a number of bytes such as 500000, 200KB or 2MB'],
  ['shrink a --limit -5', 2, '--limit'],
  ['shrink a --limit 1MB --target-size 2MB', 2, '--target-size and --limit are the same: give one of them.'],
  ['shrink a --limit 1MB --limit-mode least', 2, '--limit-mode must be one of fit, closest, not "least".'],
  ['shrink a --limit-mode closest', 2, '--limit-mode needs --limit.'],
  ['shrink a --budget 0', 2, '--budget must be a number of bytes'],
  ['shrink a --budget lots', 2, '--budget must be a number of bytes'],
  ['shrink a --split much', 2, '--split must be'],
  ['shrink a --quality 0', 2, '--quality must be an integer from 1 to 100, not "0".'],
  ['shrink a --quality 101', 2, '--quality must be an integer from 1 to 100, not "101".'],
  ['shrink a --quality 7.5', 2, '--quality must be an integer from 1 to 100, not "7.5".'],
  ['shrink a --max-dpi -1', 2, '--max-dpi'],
  ['shrink a --mrc maybe', 2, '--mrc must be one of off, auto, fit, not "maybe".'],
  ['shrink a --bilevel far', 2, '--bilevel must be one of exact, near, not "far".'],
  ['shrink a --min-gain lots', 2, '--min-gain'],
  ['shrink a --timeout soon', 2, '--timeout'],
  ['shrink a --watch b --settle soon', 2, '--settle'],
  ['shrink a --shard 3/2', 2, '--shard'],
  ['shrink a --shard one', 2, '--shard'],
  ['shrink a --suffix x/y', 2, '--suffix must be a part of a name, such as -small.'],
  ['shrink a --null', 2, '--null needs --files-from.'],
  ['shrink a --sign k', 2, '--sign needs --receipt or --receipts.'],
  ['shrink a --receipt --sign /nonexistent/k', 1, 'Cannot read /nonexistent/k'],
  ['verify a b --verify-with k', 2, '--verify-with needs a receipt, whose signature it checks.'],
  ['shrink a -q -v', 2, 'Use only one of --quiet and --verbose.'],
  ['shrink a --password x --password-file y', 2, 'Use only one of --password and --password-file.'],
  ['shrink a --dry-run --watch b', 2, 'Use only one of --dry-run and --watch.'],
  ['shrink a --fast', 2, '--fast is not an option here.'],
  ['shrink a --qualty 5', 2, '--qualty is not an option here: did you mean --quality?'],
  ['shrink a --preset ebook', 2, 'Did you mean balanced?'],
  ['shrink a --preset smal', 2, 'Did you mean small?'],
  ['shrink a --preset constructor', 2, 'not "constructor".\n'],
  ['shrink a b -o /nonexistent/c.pdf', 2, 'several PDFs need a folder.'],
  ['shrink a -x', 2, '-x is not an option'],
  ['shrink a --in-place=yes', 2, '--in-place'],
  ['shrink a --log /nonexistent/x/log', 1, 'Cannot write /nonexistent/x/log'],
  ['shrink a --password-file /nonexistent/p', 1, '/nonexistent/p'],
  ['shrink --watch /nonexistent/d', 1, 'There is no folder /nonexistent/d to watch.'],
  ['shrink --watch /dev/null', 2, '--watch needs a folder: /dev/null is none.'],
  ['shrink --files-from /nonexistent/l', 1, '/nonexistent/l'],
  ['shrink /nonexistent/a.pdf', 1, 'there is no such file'],
  ['compress', 2, 'The PDF to compress is missing.'],
  ['compress a', 2, 'The name of the result is missing.'],
  ['compress a b c', 2, 'Only two files can be named; c is more than that.'],
  ['compress a b --quality best', 2, '--quality must be an integer from 1 to 100, not "best".'],
  ['compress /nonexistent/a.pdf /nonexistent/b.pdf', 1, '/nonexistent/a.pdf'],
  ['inspect', 2, 'The PDF to inspect is missing.'],
  ['inspect a b', 2, 'Only one file can be named; b is more than that.'],
  ['inspect a --quality 5', 2, '--quality is not an option'],
  ['verify a', 2, 'Two PDFs are needed: the one before, and the one after.'],
  ['verify a b c d', 2, 'd is more than two PDFs and a receipt.'],
  ['verify /nonexistent/a /nonexistent/b', 1, '/nonexistent/a'],
];

test('each wrong use is told in a sentence, ends with its code, and does no work', async () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(50);
  const ends: unknown[] = [];
  for (const [line] of WRONG) {
    const [name = '', ...args] = line.split(' ');
    const { code, out, err } = await printedBy((output) => COMMANDS[name]!(args, output));
    ends.push({ line, code, out, err });
    expect(err, line).toMatch(/^[^{<].*[.?\w)]\n/);
    expect(err, line).not.toMatch(/ {4}at |Error:/);
  }
  expect(ends).toEqual(
    WRONG.map(([line, code, sentence]) => ({ line, code, out: '', err: expect.stringContaining(sentence) })),
  );
});
