import { expect, test, vi } from 'vitest';
import { type PartReport, PRESETS } from '../../shared/index.ts';
import { MIN_DPI } from '../jobs/fit.ts';
import type { Job } from '../jobs/job.ts';
import { jobOf, reportOf, resultOf } from '../testing/jobs.ts';
import { MAX_ESTIMATE_MS } from '../worker/max-estimate-ms.ts';
import type { TaskOutcome } from '../worker/pool.ts';
import type { EstimateRequest } from '../worker/wire.ts';
import { guessRemedies, KnownRemedies } from './remedy-sizes.ts';

const BYTES = {
  images: 1900,
  fonts: 0,
  content: 0,
  structure: 0,
  attachments: 0,
  metadata: 0,
  unused: 0,
  other: 0,
};

function over(id: number): Job {
  const missed = { sizes: BYTES, attachments: 0 };
  const result = {
    ...resultOf({ target: { requestedSize: 1000, size: 2000, missed } }),
    blob: new Blob([new Uint8Array(2000)]),
  };
  return jobOf(id, { kind: 'done', result }, { options: { ...PRESETS.balanced, targetSize: 1000 } });
}

const blobOf = ({ state }: Job) => (state.kind === 'done' ? state.result.blob : new Blob());

const PART = {
  size: 900,
  firstPage: 1,
  lastPage: 3,
  bookmarks: 0,
  links: 0,
  removedLinks: 0,
  attachments: 0,
};

/** Returns the same estimate for every file, and records the requests. */
function guessing(
  end: TaskOutcome<readonly number[]>,
  parts: TaskOutcome<readonly PartReport[]> = { kind: 'cancelled' },
) {
  const asked: EstimateRequest[] = [];
  return {
    asked,
    estimate(request: EstimateRequest) {
      asked.push(request);
      return { outcome: Promise.resolve(end), cancel: () => undefined };
    },
    withoutPages: () => ({
      outcome: Promise.resolve({ kind: 'cancelled' as const }),
      cancel: () => undefined,
    }),
    compression: () => ({
      outcome: Promise.resolve({
        kind: 'finished' as const,
        value: { blob: null, report: reportOf({ outputSize: 804 }) },
      }),
      cancel: () => undefined,
    }),
    weighParts: () => ({ outcome: Promise.resolve(parts), cancel: () => undefined }),
    splitPlan: () => ({ outcome: Promise.resolve({ kind: 'cancelled' as const }), cancel: () => undefined }),
  };
}

test('each file is looked into once, as coarse as its remedies let it become', async () => {
  const coreQueries = guessing({ kind: 'finished', value: [700, 800, 900] });
  const known = new KnownRemedies();
  const jobs = [over(1), over(2)];
  await guessRemedies(coreQueries, jobs, known).done;
  await guessRemedies(coreQueries, jobs, known).done;
  const [small, gray, lower] = [PRESETS.small.minDpi, PRESETS.balanced.minDpi, MIN_DPI];
  const asked = [
    { quality: 20, maxDpi: small, grayscale: false, targetSize: 0 },
    { quality: 20, maxDpi: gray, grayscale: true, targetSize: 0 },
    { quality: 20, maxDpi: lower, grayscale: false, targetSize: 0 },
  ];
  expect(coreQueries.asked.map(({ options }) => options)).toMatchObject([asked, asked]);
  expect(known.of(blobOf(jobs[0]!))).toEqual({ small: 700, gray: 800, lower: 900 });
});

test('of a file that could not be looked into nothing is known, and it is not asked again', async () => {
  const coreQueries = guessing({ kind: 'cancelled' });
  const known = new KnownRemedies();
  const job = over(1);
  await guessRemedies(coreQueries, [job], known).done;
  await guessRemedies(coreQueries, [job], known).done;
  expect(coreQueries.asked).toHaveLength(1);
  expect(known.of(blobOf(job))).toEqual({});
});

