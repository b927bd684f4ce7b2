import { beforeAll, describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import type { CompressResult, PassReport } from '../report.ts';
import { FileBuilder, latin1Bytes } from '../testing/documents/files.ts';
import { createTestHost } from '../testing/host.ts';
import { type Fault, jobThreads } from '../testing/job-threads.ts';
import { noise } from '../testing/pictures/noise.ts';
import type { WorkJob } from '../work/job.ts';

const PAGES = 12;
const host = createTestHost();

/** Pages of one and two streams, and streams of unknown purpose: deflated, plain, and incompressible. */
function wordyFile(): Uint8Array {
  const numbers = Array.from({ length: PAGES }, (_, page) => 10 + page * 10);
  const file = new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R /Kept [5 0 R 6 0 R 7 0 R] >>`)
    .object(
      2,
      `<< /Type /Pages /Count ${PAGES} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    )
    .stream(5, '', latin1Bytes('words and words, '.repeat(300)))
    .stream(6, '', noise(3000))
    .stream(7, '/Filter /ASCIIHexDecode', latin1Bytes(`${'0123456789abcdef'.repeat(200)}>`));
  for (const [page, number] of numbers.entries()) {
    const isDivided = page % 3 === 0;
    const parts = isDivided ? `[${number + 1} 0 R ${number + 2} 0 R]` : `${number + 1} 0 R`;
    file
      .object(
        number,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${parts}
          /Resources << >> >>`,
      )
      .stream(number + 1, '', latin1Bytes(careless(page)));
    if (isDivided) file.stream(number + 2, '', latin1Bytes(careless(page + 200)));
  }
  return file.table('/Root 1 0 R').build();
}

/** Lines with superfluous digits and comments, different on each page. */
function careless(page: number): string {
  return Array.from(
    { length: 20 + page },
    (_, line) => `1.000 w ${line}.500 ${page % 97}.250 m 150.000 ${line * 3}.0 l S % line ${line}\n`,
  ).join('');
}

let alone: CompressResult;
beforeAll(async () => {
  alone = await compress(wordyFile(), DEFAULT_OPTIONS, { host });
});

function spread(threads: number, onJob?: (job: WorkJob) => Fault | undefined, signal?: AbortSignal) {
  const run = { host: { ...host, workThreads: jobThreads(host, threads, onJob) } };
  return compress(wordyFile(), DEFAULT_OPTIONS, signal === undefined ? run : { ...run, signal });
}

const passOf = ({ report }: CompressResult, pass: PassReport['pass']) =>
  report.passes.find((each) => each.pass === pass);

test.each([
  // A single thread deflates the output of the document's own thread.
  [1, 'content-packing'],
  [2, 'content'],
  [8, 'content'],
] as const)(
  'contents and streams are the same bytes with %d threads as with none',
  async (threads, contentJob) => {
    const jobs: WorkJob['kind'][] = [];
    const { bytes, report } = await spread(threads, ({ kind }) => void jobs.push(kind));
    expect(new Set(jobs)).toEqual(new Set([contentJob, 'deflate']));
    expect(report).toEqual(alone.report);
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect([passOf(alone, 'contents')?.changed, passOf(alone, 'streams')?.changed]).toEqual([PAGES, 2]);
  },
);

test.each(['content', 'content-packing', 'deflate'] as const)(
  'jobs of the kind %s that are lost are done again: the same bytes and report',
  async (kind) => {
    const { bytes, report } = await spread(kind === 'content-packing' ? 1 : 2, (job) =>
      job.kind === kind ? 'lost' : undefined,
    );
    expect(report).toEqual(alone.report);
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
  },
);

describe.each(['content', 'deflate'] as const)('of jobs of the kind %s', (kind) => {
  test('one that never answers does not keep the document from being aborted', async () => {
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    const run = spread(
      2,
      (job) => {
        if (job.kind !== kind) return undefined;
        setImmediate(() => abort.abort(reason));
        return 'hangs';
      },
      abort.signal,
    );
    await expect(run).rejects.toBe(reason);
  });
});
