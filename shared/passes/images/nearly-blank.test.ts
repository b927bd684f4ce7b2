import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import type { CompressResult } from '../../report.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { jobThreads } from '../../testing/job-threads.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';

const host = createTestHost();

/** A page for each image of one bit, of which all rows are equal. */
function file(side: number, rows: readonly Uint8Array[]): Uint8Array {
  const numbers = rows.map((_, page) => 10 + page * 3);
  const built = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      `<< /Type /Pages /Count ${rows.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    );
  for (const [page, number] of numbers.entries()) {
    built
      .object(
        number,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents ${number + 1} 0 R
          /Resources << /XObject << /Im ${number + 2} 0 R >> >> >>`,
      )
      .stream(number + 1, '', latin1Bytes('600 0 0 600 0 0 cm /Im Do'))
      .stream(
        number + 2,
        `/Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode`,
        new Uint8Array(deflateSync(Buffer.concat(Array(side).fill(rows[page])), { level: 9 })),
      );
  }
  return built.table('/Root 1 0 R').build();
}

const stripes = (side: number, byte: number) => new Uint8Array(side / 8).fill(byte);

/** White with a black band from top to bottom. */
const banded = (side: number) => stripes(side, 0xff).fill(0, 20, 60);

describe('one-bit pages with next to no data', () => {
  const side = 1200;
  const input = file(side, [stripes(side, 0), stripes(side, 0xff), banded(side), stripes(side, 0xcc)]);
  let alone: CompressResult;
  beforeAll(async () => {
    alone = await compress(input, DEFAULT_OPTIONS, { host });
  });

  test('become smaller, and are drawn as before', async () => {
    expect(alone.report.images.map(({ outcome }) => outcome.kind)).toEqual(Array(4).fill('replaced'));
    expect(await pdfiumDifferences(input, alone.bytes)).toEqual([]);
  });

  test('are the same bytes with threads, which get the pattern alone', async () => {
    const sent: string[] = [];
    const workThreads = jobThreads(host, 2, (job) => {
      if (job.kind === 'symbols') sent.push(`symbols of ${job.pages.length}`);
      if (job.kind === 'bits' || job.kind === 'page') sent.push(job.kind);
      return undefined;
    });
    const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect(sent).toEqual(['bits', 'symbols of 1', 'page']);
  });
});

test('blank pages that are as small as can be stay as they are', async () => {
  const once = await compress(file(400, [stripes(400, 0), stripes(400, 0xff)]), DEFAULT_OPTIONS, { host });
  const again = await compress(once.bytes, DEFAULT_OPTIONS, { host });
  const stays = { kind: 'kept', reason: 'not-smaller' };
  expect(again.report.images.map(({ outcome }) => outcome)).toEqual([stays, stays]);
});

describe('one-bit pages of more than 25 megapixels in all, with next to no data', () => {
  const side = 3200;
  let reasons: readonly string[];
  beforeAll(async () => {
    const input = file(side, [
      stripes(side, 0xaa),
      stripes(side, 0xcc),
      stripes(side, 0xf0),
      banded(side),
      stripes(side, 0),
    ]);
    const { report } = await compress(input, DEFAULT_OPTIONS, { host });
    reasons = report.images.map(({ outcome }) => (outcome.kind === 'kept' ? outcome.reason : outcome.kind));
  });

  test('stay as they are where a pattern would cost as much as print', () => {
    expect(reasons.slice(0, 3)).toEqual(['replaced', 'replaced', 'too-many-pixels']);
  });

  test('become smaller where they are blank', () => {
    expect(reasons.slice(3)).toEqual(['replaced', 'replaced']);
  });
});
