import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveCommand } from '../../cli/archive/command.ts';
import { printedBy } from '../../cli/testing/printed.ts';
import { core } from '../../cli/testing/shrink-run.ts';
import { createNodeHost } from '../../library/node/host.ts';
import { openBucket } from '../../library/node/s3/bucket.ts';
import { createS3 } from '../../library/node/s3/s3.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { checkReceipt } from '../../shared/receipt/check-receipt.ts';
import { type ArchiveStormPlan, archiveStormFaults, runArchiveStorm } from './archive-storm/storm.ts';
import { startSwift } from './swift.ts';

/** A small form of `npm run bench -- archive`. */
const PLAN: ArchiveStormPlan = {
  objects: 120,
  shardSize: 15,
  sample: 60,
  workers: 2,
  kills: 3,
  killEveryMs: 1200,
  quiet: 0,
};

test('an archive in a bucket is compressed once each while its processes are killed, and another process verifies it', async () => {
  const report = await runArchiveStorm(PLAN);
  expect(archiveStormFaults(PLAN, report), JSON.stringify(report)).toEqual([]);
  expect(report.refused).toEqual({ encrypted_pdf: 3, not_a_pdf: 2 });
  expect(report.reused).toBeGreaterThan(0);
});

test('a run in a bucket works in parts, writes to a folder, and replaces with what an object had beside its bytes', async () => {
  const swift = await startSwift();
  const folder = await mkdtemp(join(tmpdir(), 'pagelight-archive-'));
  const signal = new AbortController().signal;
  const { endpoint, region, credentials } = swift.settings;
  const s3 = createS3(swift.settings);
  await s3.send('PUT', { bucket: 'scans', key: '' }, { signal });
  const bucket = openBucket(s3, 'scans', { patienceMs: 0, signal });
  const archive = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    printedBy((output) =>
      archiveCommand(args, {
        open: () => ({
          compress: core,
          check: (receipt, before, after) => checkReceipt(receipt, before, after, { host: createNodeHost() }),
          close() {},
        }),
        lanes: 2,
        output,
        terminal: { write() {} },
        now: () => 0,
        env: {
          S3_ENDPOINT: endpoint!,
          S3_REGION: region,
          S3_ACCESS_KEY_ID: credentials.accessKeyId,
          S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          ...more,
        },
        signal,
      }),
    );
  const pdf = Buffer.from(await smallPdf());
  const keys = ['a+b c.pdf', 'deep/ü%2F.pdf', 'deep/x.PDF', 'twice//slash.pdf'];
  const upload = {
    mediaType: 'application/pdf',
    metadata: { customer: '42' },
    headers: { 'cache-control': 'no-store' },
  };
  for (const [n, key] of keys.entries()) await bucket.put(`in/${key}`, [pdf, Buffer.from(`% ${n}`)], upload);
  await bucket.put('in/notes.txt', [pdf], { mediaType: 'text/plain' });
  const read = async (key: string) => JSON.parse(Buffer.from((await bucket.get(key))!.bytes).toString());

  expect(
    await archive(['plan', 's3://scans/in', 's3://scans/run', '--shard-size', '1', '--sample', '9']),
  ).toMatchObject({ code: 0, err: '' });
  expect(await read('run/plan.json')).toMatchObject({
    objects: 4,
    others: { objects: 1 },
    prediction: { sampled: 4 },
  });
  expect(await archive(['run', 's3://scans/run', '--to', folder])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--shard'),
  });
  const part = (index: string) =>
    archive(['run', 's3://scans/run', '--to', folder, '--shard', 'index/2'], { JOB_COMPLETION_INDEX: index });
  expect(await part('1')).toMatchObject({ code: 0, out: expect.stringContaining('Other parts') });
  // No path of a folder has an empty part.
  expect(await part('0')).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 smaller, 0 unchanged, 0 refused, 1 failed (unsafe_name 1)'),
  });
  expect((await readFile(join(folder, 'deep/ü%2F.pdf'))).length).toBeLessThan(pdf.length);
  expect(await archive(['verify', 's3://scans/run', '--sample', '100%'])).toMatchObject({ code: 0 });

  const run = join(folder, 'run');
  await archive(['plan', 's3://scans/in', run, '--sample', '0']);
  expect(await archive(['run', run, '--replace', '--backup', 's3://scans/kept'])).toMatchObject({
    code: 0,
    // Swift refuses conditional writes.
    err: expect.stringMatching(/^The service of s3:\/\/scans has no conditional writes: .*\n$/),
  });
  for (const key of keys) {
    expect((await bucket.get(`kept/${key}`))!.bytes.length).toBeGreaterThan(pdf.length);
    const { bytes, metadata, headers } = (await bucket.head(`in/${key}`))!;
    expect(bytes).toBeLessThan(pdf.length);
    expect(metadata.customer).toBe('42');
    expect(headers).toMatchObject({ 'content-type': 'application/pdf' });
  }
  expect(await archive(['verify', run, '--sample', '100%', '--from', 's3://scans/kept'])).toMatchObject({
    code: 0,
  });
  expect(await archive(['run', run], { S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({ code: 0 });
  const away = await archive(['plan', 's3://scans/in', join(folder, 'other')], {
    S3_SECRET_ACCESS_KEY: 'wrong',
  });
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining("doesn't accept the credentials") });
  await swift.remove();
  await rm(folder, { recursive: true });
});
