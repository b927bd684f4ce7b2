import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { savedOf } from '../save/saved-files.ts';
import { jobOf, resultOf } from '../testing/jobs.ts';
import { totalsOf } from '../text/summary.ts';
import { fitOf, overBy } from './fit.ts';
import type { Job, Result, ResultPart } from './job.ts';
import { type JobsEvent, jobsReducer, NO_JOBS } from './jobs-reducer.ts';

const OPTIONS = { ...DEFAULT_OPTIONS, targetSize: 1000 };
const sized = (bytes: number): Result => ({ ...resultOf(), blob: new Blob([new Uint8Array(bytes)]) });
const over = (): Job => jobOf(1, { kind: 'done', result: sized(1500) }, { options: OPTIONS });

function after(job: Job, ...events: readonly JobsEvent[]): Job {
  return events.reduce(jobsReducer, { ...NO_JOBS, jobs: [job] }).jobs[0]!;
}

const part = (firstPage: number, bytes: number): ResultPart => ({
  firstPage,
  lastPage: firstPage,
  bookmarks: 0,
  links: 0,
  removedLinks: 0,
  attachments: 0,
  blob: sized(bytes).blob,
});

function split(job: Job): Job {
  if (job.state.kind !== 'done') throw new Error('it is not done');
  const { blob } = job.state.result;
  const parts = { files: [part(1, 900), part(2, 700)], limit: 1000 };
  return after(job, { type: 'result-split', id: 1, result: blob, parts });
}

const again = { ...OPTIONS, grayscale: true };
const taken: JobsEvent = { type: 'remedy-taken', id: 1, kind: 'gray', options: again };

test('parts that fit are an answer: counted, added up, and saved in the place of the whole', () => {
  const job = split(over());
  expect(overBy(job)).toBe(0);
  expect(fitOf([job])).toMatchObject({ counted: 1, over: 0 });
  expect(totalsOf([job]).after).toBe(1600);
  const files = savedOf([job]).get(1) ?? [];
  expect(files.map(({ path, blob }) => [path, blob.size])).toEqual([
    ['file 1-light-1of2.pdf', 900],
    ['file 1-light-2of2.pdf', 700],
  ]);
});

test.each([true, false])(
  'without damaged pages it is one file; the result was unchanged: %s',
  (unchanged) => {
    const whole = over();
    if (whole.state.kind !== 'done') throw new Error('it is not done');
    const { report } = whole.state.result;
    const parts = { files: [part(1, 900)], limit: 1000, leftOut: [2] };
    const result = { ...whole.state.result, report: { ...report, unchanged }, parts };
    const files = savedOf([{ ...whole, state: { kind: 'done', result } }]).get(1) ?? [];
    expect(files.map(({ path, blob }) => [path, blob.size])).toEqual([['file 1-light.pdf', 900]]);
  },
);

test('splitting is undone, and parts of a result that is gone are not taken', () => {
  const job = split(over());
  expect(overBy(after(job, { type: 'remedy-undone', id: 1 }))).toBe(500);
  const parts = { files: [part(1, 900)], limit: 1000 };
  expect(after(over(), { type: 'result-split', id: 1, result: new Blob(), parts })).toMatchObject({
    state: { result: { report: {} } },
  });
  expect(overBy(after(over(), { type: 'result-split', id: 1, result: new Blob(), parts }))).toBe(500);
});

test('a remedy is undone to the result, the options and the settings it had', () => {
  const before = over();
  const made = after(before, taken, { type: 'job-finished', id: 1, attempt: 2, result: sized(800) });
  expect(made).toMatchObject({ hasOwnOptions: true, options: again, taken: { kind: 'gray' } });
  const undone = after(made, { type: 'remedy-undone', id: 1 });
  expect(undone.taken).toBeUndefined();
  expect(undone).toMatchObject({ hasOwnOptions: false, options: OPTIONS, state: before.state });
});

test('a remedy that was cancelled before it was made is not taken', () => {
  const job = after(over(), taken, { type: 'job-cancelled', id: 1 });
  expect(job.taken).toBeUndefined();
  expect(job).toMatchObject({ options: OPTIONS, hasOwnOptions: false });
});

test('a file that is left out is not handed out and not added up', () => {
  const job = after(over(), { type: 'job-left-out', id: 1, isLeftOut: true });
  expect(savedOf([job]).size).toBe(0);
  expect(totalsOf([job]).after).toBe(0);
});
