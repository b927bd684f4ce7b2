import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archive, distinct, json, NO_PDF, planned, run, to } from '../testing/archive-run.ts';
import { here, pdf, put, small, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

describe('plan', () => {
  test('lists the archive into shards and predicts what the run saves', async () => {
    const { code, err } = await planned('--sample', '100');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const plan = await json('plan.json');
    expect(plan).toMatchObject({
      objects: 10,
      shards: 4,
      shardSize: 3,
      prediction: { sampled: 10, refused: { not_a_pdf: 1 } },
    });
    const lists = (await readdir(here('run/shards'), { recursive: true })).filter((name) =>
      name.endsWith('.jsonl'),
    );
    expect(lists).toHaveLength(4);
    const saved = 8 * (pdf.length - small.length);
    // Everything was sampled, so nothing is uncertain but what a comment at the end takes.
    const { likely, low, high } = plan.prediction.savedBytes;
    expect(Math.abs(likely - saved)).toBeLessThan(8 * 10);
    expect([low, high]).toEqual([likely, likely]);
    expect(await archive('plan', here('from'), run())).toMatchObject({
      code: 2,
      err: expect.stringContaining('has a plan already'),
    });
  });

  test('says what is missing', async () => {
    await mkdir(here('empty'));
    expect(await archive('plan', here('empty'), run())).toMatchObject({
      code: 1,
      err: expect.stringContaining('no PDF'),
    });
    expect(await archive('plan', 's3://Bad_Name', run())).toMatchObject({
      code: 2,
      err: expect.stringContaining('s3://BUCKET/FOLDER'),
    });
    expect(await archive('plan', 's3://scans', run())).toMatchObject({
      code: 2,
      err: expect.stringContaining('S3_ACCESS_KEY_ID'),
    });
    expect(await archive('run', run(), '--to', to())).toMatchObject({
      code: 1,
      err: expect.stringContaining('no plan'),
    });
    expect(await archive('verify', run())).toMatchObject({
      code: 1,
      err: expect.stringContaining('not complete'),
    });
  });

  test.each([
    [['now'], 'Say plan, run or verify, not "now"'],
    [['plan', 'a'], 'needs FROM and RUN'],
    [['run', 'a', '--shard', 'index/4'], 'JOB_COMPLETION_INDEX'],
    [['run', 'a', '--replace', '--to', 'b'], 'only one of --to and --replace'],
    [['verify', 'a', '--sample', '7'], '--sample must be a part'],
    [['verify', 'a', '--quality', '7'], '--quality belongs to archive plan'],
    [['plan', 'a', 'b', '--quality', '777', '--sample', 'x'], '--sample must be an integer'],
  ])('refuses %j', async (args, sentence) => {
    expect(await archive(...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  });
});

describe('run', () => {
  test('writes a complete archive, each content once, and a report by reason', async () => {
    await planned();
    const { code, out, compressed: works } = await archive('run', run(), '--to', to());
    expect(code).toBe(3);
    expect(works).toBe(9);
    expect(out).toContain('10 PDFs');
    expect(out).toContain('8 smaller, 1 unchanged, 1 refused (not_a_pdf 1), 0 failed');
    expect((await tree()).filter((name) => name.startsWith('to/'))).toEqual(
      (await tree()).filter((name) => /^from\/.*\.pdf$/.test(name)).map((name) => name.replace('from', 'to')),
    );
    expect((await readFile(here('to/broken.pdf'))).equals(NO_PDF)).toBe(true);
    expect((await readFile(here('to/again.pdf'))).equals(await readFile(here('to/deep/0/ü 0.pdf')))).toBe(
      true,
    );
    const report = await json('report.json');
    expect(report).toMatchObject({
      objects: 10,
      smaller: 8,
      unchanged: 1,
      refused: { not_a_pdf: 1 },
      failed: {},
      cost: { reused: 1 },
    });
    expect(report.root).toBe(
      createHash('sha256')
        .update(await readFile(here('run/manifest.jsonl')))
        .digest('hex'),
    );
    // Nothing of work in progress stays.
    expect((await tree()).filter((name) => /receipts|leases\/[^.]|contents|\.part$/.test(name))).toEqual([]);
    expect(await archive('run', run())).toMatchObject({ code: 3, compressed: 0 });
    expect(await archive('run', run(), '--to', here('other'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('has begun with'),
    });
  });

  test('comes to the same root in parts, in any order', async () => {
    await planned();
    await archive('run', run(), '--to', to());
    const { root } = await json('report.json');
    await rename(run(), here('first'));
    await rm(to(), { recursive: true });
    await archive('plan', here('from'), run(), '--shard-size', '3', '--sample', '0');
    const second = await archive('run', run(), '--to', to(), '--shard', '2/2');
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining('Other parts are not') });
    expect(await archive('run', run(), '--shard', '1/2')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Root'),
    });
    expect((await json('report.json')).root).toBe(root);
  });

  test('resumes from the lines of a killed process and takes its shard over', async () => {
    await planned();
    await archive('run', run(), '--to', to());
    const report = await json('report.json');
    const [, first] = (await readFile(here('run/manifests/0000/0000000.jsonl'), 'utf8')).split('\n');
    for (const name of ['report.json', 'manifest.jsonl', 'manifests', 'seals', 'contents'])
      await rm(here('run', name), { recursive: true, force: true });
    // As a killed process leaves it: a line, half a line, its lease.
    await put({
      'run/receipts/0000/0000000/aa.jsonl': `${JSON.stringify({ done: JSON.parse(first!), cpuMs: 7, isReused: false })}\n{"done":{"ke`,
      'run/leases/0000000': JSON.stringify({
        token: 'x',
        host: hostname(),
        pid: 2 ** 22 + 1,
        startedAt: '1',
      }),
    });
    expect(await archive('run', run())).toMatchObject({ code: 3, compressed: 9 });
    expect((await json('report.json')).root).toBe(report.root);
  });

  test('waits for a shard of a living process on another machine until it was silent for long', async () => {
    await planned();
    const lease = here('run/leases/0000000');
    await put({
      'run/leases/0000000': JSON.stringify({ token: 'x', host: 'elsewhere', pid: 1, startedAt: '' }),
    });
    let isOver = false;
    const running = archive('run', run(), '--to', to(), '--dead-after', '30s').finally(() => {
      isOver = true;
    });
    await expect.poll(async () => (await readdir(here('run/seals/0000')).catch(() => [])).length).toBe(3);
    expect(isOver).toBe(false);
    const long = new Date(Date.now() - 60_000);
    await utimes(lease, long, long);
    expect(await running).toMatchObject({ code: 3 });
  });

  test('never overwrites what is not its own, and tells each failure', async () => {
    await planned();
    await put({ 'to/light.pdf': 'mine' });
    await rm(here('from/again.pdf'));
    const { code, out } = await archive('run', run(), '--to', to());
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining('2 failed (missing 1, output_exists 1)'),
    });
    expect(await readFile(here('to/light.pdf'), 'utf8')).toBe('mine');
    // Once the causes are gone they are tried again, and nothing else is.
    await rm(here('to/light.pdf'));
    await put({ 'from/again.pdf': distinct(0) });
    expect(await archive('run', run())).toMatchObject({ code: 1, compressed: 0 });
    const sealsBefore = await sealFiles();
    expect(await archive('run', run(), '--retry-failed')).toMatchObject({ code: 3, compressed: 2 });
    const sealsAfter = await sealFiles();
    for (const [name, { failed, writtenAt }] of sealsBefore)
      expect(sealsAfter.get(name)?.writtenAt === writtenAt, name).toBe(Object.keys(failed).length === 0);
    expect(await json('report.json')).toMatchObject({ objects: 10, smaller: 8, unchanged: 1, failed: {} });
    expect(await archive('verify', run(), '--sample', '100%')).toMatchObject({ code: 0 });
    expect(await archive('run', run(), '--to', here('from/inside'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('contain each other'),
    });
  });

  test('--replace replaces only what becomes smaller, keeps copies and times, and resumes between the two', async () => {
    await planned();
    const time = new Date('2020-01-02T03:04:05Z');
    await utimes(here('from/deep/0/ü 2.pdf'), time, time);
    expect(await archive('run', run(), '--replace', '--backup', here('kept'))).toMatchObject({ code: 3 });
    expect((await readFile(here('kept/deep/0/ü 2.pdf'))).equals(distinct(2))).toBe(true);
    expect((await stat(here('from/deep/0/ü 2.pdf'))).mtime).toEqual(time);
    expect((await stat(here('from/deep/0/ü 2.pdf'))).size).toBeLessThan(pdf.length);
    expect((await readFile(here('from/broken.pdf'))).equals(NO_PDF)).toBe(true);
    expect((await tree()).filter((name) => name.startsWith('kept/'))).toHaveLength(8);
    const { root } = await json('report.json');
    // Killed after the replacement and before its line: the intent says what the original was.
    const lines = (await readFile(here('run/manifests/0000/0000001.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .slice(1);
    for (const name of [
      'report.json',
      'manifest.jsonl',
      'manifests/0000/0000001.jsonl',
      'seals/0000/0000001.json',
    ])
      await rm(here('run', name));
    const entries = lines.map((line) => JSON.parse(line)).map((line) => JSON.stringify({ replacing: line }));
    await put({ 'run/receipts/0000/0000001/bb.jsonl': `${entries.join('\n')}\n` });
    await archive('run', run(), '--replace', '--backup', here('kept'));
    expect((await json('report.json')).root).toBe(root);
    expect(await archive('verify', run(), '--sample', '100%', '--from', here('kept'))).toMatchObject({
      code: 0,
    });
  });
});

/** The seals of the run, each with its failures and the time when it was written, in ns. */
async function sealFiles() {
  const names = await readdir(here('run/seals'), { recursive: true });
  const seals = new Map<string, { readonly failed: object; readonly writtenAt: bigint }>();
  for (const name of names.filter((each) => each.endsWith('.json')))
    seals.set(name, {
      failed: (await json(join('seals', name))).failed,
      writtenAt: (await stat(here('run/seals', name), { bigint: true })).mtimeNs,
    });
  return seals;
}
