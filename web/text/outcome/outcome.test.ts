import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type Warning } from '../../../shared/index.ts';
import type { AllocationState } from '../../jobs/allocation.ts';
import type { Job } from '../../jobs/job.ts';
import { jobOf, reportOf, resultOf, states } from '../../testing/jobs.ts';
import type { DiffState } from '../../visual-diff/proof.ts';
import { outcomeOf, outcomeText } from './outcome.ts';

/** A file of 2,000 KB that became so large, with a limit. */
function job(id: number, size: number, targetSize = 0): Job {
  const result = {
    ...resultOf(),
    blob: new Blob([new Uint8Array(size)]),
    report: reportOf({ inputSize: 2_000_000, outputSize: size }),
  };
  return jobOf(id, { kind: 'done', result }, { options: { ...DEFAULT_OPTIONS, targetSize } });
}

const page = (similarity: number, number = 2) => ({
  page: number,
  similarity,
  worstSpot: null,
  words: 9,
  isTextEqual: true,
  isSizeEqual: true,
});
const done = (similarity: number): DiffState => ({ kind: 'done', pages: [page(1, 1), page(similarity)] });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function told(
  jobs: readonly Job[],
  proof: DiffState = { kind: 'none' },
  { needsAsking = false, together = null as AllocationState | null } = {},
) {
  const outcome = outcomeOf(jobs, together, jobs.length === 1 ? { proof, needsAsking } : null);
  const { line, download, headline } = outcome;
  return {
    text: plain(outcomeText(outcome)),
    lit: plain(headline.lit ?? ''),
    line: plain(line),
    isMain: download.isMain,
    ids: download.ids,
  };
}

describe('one file is praised after its proof', () => {
  const running: DiffState = { kind: 'running', pages: [page(1, 1)], total: 4 };
  test.each<[string, number, DiffState, boolean, string, string, string, boolean]>([
    ['none yet', 0, { kind: 'none' }, false, '400.0 KB. Checking…', '', 'It was 2.0 MB, 80% smaller', false],
    ['one of four pages', 0, running, false, '400.0 KB. Checking…', '', 'It was 2.0 MB, 80% smaller', false],
    ['the same', 0, done(0.98), false, 'Now 400.0 KB', '400.0 KB', 'It was 2.0 MB, 80% smaller', true],
    ['identical', 0, done(1), false, 'Now 400.0 KB', '400.0 KB', 'Every pixel is identical.', true],
    [
      'softer',
      0,
      done(0.912),
      false,
      'Now 400.0 KB, page 2 looks softer',
      '',
      'It was 2.0 MB, 80% smaller · 91.2',
      false,
    ],
    ['only when asked', 0, { kind: 'none' }, true, 'Now 400.0 KB', '', 'It was 2.0 MB, 80% smaller', true],
    [
      'under a limit',
      5e5,
      done(0.98),
      false,
      '400.0 KB. Fits under 500 KB',
      '400.0 KB',
      'It was 2.0 MB',
      true,
    ],
    [
      'under a limit, softer',
      5e5,
      done(0.921),
      false,
      'Fits, but page 2 looks softer',
      '',
      '400.0 KB · It was 2.0 MB · 92.1',
      false,
    ],
    [
      'under a limit, lost',
      5e5,
      done(0.8),
      false,
      'Fits, but page 2 lost detail',
      '',
      '400.0 KB · It was 2.0 MB · 80.0',
      false,
    ],
    ['over a limit', 3e5, done(1), false, 'Over by 100.0 KB', '', 'It was 2.0 MB', false],
  ])('%s', (_, limit, proof, needsAsking, text, lit, line, isMain) => {
    expect(told([job(1, 400_000, limit)], proof, { needsAsking })).toEqual({
      text,
      lit,
      line,
      isMain,
      ids: [1],
    });
  });
});

describe('one file that stays as it is', () => {
  const kept = (warnings: readonly Warning[], targetSize = 0) => {
    const report = reportOf({ inputSize: 9e5, outputSize: 9e5, ratio: 1, unchanged: true, warnings });
    const result = { ...resultOf(), blob: new Blob([new Uint8Array(9e5)]), report };
    return jobOf(1, { kind: 'done', result }, { options: { ...DEFAULT_OPTIONS, targetSize } });
  };
  test.each<[string, readonly Warning[], number, string, boolean]>([
    ['because it is small', [], 0, 'Nothing to save here', true],
    ['for its signature', ['signed'], 0, 'Original kept', true],
    ['for its damage', ['damaged-kept'], 0, 'Original kept', true],
    ['under a limit', ['signed'], 1e6, 'It fits under 1 MB', true],
    ['small, over a limit', [], 5e5, 'Over by 400.0 KB', false],
    ['signed, over a limit', ['signed'], 5e5, 'Over by 400.0 KB', false],
  ])('%s', (_, warnings, limit, text, isMain) => {
    expect(told([kept(warnings, limit)])).toEqual({ text, lit: '', line: '', isMain, ids: [1] });
  });
});

test('of two piles those that fit are saved; none is left out silently', () => {
  const limit = 500_000;
  expect(told([job(1, 4e5, limit), job(2, 6e5, limit), job(3, 3e5, limit)])).toMatchObject({
    text: '2 fit, 1 does not',
    lit: '2 fit',
    isMain: true,
    ids: [1, 3],
  });
  expect(told([job(1, 612_000, limit), job(2, 7e5, limit)])).toMatchObject({
    text: 'None fits under 500 KB',
    line: 'Nearest: 612.0 KB',
    isMain: false,
    ids: [1, 2],
  });
  expect(told([job(1, 4e5, limit), job(2, 3e5, limit)])).toMatchObject({
    text: '2 of 2 fit under 500 KB',
    ids: [1, 2],
  });
});

test('a sum is answered first, unless a file is too large for itself', () => {
  const jobs = [job(1, 4e5, 5e5), job(2, 4e5, 5e5)];
  const together = { kind: 'impossible', budget: 7e5, leastBytes: 8e5 } as const;
  expect(told(jobs, undefined, { together })).toMatchObject({
    text: '100.0 KB over 700 KB together',
    isMain: false,
  });
  const fits = { kind: 'fits', budget: 2e6 } as const;
  expect(told(jobs, undefined, { together: fits })).toMatchObject({
    text: 'All together under 2 MB: 800.0 KB used',
    lit: '800.0 KB',
  });
  expect(told([...jobs, job(3, 6e5, 5e5)], undefined, { together: fits })).toMatchObject({
    text: '2 fit, 1 does not',
    ids: [1, 2],
  });
});

test('a file that is kept or failed has its own words', () => {
  expect(told([jobOf(1, states.kept())]).text).toBe('Nothing to save here');
  expect(told([jobOf(1, states.damaged)])).toMatchObject({ text: '1 file couldn’t be compressed', ids: [] });
});
