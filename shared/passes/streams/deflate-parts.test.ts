import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import type { CompressResult } from '../../report.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { jobThreads } from '../../testing/job-threads.ts';
import type { WorkJob } from '../../work/job.ts';

const host = createTestHost();
const MARK = '/Large true';
const LARGE = 4_400_000;

/** Non-repeating lines of numbers; with `spaces`, longer than necessary. */
function linesOf(bytes: number, spaces: string): string {
  const lines: string[] = [];
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 20) % 900;
  };
  for (let length = 0; length < bytes; length += lines.at(-1)!.length)
    lines.push(`${next()}${spaces} ${next()} m ${next()}${spaces} ${next()} l S\n`);
  return lines.join('');
}

/** A page of large content, and a large stream that is only deflated. */
function largeFile(): Uint8Array {
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R /Own 5 0 R >>')
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 900] /Contents 4 0 R /Resources << >> >>')
    .stream(4, '', latin1Bytes(linesOf(LARGE, '   ')))
    .stream(5, MARK, latin1Bytes(linesOf(LARGE, '')))
    .table('/Root 1 0 R')
    .build();
}

/** The marked stream, inflated. */
function markedStream({ bytes }: CompressResult): Buffer {
  const file = Buffer.from(bytes);
  const start = file.indexOf('stream', file.indexOf('/Large')) + 'stream'.length;
  const data = file.subarray(start + (file[start] === 0x0d ? 2 : 1));
  return inflateSync(data);
}

describe('large streams', () => {
  const input = largeFile();
  let alone: CompressResult;
  beforeAll(async () => {
    alone = await compress(input, DEFAULT_OPTIONS, { host });
  });

  test('are whole when parts of them were deflated', () => {
    expect(Buffer.compare(markedStream(alone), Buffer.from(linesOf(LARGE, '')))).toBe(0);
    expect(alone.bytes.length).toBeLessThan(input.length / 2);
  });

  test('are the same bytes with threads, which deflate their parts', async () => {
    const sizes: number[] = [];
    const onJob = (job: WorkJob) => {
      if (job.kind === 'deflate' && job.level !== undefined) sizes.push(job.bytes.length);
      return undefined;
    };
    const workThreads = jobThreads(host, 2, onJob);
    const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    // Two parts each.
    expect(sizes.length).toBe(4);
  });

  test('are the same bytes where a thread loses a part: it is deflated again', async () => {
    const workThreads = jobThreads(host, 2, (job) =>
      job.kind === 'deflate' && job.level !== undefined ? 'lost' : undefined,
    );
    const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
  });
});
