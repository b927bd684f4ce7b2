import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { dividedFile } from '../../shared/testing/documents/divided-file.ts';
import { folder, here, pdf, put, run, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

test('-q says nothing of what went well, with a size for all as well', async () => {
  await put({ 'a.pdf': pdf, 'b.pdf': await albumFile(1) });
  const together = [folder, '-o', here('out'), '--again', '-q'];
  expect(await run([...together, '--budget', '1MB'])).toMatchObject({ code: 0, out: '', err: '' });
  expect(await run([...together, '--budget', '1MB', '--json'])).toMatchObject({ code: 0, out: '', err: '' });
  const missed = await run([...together, '--budget', '1KB']);
  expect(missed).toMatchObject({ code: 4, out: '', err: expect.stringContaining('All together') });
  expect(missed.err.split('\n')).toHaveLength(2);
});

describe('a size for each', () => {
  test('a limit that is missed names what was possible, and closest gives it', async () => {
    await put({ 'a.pdf': await albumFile(1) });
    const light = here('a-light.pdf');
    const asked = async (...args: string[]) => {
      const { code, out } = await run([here('a.pdf'), '--again', '--min-dpi', '0', ...args]);
      return { code, out, bytes: (await stat(light)).size };
    };
    const usual = await asked();
    const fit = await asked('--limit', '2.5KB');
    expect(fit).toMatchObject({ code: 4, bytes: usual.bytes });
    const least = /into 2\.5 KB: (\S+ KB) is the least with these options, so no image was made softer/.exec(
      fit.out,
    )?.[1];
    const closest = await asked('--limit', '2.5KB', '--limit-mode', 'closest');
    expect(closest.code).toBe(4);
    expect(closest.bytes).toBeLessThan(usual.bytes);
    expect(closest.out).toContain(`→ ${least} (`);
    expect(closest.out).toContain('this is the smallest that these options allow');
    // The part that cannot shrink is larger alone: nothing was tried, so nothing is promised.
    const hopeless = await asked('--limit', '100');
    expect(hopeless).toMatchObject({ code: 4, bytes: usual.bytes });
    expect(hopeless.out).toContain('does not fit into 100 bytes, even without its images');
    expect((await asked('--limit', '100', '--limit-mode', 'closest')).bytes).toBe(closest.bytes);
    const fits = await asked('--limit', '1MB', '--limit-mode', 'closest');
    expect(fits).toMatchObject({ code: 0, bytes: usual.bytes });
  });
});

describe('a size for all, and parts', () => {
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
    expect(err).toContain('cannot_split: Page 1 alone needs');
    expect(await tree()).toEqual(['a.pdf']);
  });
});
