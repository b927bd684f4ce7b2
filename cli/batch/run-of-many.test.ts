import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import type { Compress } from '../documents/compress-port.ts';
import { core, here, linesOf, pdf, put, run, small, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

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

  test('a terminal shows which PDF it is, what was saved so far, and the time that is left', async () => {
    await put({ 'in/a.pdf': small, 'in/b.pdf': pdf, 'in/c.pdf': pdf, 'in/d.pdf': pdf });
    let shown = '';
    let ms = 0;
    const terminal = { isTTY: true, columns: 500, write: (text: string) => void (shown += text) };
    // Each look at the clock takes 10 s.
    const now = () => (ms += 10_000);
    await run(['-r', here('in'), '-o', here('out'), '--jobs', '1'], { terminal, now });
    const first = (name: string) =>
      shown
        .split('\r\u001b[K')
        .find((line) => line.endsWith(here('in', name)))
        ?.replace(here('in', name), name);
    // Nothing is known of the time and nothing was saved.
    expect(first('a.pdf')).toMatch(/^░+ (1 of (at least )?\d · )?a\.pdf$/);
    expect(first('b.pdf')).toMatch(/^█*░+ 2 of (at least )?4( · [\d.]+ (s|min|h) left)? · b\.pdf$/);
    expect(first('d.pdf')).toMatch(/^█+░+ 4 of 4 · [\d.]+ [KM]B saved · [\d.]+ (s|min|h) left · d\.pdf$/);
  });

  test.each([
    ['behind all but the last', 2, [0, 0, 0], [true, true, false]],
    ['not behind one with more bytes than all of them', 2, [0, 0, 9999, 0], [true, true, false, false]],
    ['behind none where one runs at a time', 1, [0, 0, 0], [false, false, false]],
  ])('others wait %s', async (_, jobs, paddings, wanted) => {
    await put(
      Object.fromEntries(
        paddings.map((padding, at) => [`in/${at}.pdf`, Buffer.concat([pdf, Buffer.alloc(padding, ' ')])]),
      ),
    );
    const waits: unknown[] = [];
    const noting: Compress = (input, call) => {
      waits.push(call.othersWait);
      return core(input, call);
    };
    await run(['-r', here('in'), '-o', here('out'), '--jobs', String(jobs)], { core: noting });
    expect(waits).toEqual(wanted);
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
    // A folder blocks the target, so that the rename fails after the partial file was written.
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
});
