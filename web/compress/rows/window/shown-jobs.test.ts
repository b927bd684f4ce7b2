import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../../shared/index.ts';
import type { Job } from '../../../jobs/job.ts';
import { jobOf, pdfFile, reportOf, states } from '../../../testing/jobs.ts';
import type { DiffState, PageDiff } from '../../../visual-diff/proof.ts';
import { FILTERS, filterCounts, type JobPredicates, namedLike, SORTS, visibleJobs } from './shown-jobs.ts';

function done(id: number, bytes: number, inputBytes = 1000): Job {
  const report = reportOf({ inputSize: inputBytes, outputSize: bytes });
  const result = { blob: new Blob([new Uint8Array(bytes)]), report, elapsedMs: 1, isSaved: false };
  return jobOf(id, { kind: 'done', result }, { options: { ...DEFAULT_OPTIONS, targetSize: 500 } });
}

const jobs = [
  done(1, 700),
  jobOf(2, states.locked),
  done(3, 400),
  jobOf(4, states.damaged),
  done(5, 450, 2000),
  jobOf(6, states.waiting),
];

/** The file of 400 bytes looks different, the one of 450 was not compared. */
const judgement: JobPredicates = {
  proofOf: ({ report }) =>
    report.outputSize === 450 ? { kind: 'none' } : proved(report.outputSize === 400 ? 0.9 : 1),
  needsAsking: ({ report }) => report.outputSize === 450,
};

function proved(similarity: number): DiffState {
  const page: PageDiff = {
    page: 1,
    similarity,
    worstSpot: null,
    words: 0,
    isTextEqual: true,
    isSizeEqual: true,
  };
  return { kind: 'done', pages: [page] };
}

test('each filter counts what it shows', () => {
  expect(filterCounts(jobs, judgement)).toEqual({
    all: 6,
    over: 1,
    locked: 1,
    different: 1,
    uncompared: 1,
    failed: 1,
  });
  const ids = FILTERS.map((filter) => visibleJobs(jobs, filter, 'added', judgement).map(({ id }) => id));
  expect(ids).toEqual([[1, 2, 3, 4, 5, 6], [1], [2], [3], [5], [4]]);
});

test('an order is by what came of the files; those without a result come last, as they were added', () => {
  const ids = SORTS.map((sort) => visibleJobs(jobs, 'all', sort, judgement).map(({ id }) => id));
  expect(ids).toEqual([
    [1, 2, 3, 4, 5, 6],
    [1, 5, 3, 2, 4, 6],
    [5, 3, 1, 2, 4, 6],
    [3, 1, 5, 2, 4, 6],
  ]);
});

test('files are found by words of their name or folder, whatever their case and accents', () => {
  const named = [
    jobOf(1, states.waiting, { file: pdfFile('Résumé 2026.pdf') }),
    jobOf(2, states.waiting, { file: pdfFile('scan.pdf'), folder: 'Reports/2026' }),
    jobOf(3, states.waiting, { file: pdfFile('scan 2.pdf') }),
  ];
  const found = (query: string) => namedLike(named, query).map(({ id }) => id);
  expect(found('resume')).toEqual([1]);
  expect(found('2026 ')).toEqual([1, 2]);
  expect(found('SCAN rep')).toEqual([2]);
  expect(namedLike(named, ' ')).toBe(named);
  expect(found('letter')).toEqual([]);
});
