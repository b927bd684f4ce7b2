import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDctHeader } from '../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../codecs/jpeg/format/quality.ts';
import { compress } from '../compress.ts';
import type { Host } from '../host.ts';
import type { ImageJob } from '../image-jobs/types.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../options.ts';
import { sourceOf } from '../pdf/byte-source.ts';
import { indirectObjects } from '../pdf/document.ts';
import { readImageXObject } from '../pdf/image/image-xobject.ts';
import { PDFRawStream } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { albumFile, FIRST_IMAGE } from '../testing/documents/album-file.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { createTestHost } from '../testing/host.ts';
import { jobThreads } from '../testing/job-threads.ts';
import { noise } from '../testing/pictures/noise.ts';
import { type BudgetOfImages, sharpestFit } from './fit-size.ts';
import type { WrittenDocument } from './rewrite.ts';
import type { RunContext } from './run.ts';

const host = createTestHost();
/** More than everything except images takes, but less than the images can reach. */
const TOO_SMALL = 2500;
let album: Uint8Array;
/** The result of the default options, without a target size. */
let usual: Uint8Array;

beforeAll(async () => {
  album = await albumFile(1);
  usual = (await fitted(0)).bytes;
});

const fitted = (targetSize: number, options: Partial<CompressOptions> = {}, run: Partial<RunContext> = {}) =>
  compress(album, { ...DEFAULT_OPTIONS, ...options, targetSize }, { host, ...run });

/** Width, height and, for JPEGs, quality of each image of a result. */
async function imagesOf(bytes: Uint8Array) {
  const doc = await openDocument(bytes, { limits: DEFAULT_LIMITS });
  return indirectObjects(doc).flatMap(([ref, object]) => {
    const image = object instanceof PDFRawStream ? readImageXObject(ref, object) : null;
    if (image === null) return [];
    const header = image.codec === 'dct' ? readDctHeader(image.stream.contents) : null;
    return [{ ...image, quality: header === null ? null : jpegQuality(header) }];
  });
}

describe('a size that can be reached', () => {
  test('is, and not much is left of it', async () => {
    for (const share of [0.85, 0.65]) {
      const targetSize = Math.floor(usual.length * share);
      const { bytes, report } = await fitted(targetSize);
      expect(bytes.length).toBeLessThanOrEqual(targetSize);
      expect(bytes.length).toBeGreaterThan(targetSize * 0.9);
      expect(report.target).toMatchObject({ requestedSize: targetSize, size: bytes.length });
      expect(report.target?.applied?.quality).toBeLessThan(75);
      expect(report.warnings).not.toContain('target-missed');
    }
  });

  test('already by the other options is the same file as without it', async () => {
    const { bytes, report } = await fitted(usual.length);
    expect(bytes).toEqual(usual);
    expect(report.target).toEqual({ requestedSize: usual.length, size: usual.length });
  });

  test('never gives an image more than the other options allow', async () => {
    const options = { quality: 40, maxDimension: 150 };
    const most = (await fitted(0, options)).bytes.length;
    const { bytes } = await fitted(Math.floor(most * 0.9), options);
    for (const { quality, width, height, softMask, codec } of await imagesOf(bytes)) {
      if (codec !== 'dct') continue;
      expect(quality).toBeLessThanOrEqual(40);
      expect(Math.max(width, height)).toBeLessThanOrEqual(150);
      expect(softMask).toBeNull();
    }
  });

  test('is the same file with threads that end in any order', async () => {
    const targetSize = Math.floor(usual.length * 0.7);
    const alone = await fitted(targetSize);
    const { host: threaded } = threads(3);
    expect((await fitted(targetSize, {}, { host: threaded })).bytes).toEqual(alone.bytes);
  });

  test.each([
    ['', {}],
    [', where no page is a scan that could be separated', { mrc: 'fit' }],
  ] as const)('unpacks each picture once, however often it tries%s', async (_, options) => {
    const { host: threaded, jobs } = threads(1);
    await fitted(Math.floor(usual.length * 0.5), options, { host: threaded });
    const firstJpeg = jobs.filter(
      (job) => job.kind === 'recode' && job.width === 361 && job.source.kind === 'dct',
    );
    const tries = jobs.filter((job) => job.kind === 'retry' && job.picture.storedWidth === 361);
    expect(firstJpeg).toHaveLength(1);
    expect(tries.length).toBeGreaterThan(0);
    expect(tries.length).toBeLessThan(10);
  });

  test('leaves an image alone that is to be kept', async () => {
    const imageOverrides = { [FIRST_IMAGE]: { kind: 'keep' } } as const;
    const { report } = await fitted(Math.floor(usual.length * 0.9), {}, { imageOverrides });
    const image = report.images.find(({ object }) => object === FIRST_IMAGE);
    expect(image?.outcome).toMatchObject({ width: 361 });
  });
});

