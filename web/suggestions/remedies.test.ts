import { expect, test } from 'vitest';
import { type CompressReport, DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { jobOf, reportOf, resultOf } from '../testing/jobs.ts';
import { coarsest, remediesOf } from './remedies.ts';

const BYTES = {
  images: 0,
  fonts: 0,
  content: 0,
  structure: 0,
  attachments: 0,
  metadata: 0,
  unused: 0,
  other: 0,
} as const;

/** A result of 2,000 bytes with a limit of 1,000, nearly all of one kind. */
function job(heaviest: keyof typeof BYTES, options: Partial<Job['options']> = {}, pages = 3): Job {
  const { document } = reportOf();
  const missed = { sizes: { ...BYTES, [heaviest]: 1900 }, attachments: 1 };
  const report: Partial<CompressReport> = {
    document: { ...document, pages },
    target: { requestedSize: 1000, size: 2000, missed },
  };
  const result = { ...resultOf(report), blob: new Blob([new Uint8Array(2000)]) };
  return jobOf(
    1,
    { kind: 'done', result },
    { options: { ...PRESETS.balanced, targetSize: 1000, ...options } },
  );
}

const kinds = (of: Job) => remediesOf(of).map(({ kind }) => kind);

test.each<[string, Job, readonly string[]]>([
  ['pictures', job('images'), ['split', 'small', 'gray', 'lower']],
  ['pictures that are gray already', job('images', { grayscale: true }), ['split', 'small', 'lower']],
  ['pictures without a floor', job('images', { minDpi: 0 }), ['split', 'gray']],
  ['pictures on one page', job('images', {}, 1), ['small', 'gray', 'lower']],
  ['an attachment', job('attachments'), ['split', 'attachments']],
  ['fonts', job('fonts'), ['split']],
  ['text on one page', job('content', {}, 1), []],
])('%s: what may help, and was not tried', (_, of, offered) => {
  expect(kinds(of)).toEqual(offered);
});

test('a remedy keeps the limit and all settings but the one that it names', () => {
  const of = job('images');
  const ways = Object.fromEntries(remediesOf(of).map(({ kind, options }) => [kind, options]));
  const { minDpi, roundCoordinates } = PRESETS.small;
  expect(of.options.minDpi).toBeGreaterThan(minDpi);
  expect(ways).toEqual({
    split: null,
    small: { ...of.options, minDpi, roundCoordinates },
    gray: { ...of.options, grayscale: true },
    lower: { ...of.options, minDpi: 0 },
  });
  const attached = job('attachments');
  expect(remediesOf(attached)[1]?.options).toEqual({ ...attached.options, removeAttachments: true });
});

test.each([
  [[2], ['pages']],
  [[1, 2, 3], []],
  [[], []],
])('a damaged file of 3 pages can do without pages %j', (pages, offered) => {
  const { document } = reportOf();
  const report: Partial<CompressReport> = {
    document: { ...document, pages: 3 },
    unchanged: true,
    warnings: ['damaged-kept'],
    damage: { pages, missingPages: 0 },
  };
  const result = { ...resultOf(report), blob: new Blob([new Uint8Array(2000)]) };
  const options = { ...PRESETS.balanced, targetSize: 1000 };
  expect(kinds(jobOf(1, { kind: 'done', result }, { options }))).toEqual(offered);
});

test('what fits needs no help', () => {
  expect(kinds(job('images', { targetSize: 3000 }))).toEqual([]);
});

test('the coarsest is what the core would try last: never below its floor, never sharper than asked', () => {
  const options = { ...DEFAULT_OPTIONS, targetSize: 500 };
  expect(coarsest(options)).toMatchObject({ targetSize: 0, quality: 20, maxDpi: 72 });
  expect(coarsest({ ...options, minDpi: 110 })).toMatchObject({ maxDpi: 110 });
  expect(coarsest({ ...options, quality: 10, maxDpi: 60 })).toMatchObject({ quality: 10, maxDpi: 60 });
});
