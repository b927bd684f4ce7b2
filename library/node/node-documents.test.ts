import { afterEach, expect, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { DEFAULT_OPTIONS, PdfError } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import type { DocumentPool } from '../engine/document-pool.ts';
import { createNodeHost } from './host.ts';
import { nodeDocuments } from './node-documents.ts';

const pools: DocumentPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.end();
});

function poolOf(documents: number): DocumentPool {
  const pool = nodeDocuments({ documents, threads: 2, memoryMb: 512 });
  pools.push(pool);
  return pool;
}

const taskOf = (input: Uint8Array) =>
  ({ kind: 'compress', input: new Uint8Array(input), options: DEFAULT_OPTIONS }) as const;

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
  for (const [index, { bytes, report, receipt }] of results.entries()) {
    const alone = await compress(inputs[index]!, DEFAULT_OPTIONS, { host: createNodeHost() });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect(report).toEqual(alone.report);
    expect(receipt?.output.bytes).toBe(bytes.length);
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
  const { bytes } = await pool.run(taskOf(before));
  const found = await pool.run({ kind: 'verify', before, after: bytes });
  expect(found.areDifferentDocuments).toBe(false);
});

test('an input that gains nothing comes back', async () => {
  const pool = poolOf(1);
  const { bytes } = await pool.run(taskOf(await smallPdf()));
  const once = new Uint8Array(bytes);
  const again = await pool.run(taskOf(once));
  expect(again.report.unchanged).toBe(true);
  expect(Buffer.compare(again.bytes, once)).toBe(0);
});