describe('a size that cannot be reached', () => {
  /** The result of rewritings that end at these sizes. */
  async function sizeOf(
    sizes: readonly number[],
    smallestAfter = Number.POSITIVE_INFINITY,
    imageBytes = 100,
    targetMode: CompressOptions['targetMode'] = 'fit',
  ) {
    const budgets: (number | null)[] = [];
    const search: BudgetOfImages = { budget: null, bytes: imageBytes, isSmallest: false };
    const { rewritten: given, smallestBytes } = await sharpestFit(
      { targetSize: 50, targetMode },
      search,
      async () => {
        budgets.push(search.budget);
        Object.assign(search, { isSmallest: budgets.length > smallestAfter });
        // Only the size is read.
        return {
          kind: 'written',
          output: sourceOf(new Uint8Array(sizes[budgets.length - 1]!)),
        } as WrittenDocument;
      },
    );
    return { size: given.kind === 'written' ? given.output.length : null, smallestBytes, budgets };
  }

  test.each([
    [[100, 90, 80, 70, 60], 60],
    [[100, 90, 80, 70, 75], 70],
    [[100, 60, 80, 70, 65], 60],
    [[55, 60, 80, 70, 65], 55],
    [[100, 90, 51, 70, 65], 51],
  ])('of files of %j bytes the first comes back, and the smallest is told', async (sizes, smallest) => {
    const { size, smallestBytes, budgets } = await sizeOf(sizes);
    expect([size, smallestBytes]).toEqual([sizes[0], smallest]);
    // First as requested, then with smaller and smaller budgets, and finally 0.
    expect(budgets[0]).toBeNull();
    const corrected = budgets.slice(1, -1);
    expect(corrected).toEqual(corrected.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
    expect(budgets.at(-1)).toBe(0);
  });

  test('nothing is tried behind the smallest that images can be', async () => {
    const found = await sizeOf([100, 90, 95, 1], 2);
    expect(found).toMatchObject({ size: 100, smallestBytes: 90, budgets: { length: 3 } });
  });

  test('nothing is tried where the rest alone is too large', async () => {
    const found = await sizeOf([100, 1], undefined, 50);
    expect(found).toEqual({ size: 100, smallestBytes: undefined, budgets: [null] });
  });

  test.each([
    [[100, 90, 80, 70, 60], 100, 60],
    [[100, 90, 80, 70, 75], 100, 70],
    [[100, 60, 80, 70, 65], 100, 60],
    [[55, 60, 80, 70, 65], 100, 55],
    // The rest alone is too large: the minimum is tried at once.
    [[100, 70], 50, 70],
  ])('closest: of files of %j bytes the smallest comes back', async (sizes, imageBytes, smallest) => {
    const { size, smallestBytes, budgets } = await sizeOf(sizes, undefined, imageBytes, 'closest');
    expect([size, smallestBytes]).toEqual([smallest, smallest]);
    expect(budgets).toHaveLength(sizes.length);
    expect(budgets.at(-1)).toBe(0);
  });

  test.each([
    [[50], 50],
    [[100, 50], 50],
    [[100, 51, 50], 50],
    [[100, 51, 40], 40],
  ])('of %j bytes the first that fits is taken', async (sizes, fitting) => {
    expect(await sizeOf(sizes)).toMatchObject({ size: fitting, budgets: { length: sizes.length } });
  });

  test('spoils no image for nothing: the file is as without a size, and says what it weighs', async () => {
    const { bytes, report } = await fitted(1000);
    expect(bytes).toEqual(usual);
    expect(report.warnings).toContain('target-missed');
    const { target } = report;
    expect(target).toMatchObject({ requestedSize: 1000, size: usual.length, missed: { attachments: 0 } });
    expect(target).not.toHaveProperty('sharpness');
    const weights = Object.values(target?.missed?.sizes ?? {});
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(usual.length);
  });

  test('because of minDpi, which holds, tells how small the file could have become', async () => {
    const rest = await fitted(TOO_SMALL, { minDpi: 150 });
    expect(rest.bytes).toEqual((await fitted(0, { minDpi: 150 })).bytes);
    const { target } = rest.report;
    expect(target?.missed?.minSize).toBeGreaterThan(target?.requestedSize ?? 0);
    expect(target?.missed?.minSize).toBeLessThan(rest.bytes.length);
  });

  test('because of an attachment, says so without touching an image', async () => {
    const file = await withAttachment(album, usual.length * 2);
    const asked = await compress(file, DEFAULT_OPTIONS, { host });
    const options = { ...DEFAULT_OPTIONS, targetSize: usual.length };
    const { bytes, report } = await compress(file, options, { host });
    expect(bytes).toEqual(asked.bytes);
    expect(report.target?.missed).toMatchObject({ attachments: 1 });
    expect(report.target?.missed?.sizes.attachments).toBeGreaterThan(usual.length);
    expect(report.target?.missed).not.toHaveProperty('minSize');
  });

  test('with a document that is no smaller than it was', async () => {
    const file = onePage(new FileBuilder()).table('/Root 1 0 R').build();
    const once = await compress(file, DEFAULT_OPTIONS, { host });
    const { bytes, report } = await compress(once.bytes, { ...DEFAULT_OPTIONS, targetSize: 10 }, { host });
    expect(bytes).toBe(once.bytes);
    expect(report).toMatchObject({ unchanged: true, target: { size: bytes.length } });
    expect(report.warnings).toContain('target-missed');
  });
});

/** The same document with an incompressible attachment. */
async function withAttachment(file: Uint8Array, bytes: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  await document.attach(noise(bytes), 'noise.bin');
  return document.save();
}

test('progress never goes back, over all tries', async () => {
  const fractions: number[] = [];
  await fitted(TOO_SMALL, {}, { onProgress: ({ fraction }) => fractions.push(fraction) });
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  expect(fractions[0]).toBe(0);
});

test('it can be cancelled between tries and in the middle of one', async () => {
  const controller = new AbortController();
  const { host: threaded, jobs } = threads(2, (job) => {
    if (job.kind === 'retry') controller.abort(new Error('enough'));
  });
  await expect(fitted(TOO_SMALL, {}, { host: threaded, signal: controller.signal })).rejects.toThrow(
    'enough',
  );
  expect(jobs.filter(({ kind }) => kind === 'retry').length).toBeLessThan(5);
});

/** Threads that record image jobs. */
function threads(parallelism: number, onJob: (job: ImageJob) => void = () => {}) {
  const jobs: ImageJob[] = [];
  const workThreads = jobThreads(host, parallelism, (job) => {
    if (job.kind !== 'recode' && job.kind !== 'retry') return undefined;
    jobs.push(job);
    onJob(job);
    return undefined;
  });
  const threaded: Host = { ...host, workThreads };
  return { host: threaded, jobs };
}
