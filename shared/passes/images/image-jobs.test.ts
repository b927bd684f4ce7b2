import { describe, expect, test } from 'vitest';
import type { ImageJobResult, RecodeJob } from '../../image-jobs/types.ts';
import { PIXELS_IN_FLIGHT } from '../../limits.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import type { PDFRawStream } from '../../pdf/objects.ts';
import type { ImageReport } from '../../report.ts';
import { type ObjectSource, objectOf, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { createTestHost } from '../../testing/host.ts';
import { passContext } from '../../testing/pass-context.ts';
import { imageAmount, workAmount } from '../../work/amount.ts';
import { jobPixels, type WorkJob } from '../../work/job.ts';
import type { WorkThreads } from '../../work/threads.ts';
import { transferablesOf } from '../../work/transferables.ts';
import { images } from '../images.ts';
import { eachItem, skipped } from '../pass.ts';

const KEPT: ImageJobResult = { kind: 'kept', reason: 'not-smaller' };

/** Threads that record requests and answer under the test's control; buffers are transferred as through a port. */
class FakeThreads implements WorkThreads {
  readonly parallelism: number;
  readonly documentHelps = false;
  readonly isWorth: WorkThreads['isWorth'];
  readonly jobs: RecodeJob[] = [];
  most = { jobs: 0, pixels: 0 };
  isClosed = false;
  #now = { jobs: 0, pixels: 0 };
  readonly #answer: (job: RecodeJob) => Promise<ImageJobResult>;

  constructor(
    parallelism: number,
    answer: (job: RecodeJob) => Promise<ImageJobResult>,
    isWorth: WorkThreads['isWorth'] = () => true,
  ) {
    this.parallelism = parallelism;
    this.isWorth = isWorth;
    this.#answer = answer;
  }

  open() {
    return {
      run: async (given: WorkJob) => {
        const job = structuredClone(given, { transfer: transferablesOf(given) });
        if (job.kind !== 'recode') throw new Error('only images were to be worked on');
        this.jobs.push(job);
        this.#count(1, jobPixels(job));
        try {
          return await this.#answer(job);
        } finally {
          this.#count(-1, -jobPixels(job));
        }
      },
      close: () => {
        this.isClosed = true;
      },
    };
  }

  #count(jobs: number, pixels: number) {
    this.#now = { jobs: this.#now.jobs + jobs, pixels: this.#now.pixels + pixels };
    this.most = {
      jobs: Math.max(this.most.jobs, this.#now.jobs),
      pixels: Math.max(this.most.pixels, this.#now.pixels),
    };
  }
}

/** A plain gray image; its data is truncated where only its size matters. */
function grayImage(width: number, height: number, bytes = 64): ObjectSource {
  const dict = `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
  return stream(dict, new Uint8Array(bytes).fill(width & 255));
}

function album(sources: readonly ObjectSource[]): PdfDocument {
  return pagesDocument([''], Object.fromEntries(sources.map((source, index) => [100 + index, source])));
}

async function run(doc: PdfDocument, workThreads: WorkThreads, signal?: AbortSignal) {
  const reports: ImageReport[] = [];
  const host = { ...createTestHost(), workThreads };
  const ctx = passContext({ host, signal, reportImage: (image) => reports.push(image) });
  try {
    ctx.threads.openFor(workAmount(doc, ctx.threads.parallelism), imageAmount(doc));
    await images.run(doc, ctx);
  } finally {
    ctx.threads.close();
  }
  return reports;
}

const later = () => new Promise(setImmediate);

describe('images on threads', () => {
  test('are two at a time for each thread, and reported in order', async () => {
    const threads = new FakeThreads(3, async (job) => {
      // Later images answer sooner.
      for (let turn = job.width; turn < 220; turn += 1) await later();
      return KEPT;
    });
    const sizes = Array.from({ length: 12 }, (_, index) => 200 + index);
    const reports = await run(album(sizes.map((width) => grayImage(width, 200))), threads);
    expect(threads.most.jobs).toBe(6);
    expect(threads.jobs.map(({ width }) => width)).toEqual(sizes);
    expect(reports.map(({ width }) => width)).toEqual(sizes);
    expect(threads.isClosed).toBe(true);
  });

  test('hold no more pixels together than allowed', async () => {
    const threads = new FakeThreads(8, async () => {
      await later();
      return KEPT;
    });
    const large = () => grayImage(5000, 4000);
    await run(album([large(), large(), large(), grayImage(8000, 9000), large()]), threads);
    expect(threads.jobs).toHaveLength(5);
    expect(threads.most.pixels).toBe(72_000_000);
    const usual = new FakeThreads(8, async () => {
      await later();
      return KEPT;
    });
    await run(album(Array.from({ length: 9 }, large)), usual);
    expect([usual.most.jobs, usual.most.pixels <= PIXELS_IN_FLIGHT]).toEqual([2, true]);
  });

  test('get a copy of what belongs to the document, and only of that', async () => {
    const doc = album([grayImage(200, 200, 40_000)]);
    const stored = objectOf(doc, 100) as PDFRawStream;
    const threads = new FakeThreads(1, async () => KEPT);
    await run(doc, threads);
    expect(stored.contents).toHaveLength(40_000);
    const { source } = threads.jobs[0]!;
    expect(source.kind === 'samples' && source.rows).toEqual(stored.contents);
  });

  test('stay in place when they are small or not worth it', async () => {
    const never = async () => {
      throw new Error('not for a thread');
    };
    const sources = [grayImage(10, 50, 500), grayImage(20, 50, 1000)];
    const small = new FakeThreads(2, never);
    const fewer = new FakeThreads(2, never, ({ pixels, largest }) => pixels - largest > 2000);
    expect(await run(album(sources), small)).toEqual(await run(album(sources), fewer));
    const more = album([...sources, ...sources, grayImage(300, 300)]);
    await expect(run(more, fewer)).rejects.toThrow('not for a thread');
  });
});

test('an abort ends the pass at once, and what the threads are at', async () => {
  const abort = new AbortController();
  const reason = new Error('no longer wanted');
  const threads = new FakeThreads(2, () => {
    abort.abort(reason);
    return new Promise(() => {});
  });
  const many = album(Array.from({ length: 9 }, () => grayImage(200, 200)));
  await expect(run(many, threads, abort.signal)).rejects.toBe(reason);
  expect(threads.isClosed).toBe(true);
  expect(threads.jobs.length).toBeLessThanOrEqual(4);
});

test('what a job throws ends the pass, as if it had been thrown there', async () => {
  const bug = new TypeError('a bug');
  const threads = new FakeThreads(2, () => Promise.reject(bug));
  await expect(run(album([grayImage(200, 200)]), threads)).rejects.toBe(bug);
  expect(threads.isClosed).toBe(true);
});

describe('recoding that has begun', () => {
  const many = () => album(Array.from({ length: 9 }, (_, index) => grayImage(200 + index, 200)));

  test('goes on beside other passes, which let it be heard after each item', async () => {
    const threads = new FakeThreads(2, async () => {
      await later();
      return KEPT;
    });
    const reports: ImageReport[] = [];
    const host = { ...createTestHost(), workThreads: threads, yieldToEventLoop: later };
    const ctx = passContext({ host, reportImage: (image) => reports.push(image) });
    ctx.threads.openFor({ pixels: 1, largest: 1 }, { pixels: 1, largest: 1 });
    const finish = await images.begin(many(), ctx);
    const otherItems = Array.from({ length: 100 }, (_, index) => index);
    await eachItem('contents', otherItems, ctx, () => skipped('not-smaller'));
    expect(threads.jobs).toHaveLength(9);
    expect(reports).toEqual([]);
    await finish();
    expect(reports.map(({ width }) => width)).toEqual([200, 201, 202, 203, 204, 205, 206, 207, 208]);
    ctx.threads.close();
  });

  test('ends with the document, whatever ended that', async () => {
    const threads = new FakeThreads(2, async () => {
      await later();
      return KEPT;
    });
    const ctx = passContext({ host: { ...createTestHost(), workThreads: threads } });
    ctx.threads.openFor({ pixels: 1, largest: 1 }, { pixels: 1, largest: 1 });
    const finish = await images.begin(many(), ctx);
    ctx.threads.close();
    await expect(finish()).rejects.toThrow('done');
    expect(threads.jobs.length).toBeLessThanOrEqual(5);
  });
});