test('a small file without its attachments is made, a large one is not', async () => {
  const sized = (content: number) => {
    const missed = { sizes: { ...BYTES, images: 0, content, attachments: 2_000_000 }, attachments: 1 };
    const result = {
      ...resultOf({ target: { requestedSize: 1000, size: 2000, missed } }),
      blob: new Blob([new Uint8Array(2_000_000 + content)]),
    };
    return jobOf(content, { kind: 'done', result }, { options: { ...PRESETS.balanced, targetSize: 1000 } });
  };
  const coreQueries = guessing({ kind: 'cancelled' });
  const known = new KnownRemedies();
  const [small, large] = [sized(900), sized(1_500_000)];
  await guessRemedies(coreQueries, [small, large], known).done;
  expect(known.of(blobOf(small)).attachments).toBe(804);
  expect(known.of(blobOf(large)).attachments).toBeUndefined();
});

test('what was stopped is asked again the next time', async () => {
  const coreQueries = guessing({ kind: 'cancelled' });
  const known = new KnownRemedies();
  const work = guessRemedies(coreQueries, [over(1), over(2)], known);
  work.stop();
  await work.done;
  expect(coreQueries.asked).toHaveLength(1);
  await guessRemedies(coreQueries, [over(3)], known).done;
  expect(coreQueries.asked).toHaveLength(2);
});

test('parts are weighed, and what cannot be split says why', async () => {
  const weighed = async (parts: TaskOutcome<readonly PartReport[]>) => {
    const known = new KnownRemedies();
    const job = over(1);
    await guessRemedies(guessing({ kind: 'cancelled' }, parts), [job], known).done;
    return known.of(blobOf(job));
  };
  const problem = { code: 'cannot_split', reason: 'page-over-limit' } as const;
  expect(await weighed({ kind: 'finished', value: [PART] })).toEqual({ split: [PART] });
  expect(await weighed({ kind: 'failed', problem })).toEqual({ splitProblem: problem });
  expect(await weighed({ kind: 'cancelled' })).toEqual({});
});

test.each([
  ['as asked where that fits', [800, 300], 800],
  ['the limit where only the coarsest does', [1500, 300], 1000],
  ['the coarsest where nothing does', [1500, 1200], 1200],
])('a copy without its signature is guessed %s', async (_, sizes, expected) => {
  const result = {
    ...resultOf({
      unchanged: true,
      warnings: ['signed'],
      inputSize: 2000,
      outputSize: 2000,
      options: { ...PRESETS.balanced, targetSize: 1000 },
      target: { requestedSize: 1000, size: 2000 },
    }),
    blob: new Blob([new Uint8Array(2000)]),
  };
  const job = jobOf(1, { kind: 'done', result }, { options: { ...PRESETS.balanced, targetSize: 1000 } });
  const coreQueries = guessing({ kind: 'finished', value: sizes });
  const known = new KnownRemedies();
  await guessRemedies(coreQueries, [job], known).done;
  expect(known.of(result.blob)).toEqual({ signature: expected });
  expect(coreQueries.asked[0]).toMatchObject({
    report: null,
    options: [{ targetSize: 0, breakSignatures: true }, {}],
  });
});

test('a slow device gets its estimate, though that takes longer than estimates of presets may', async () => {
  vi.useFakeTimers();
  try {
    const known = new KnownRemedies();
    const job = over(1);
    const coreQueries = {
      ...guessing({ kind: 'cancelled' }),
      estimate: () => {
        let cancel = () => {};
        const outcome = new Promise<TaskOutcome<readonly number[]>>((resolve) => {
          cancel = () => resolve({ kind: 'cancelled' });
          setTimeout(() => resolve({ kind: 'finished', value: [900, 800, 700] }), 2 * MAX_ESTIMATE_MS);
        });
        return { outcome, cancel: () => cancel() };
      },
    };
    const { done } = guessRemedies(coreQueries, [job], known);
    await vi.runAllTimersAsync();
    await done;
    expect(known.of(blobOf(job))).toMatchObject({ small: 900 });
  } finally {
    vi.useRealTimers();
  }
});
