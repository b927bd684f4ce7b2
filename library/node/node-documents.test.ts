import { afterEach, expect, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { DEFAULT_OPTIONS, isReceiptValid, PdfError } from '../../shared/index.ts';
import { readReceipt } from '../../shared/receipt/read-receipt.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { FileBuilder, onePage } from '../../shared/testing/documents/files.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { sequence } from '../../shared/testing/pictures/rasters.ts';
import type { DocumentPool } from '../engine/document-pool.ts';
import { wholeResult } from '../engine/document-task.ts';
import { EngineClosedError } from '../engine/engine-closed.ts';
import { built } from '../testing/built.ts';
import { createNodeHost } from './host.ts';
import { nodeDocuments } from './node-documents.ts';
import type { ThreadName } from './thread-files.ts';

const pools: DocumentPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.terminate();
});

const threadOf = (name: ThreadName) => ({ code: built(`package/${name}`), options: {} });
const sources = { document: threadOf('document-thread'), work: threadOf('work-thread') };

function poolOf(documents: number): DocumentPool {
  const pool = nodeDocuments({ documents, threads: 2, memoryMb: 512, sources });
  pools.push(pool);
  return pool;
}

const taskOf = (input: Uint8Array) =>
  ({ kind: 'compress', input: new Uint8Array(input), options: DEFAULT_OPTIONS }) as const;

test('a document beside others comes out as alone', async () => {
  const input = await albumFile(3);
  const result = await poolOf(1).run(taskOf(input), { isAlone: false });
  const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: createNodeHost() });
  expect(Buffer.compare(wholeResult(result).bytes, bytes)).toBe(0);
});

test('documents in threads come out as alone, with their receipt, and a thread does one after the other', async () => {
  const pool = poolOf(2);
  const inputs = [await albumFile(2), await smallPdf(), await smallPdf()];
  const fractions: number[] = [];
  const results = await Promise.all(
    inputs.map((input) =>
      pool.run(
        { ...taskOf(input), withReceipt: true },
        { onProgress: ({ fraction }) => fractions.push(fraction) },
      ),
    ),
  );
  for (const [index, result] of results.entries()) {
    const { bytes, report, receipt } = wholeResult(result);
    const alone = await compress(inputs[index]!, DEFAULT_OPTIONS, { host: createNodeHost() });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect(report).toEqual(alone.report);
    expect(receipt?.output.size).toBe(bytes.length);
    const read = readReceipt(JSON.stringify(receipt))!;
    const before = new Uint8Array(inputs[index]!);
    const verdict = await pool.run({ kind: 'check-receipt', receipt: read, before, after: bytes });
    expect(isReceiptValid(verdict)).toBe(true);
  }
  expect(Math.max(...fractions)).toBe(1);
});

test('what cannot be done is a PdfError, an abort ends it, and the pool goes on', async () => {
  const pool = poolOf(1);
  const refused = pool.run({ kind: 'inspect', input: new TextEncoder().encode('no pdf') });
  await expect(refused).rejects.toThrow(PdfError);

  const abort = new AbortController();
  const album = pool.run(taskOf(await albumFile(4)), {
    signal: abort.signal,
    onProgress: () => abort.abort(new Error('no longer wanted')),
  });
  await expect(album).rejects.toThrow('no longer wanted');

  const before = await smallPdf();
  const { bytes } = wholeResult(await pool.run(taskOf(before)));
  const found = await pool.run({ kind: 'verify', before, after: bytes });
  expect(found.differentDocuments).toBe(false);
});

test('a queued task leaves the queue when it is aborted, and the next one takes its turn', async () => {
  const pool = poolOf(1);
  const abort = new AbortController();
  const ends: string[] = [];
  const input = await smallPdf();
  const first = pool.run(taskOf(input), { onProgress: () => abort.abort() }).then(() => ends.push('first'));
  const queued = pool.run(taskOf(input), { signal: abort.signal }).catch(({ name }) => ends.push(name));
  const next = pool.run(taskOf(input)).then(() => ends.push('next'));
  await Promise.all([first, queued, next]);
  expect(ends).toEqual(['AbortError', 'first', 'next']);
});

test('a closed pool refuses what is at work, what waits and what comes later', async () => {
  const pool = poolOf(1);
  const input = await smallPdf();
  const calls = [pool.run(taskOf(input)), pool.run(taskOf(input))];
  pool.terminate();
  calls.push(pool.run(taskOf(input)));
  const ends = await Promise.allSettled(calls);
  expect(ends.map((end) => end.status === 'rejected' && end.reason.constructor)).toEqual(
    calls.map(() => EngineClosedError),
  );
});

test('a callback that throws, now or as a promise, ends its own call alone', async () => {
  const pool = poolOf(3);
  const fault = new RangeError('of the caller');
  const input = await smallPdf();
  const ends = await Promise.allSettled([
    pool.run(taskOf(input), {
      onProgress: () => {
        throw fault;
      },
    }),
    pool.run(taskOf(input)),
    pool.run(taskOf(input), { onProgress: () => Promise.reject(fault) as unknown as undefined }),
  ]);
  expect(ends.map((end) => (end.status === 'rejected' ? end.reason : 'done'))).toEqual([
    fault,
    'done',
    fault,
  ]);
});

test('an input that gains nothing comes back', async () => {
  const pool = poolOf(1);
  const once = wholeResult(await pool.run(taskOf(await smallPdf()))).bytes;
  const again = await pool.run(taskOf(once));
  expect(again.report.unchanged).toBe(true);
  expect(Buffer.compare(wholeResult(again).bytes, once)).toBe(0);
});

test('what stays of the input comes back in the memory that was given away with it', async () => {
  const random = sequence(7);
  const noise = Array.from({ length: 200_000 }, () => String.fromCharCode(random() * 256)).join('');
  const file = onePage(new FileBuilder(), '% dead content\n'.repeat(100), '/Kept 5 0 R').stream(5, '', noise);
  const input = file.table('/Root 1 0 R').build();
  const { pieces, report } = await poolOf(1).run(taskOf(input));
  expect(report.unchanged).toBe(false);
  const stayed = pieces.filter(({ buffer }) => buffer.byteLength === input.length);
  expect(stayed.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThanOrEqual(200_000);
});
