import { chmod, link, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { receiptSchema } from '../../shared/receipt/receipt-schema.ts';
import type { Compress } from '../documents/compress-port.ts';
import { core, here, linesOf, pdf, put, run, small, tree, withShrinkFolder } from '../testing/shrink-run.ts';
import { SHRINK_BRIEF, SHRINK_USAGE } from './usage.ts';

withShrinkFolder();

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

  test('--receipts writes them into a folder of their own, trees kept', async () => {
    await put({ 'in/a.pdf': pdf, 'in/deep/a.pdf': pdf });
    const { code } = await run(['-r', here('in'), '--in-place', '--receipts', here('kept')]);
    expect(code).toBe(0);
    const receipts = [join('kept', 'a.receipt.json'), join('kept', 'deep', 'a.receipt.json')];
    expect((await tree()).filter((name) => name.endsWith('.json'))).toEqual(receipts);
    for (const name of receipts)
      expect(JSON.parse(await readFile(here(name), 'utf8')).output.size).toBe(small.length);
    await run(['-', '-o', here('b.pdf'), '--receipts', here('piped')]);
    expect(await tree()).toContain(join('piped', 'b.receipt.json'));
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
    expect((await run([here('in'), '--in-place', '--backup', here('kept')])).code).toBe(0);
    expect(await readFile(here('kept', 'a.pdf'), 'utf8')).toBe('another');
    expect(Buffer.compare(await readFile(here('kept', 'a-2.pdf')), pdf)).toBe(0);
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
    expect(await options('--min-dpi', '0')).toEqual({ ...PRESETS.balanced, minDpi: 0 });
  });

  test('-h fits one screen, --help tells all', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: SHRINK_USAGE });
    expect(await run(['-h'])).toMatchObject({ code: 0, out: SHRINK_BRIEF });
    const lines = SHRINK_BRIEF.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
