import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { receiptSchema } from '../../shared/receipt/receipt-schema.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { dividedFile } from '../../shared/testing/documents/divided-file.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { printedBy } from '../testing/printed.ts';
import type { Compress } from './compress-port.ts';
import { type ShrinkDeps, shrinkCommand } from './shrink-command.ts';
import { SHRINK_BRIEF, SHRINK_USAGE } from './usage.ts';

const host = createNodeHost();
let pdf: Uint8Array;
let small: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
  small = (await compress(pdf, PRESETS.balanced, { host })).bytes;
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-shrink-'));
});
afterEach(() => rm(folder, { recursive: true }));

const here = (...names: readonly string[]) => join(folder, ...names);

/** Writes files below the folder. */
async function put(files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(here(name), '..'), { recursive: true });
    await writeFile(here(name), bytes);
  }
}

/** All files below the folder, but for what is remembered. */
async function tree(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.state'))
    .sort();
}

const core: Compress = async (input, { options, password, withReceipt, onProgress }) => {
  const run = { host, onProgress, ...(password === undefined ? {} : { password }) };
  const result = await compress(input, options, run);
  // Cut anywhere: what is written is all of them, one behind the other.
  const pieces = [result.bytes.subarray(0, 100), result.bytes.subarray(100)];
  const receipt = withReceipt ? { receipt: await issueReceipt(input, result, run) } : {};
  return { ...result, pieces, ...receipt };
};

async function run(args: readonly string[], deps: Partial<ShrinkDeps> & { readonly core?: Compress } = {}) {
  const piped: Uint8Array[] = [];
  const used = vi.fn(deps.core ?? core);
  const printed = await printedBy((output) =>
    shrinkCommand(args, {
      open: () => ({ compress: used, close() {} }),
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

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('where results go', () => {
  test('a PDF gets a smaller one beside it', async () => {
    await put({ 'a.pdf': pdf });
    const { code, out, err } = await run([here('a.pdf')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await tree()).toEqual(['a-light.pdf', 'a.pdf']);
    expect(Buffer.compare(await readFile(here('a-light.pdf')), small)).toBe(0);
    expect(Buffer.compare(await readFile(here('a.pdf')), pdf)).toBe(0);
    expect(out).toMatch(/a\.pdf → .*a-light\.pdf: .* → .* \(-\d+\.\d %\)\n$/);
  });

  test('--output keeps the tree, and takes hidden folders and results for no input', async () => {
    await put({ 'in/a.pdf': pdf, 'in/deep/er/b.PDF': pdf, 'in/.trash/c.pdf': pdf, 'in/notes.txt': 'x' });
    const { code } = await run(['-r', here('in'), '-o', here('in', 'out')]);
    expect(code).toBe(0);
    const results = (await tree()).filter((name) => name.startsWith(join('in', 'out')));
    expect(results).toEqual([join('in', 'out', 'a.pdf'), join('in', 'out', 'deep', 'er', 'b.PDF')]);
    expect((await run(['-r', here('in'), '-o', here('in', 'out'), '--again'])).compressed).toBe(2);
  });

  test('two folders keep their names, a folder without -r gives only its own PDFs', async () => {
    await put({ 'one/a.pdf': pdf, 'one/deep/b.pdf': pdf, 'two/a.pdf': pdf });
    await run([here('one'), here('two'), '-o', here('out')]);
    expect((await tree()).filter((name) => name.startsWith('out'))).toEqual([
      join('out', 'one', 'a.pdf'),
      join('out', 'two', 'a.pdf'),
    ]);
  });

  test('one PDF may go to a name, or to a pipe, and come from one', async () => {
    await put({ 'a.pdf': pdf });
    await run([here('a.pdf'), '-o', here('b.pdf')]);
    expect(Buffer.compare(await readFile(here('b.pdf')), small)).toBe(0);
    const toPipe = await run([here('a.pdf'), '-o', '-']);
    expect([toPipe.out, Buffer.compare(toPipe.piped[0]!, small)]).toEqual(['', 0]);
    const through = await run(['-', '--json']);
    expect([through.code, through.out, Buffer.compare(through.piped[0]!, small)]).toEqual([0, '', 0]);
    expect(JSON.parse(through.err)).toMatchObject({ file: '-', status: 'smaller', inputSize: pdf.length });
    await run(['-', '-o', here('c.pdf')]);
    expect(Buffer.compare(await readFile(here('c.pdf')), small)).toBe(0);
  });

  test('what comes through a pipe and is no PDF gives nothing, and exit code 3', async () => {
    const pipes = { read: async () => new TextEncoder().encode('no'), write: vi.fn() };
    const { code, err } = await run(['-'], { pipes });
    expect([code, err]).toEqual([3, expect.stringContaining('not_a_pdf')]);
    expect(pipes.write).not.toHaveBeenCalled();
  });

  test('a result never falls onto a PDF of the run, or onto another result', async () => {
    await put({ 'in/a.pdf': pdf, 'other/a.pdf': pdf });
    const onItself = await run([here('in'), '-o', here('in')]);
    expect(onItself).toMatchObject({ code: 2, compressed: 0 });
    const twice = await run([here('in', 'a.pdf'), here('other', 'a.pdf'), '-o', here('out')]);
    expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('would both become') });
    expect(await tree()).toEqual([join('in', 'a.pdf'), join('other', 'a.pdf')]);
  });

  test('--receipt writes one beside each result', async () => {
    await put({ 'a.pdf': pdf });
    const { out } = await run([here('a.pdf'), '--receipt', '--json']);
    expect(JSON.parse(out).receipt).toBe(here('a-light.receipt.json'));
    const receipt = receiptSchema.parse(JSON.parse(await readFile(here('a-light.receipt.json'), 'utf8')));
    expect(receipt).toMatchObject({ input: { size: pdf.length }, output: { size: small.length } });
  });
});

describe('in place', () => {
  test('what gets smaller is replaced with its mode and times; its original is kept where asked', async () => {
    await put({ 'in/deep/a.pdf': pdf });
    const path = here('in', 'deep', 'a.pdf');
    await chmod(path, 0o640);
    await utimes(path, 1_000_000, 1_234_567);
    const { code } = await run(['-r', here('in'), '--in-place', '--backup', here('kept')]);
    expect(code).toBe(0);
    const after = await stat(path);
    expect([after.size, after.mode & 0o777, after.mtimeMs]).toEqual([small.length, 0o640, 1_234_567_000]);
    expect(Buffer.compare(await readFile(here('kept', 'deep', 'a.pdf')), pdf)).toBe(0);
    expect((await stat(here('kept', 'deep', 'a.pdf'))).mtimeMs).toBe(1_234_567_000);
  });

  test('what gains nothing, or cannot be done, is not touched', async () => {
    await put({ 'small.pdf': small, 'text.pdf': 'no pdf' });
    const before = [await stat(here('small.pdf')), await stat(here('text.pdf'))];
    const { code, err } = await run([here('small.pdf'), here('text.pdf'), '--in-place']);
    expect([code, err]).toEqual([3, expect.stringContaining('not_a_pdf')]);
    const after = [await stat(here('small.pdf')), await stat(here('text.pdf'))];
    for (const [index, { ino, mtimeMs, size }] of before.entries())
      expect(after[index]).toMatchObject({ ino, mtimeMs, size });
  });

  test('a kept original is not written over by another one', async () => {
    await put({ 'in/a.pdf': pdf, 'kept/a.pdf': 'another' });
    const { code, err } = await run([here('in'), '--in-place', '--backup', here('kept')]);
    expect([code, err]).toEqual([1, expect.stringContaining('is there already and differs')]);
    expect(Buffer.compare(await readFile(here('in', 'a.pdf')), pdf)).toBe(0);
  });

  test('a file with other names keeps them, one that was changed meanwhile keeps its change', async () => {
    await put({ 'a.pdf': pdf, 'b.pdf': pdf });
    await link(here('a.pdf'), here('other-name'));
    const changing: Compress = async (input, call) => {
      const result = await core(input, call);
      await writeFile(here('b.pdf'), 'changed by somebody');
      return result;
    };
    const { code, out } = await run([here('a.pdf'), here('b.pdf'), '--in-place', '--json', '--jobs', '1'], {
      core: changing,
    });
    expect(code).toBe(1);
    expect(linesOf(out)).toMatchObject([
      { status: 'failed', problem: { code: 'hard_linked' } },
      { status: 'failed', problem: { code: 'modified_concurrently' } },
    ]);
    expect((await stat(here('a.pdf'))).nlink).toBe(2);
    expect(await readFile(here('b.pdf'), 'utf8')).toBe('changed by somebody');
  });
});

describe('a run of many', () => {
  test('goes on where another one ended, and does again what was changed', async () => {
    await put({ 'in/a.pdf': pdf, 'in/b.pdf': pdf, 'in/c.pdf': pdf });
    const ended = new AbortController();
    const ending: Compress = async (input, call) => {
      const result = await core(input, call);
      if ((await tree()).includes(join('out', 'a.pdf'))) ended.abort(new Error('ended'));
      call.signal.throwIfAborted();
      return result;
    };
    const args = ['-r', here('in'), '-o', here('out'), '--jobs', '1', '--json'];
    await expect(run(args, { core: ending, signal: ended.signal })).rejects.toThrow('ended');
    expect((await tree()).filter((name) => name.startsWith('out'))).toEqual([join('out', 'a.pdf')]);

    const second = await run(args);
    expect(linesOf(second.out).map(({ status }) => status)).toEqual(['skipped', 'smaller', 'smaller']);
    await writeFile(here('in', 'b.pdf'), small);
    await rm(here('out', 'c.pdf'));
    expect((await run(args)).compressed).toBe(2);
    expect((await run([...args, '--quality', '40'])).compressed).toBe(3);
    expect((await run([...args, '--again'])).compressed).toBe(3);
  });

  test('what is remembered may end in the middle of a line', async () => {
    await put({ 'in/a.pdf': pdf, 'in/b.pdf': pdf });
    const args = [here('in'), '-o', here('out')];
    await run(args);
    const [name] = await readdir(here('.state'));
    const kept = await readFile(here('.state', name!), 'utf8');
    await writeFile(here('.state', name!), kept.slice(0, -20));
    expect((await run(args)).compressed).toBe(1);
    expect((await run(args)).compressed).toBe(0);
  });

  test('parts that an ended run left behind are taken away, those of a running one are not', async () => {
    await put({ 'a.pdf': pdf });
    await run([here('a.pdf')]);
    const stranger = '.pagelight-000000-1-000000000000.part';
    await put({ [stranger]: 'of another machine' });
    const own: Compress = async (input, call) => {
      await rm(here('a-light.pdf'));
      await mkdir(here('a-light.pdf'));
      return core(input, call);
    };
    // A folder is in the way, so that the rename fails after the part was written.
    expect((await run([here('a.pdf')], { core: own })).code).toBe(1);
    expect((await tree()).filter((name) => name.endsWith('.part'))).toEqual([stranger]);
  });

  test('--dry-run writes nothing and tells the largest gain first', async () => {
    const album = await albumFile(1);
    await put({ 'in/a.pdf': pdf, 'in/b.pdf': album, 'in/c.pdf': 'no' });
    const { code, out } = await run([here('in'), '--in-place', '--dry-run']);
    expect(code).toBe(3);
    const rows = out.split('\n').slice(1, 4);
    expect(rows.map((row) => /(\w)\.pdf/.exec(row)?.[1])).toEqual(['b', 'a', 'c']);
    expect(Buffer.compare(await readFile(here('in', 'b.pdf')), album)).toBe(0);
    const lines = linesOf((await run([here('in'), '--dry-run', '--json'])).out);
    expect(lines.map(({ gainBytes }) => gainBytes)).toEqual([
      expect.any(Number),
      pdf.length - small.length,
      0,
    ]);
    expect(await tree()).toHaveLength(3);
  });

  test('what cannot be read does not keep the others', async () => {
    await put({ 'a.pdf': pdf });
    const { code, err } = await run([here('none.pdf'), here('a.pdf')]);
    expect([code, err]).toEqual([1, expect.stringContaining('there is no such file')]);
    expect(await tree()).toContain('a-light.pdf');
  });

  test('a fault of ours in one is told, and the others are done', async () => {
    await put({ 'a.pdf': pdf, 'b.pdf': await albumFile(1) });
    const faulty: Compress = (input, call) => {
      if (input.length === pdf.length) throw new Error('a bug');
      return core(input, call);
    };
    const { code, out } = await run([here('a.pdf'), here('b.pdf'), '--json'], { core: faulty });
    expect(code).toBe(1);
    expect(linesOf(out).find(({ file }) => file === here('a.pdf'))).toMatchObject({
      status: 'failed',
      problem: { code: 'internal', detail: 'a bug' },
    });
    expect(await tree()).toContain('b-light.pdf');
  });

  test('a file larger than --limit is code 4', async () => {
    await put({ 'a.pdf': pdf });
    const { code, out } = await run([here('a.pdf'), '--limit', '100']);
    expect([code, out]).toEqual([4, expect.stringContaining('as small as it gets')]);
  });
});

describe('options', () => {
  test('a preset is the base, and what is given by name goes before it', async () => {
    const asked = vi.fn<Compress>(core);
    await put({ 'a.pdf': pdf });
    const options = async (...args: string[]) => {
      await run([here('a.pdf'), ...args], { core: asked });
      return asked.mock.lastCall?.[1].options;
    };
    expect(await options()).toEqual(PRESETS.balanced);
    expect(await options('--preset', 'small', '--quality', '75')).toEqual({ ...PRESETS.small, quality: 75 });
    expect(await options('--preset=lossless', '--limit', '2MB')).toEqual({
      ...PRESETS.lossless,
      targetSize: 2_000_000,
    });
    expect(await options('--min-dpi', '0')).toEqual(DEFAULT_OPTIONS);
  });

  test.each([
    [[], 'Say which PDF or folder'],
    [['a', '--in-place', '-o', 'b'], 'exclude each other'],
    [['a', '--backup', 'b'], 'belongs to --in-place'],
    [['-', 'a'], 'stands alone'],
    [['-', '--in-place'], 'cannot be replaced'],
    [['-', '--receipt'], 'needs a file'],
    [['a', 'b', '-o', '-'], 'One PDF alone'],
    [['a', '--jobs', '0'], '--jobs must be'],
    [['a', '--preset', 'tiny'], '--preset must be one of'],
    [['a', '--limit', 'much'], '--limit must be'],
    [['a', '--limit', '1MB', '--target-size', '2MB'], 'give one of them'],
    [['a', '--dry-run', '--watch', 'b'], 'exclude each other'],
    [['a', '--fast'], '--fast is not an option'],
  ])('%o is wrong usage: %s', async (args, sentence) => {
    const { code, err, compressed } = await run(args);
    expect({ code, compressed }).toEqual({ code: 2, compressed: 0 });
    expect(err).toContain(sentence);
  });

  test('--budget makes all PDFs together fit, and uses what there is', async () => {
    await put({
      'a.pdf': await albumFile(1),
      'b.pdf': await albumFile(2, 1),
      'c.pdf': await albumFile(1, 3),
      'd.pdf': await albumFile(2, 4),
      'e.pdf': pdf,
    });
    const sizes = async (args: readonly string[]) => {
      const { code, out, err } = await run([folder, '-o', here('out'), '--min-dpi', '0', '--json', ...args]);
      const results = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const written = await Promise.all(results.map(async ({ output }) => (await stat(output)).size));
      return { code, err, bytes: written.reduce((sum, bytes) => sum + bytes, 0) };
    };
    const before = await sizes([]);
    const budget = Math.floor(before.bytes * 0.8);
    const { code, bytes, err } = await sizes(['--budget', String(budget)]);
    expect(code).toBe(0);
    expect(bytes).toBeLessThanOrEqual(budget);
    expect(bytes).toBeGreaterThanOrEqual(budget * 0.9);
    expect(err).toContain('All together');
    const missed = await sizes(['--budget', '5KB']);
    expect(missed).toMatchObject({ code: 4, bytes: before.bytes });
  });

  test('--split writes parts with their pages, and remembers them', async () => {
    await put({ 'in/album.pdf': dividedFile(5), 'in/small.pdf': pdf });
    const args = [
      here('in'),
      '-r',
      '-o',
      here('out'),
      '--split',
      '30KB',
      '--quality',
      '90',
      '--json',
      '--receipt',
    ];
    const { code, out } = await run(args);
    expect(code).toBe(0);
    const resultOf = (lines: string) =>
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .find(({ file }) => file.endsWith('album.pdf'));
    const result = resultOf(out);
    expect(result).not.toHaveProperty('output');
    expect(result.parts.map(({ output }: { output: string }) => relative(here('out'), output))).toEqual(
      result.parts.map((_: unknown, index: number) => `album-${index + 1}of${result.parts.length}.pdf`),
    );
    expect(result.parts.at(-1).lastPage).toBe(5);
    for (const { output, bytes } of result.parts) {
      expect((await stat(output)).size).toBe(bytes);
      expect(bytes).toBeLessThanOrEqual(30_000);
    }
    const receipt = JSON.parse(await readFile(here('out/album.receipt.json'), 'utf8'));
    expect(receipt.parts).toHaveLength(result.parts.length);
    expect(resultOf((await run(args)).out)).toMatchObject({ status: 'skipped' });
  });

  test('parts cannot replace a PDF, and need a name', async () => {
    await put({ 'a.pdf': pdf });
    expect(await run([here('a.pdf'), '--in-place', '--split', '1MB'])).toMatchObject({ code: 2 });
    expect(await run(['-', '--split', '1MB'])).toMatchObject({ code: 2 });
    const { code, err } = await run([here('a.pdf'), '--split', 'much']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--split must be') });
  });

  test('a page that is over the size is told, and nothing is written', async () => {
    await put({ 'a.pdf': dividedFile(2) });
    const { code, err } = await run([here('a.pdf'), '--split', '1KB']);
    expect(code).toBe(3);
    expect(err).toContain('cannot_split: Page 1 alone takes');
    expect(await tree()).toEqual(['a.pdf']);
  });

  test('-h fits one screen, --help tells all', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: SHRINK_USAGE });
    expect(await run(['-h'])).toMatchObject({ code: 0, out: SHRINK_BRIEF });
    const lines = SHRINK_BRIEF.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
