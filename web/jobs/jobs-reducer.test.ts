import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import { jobOf, pdfFile, resultOf, states } from '../testing/jobs.ts';
import { limitOf } from './fit.ts';
import type { Job, JobState } from './job.ts';
import { type JobsEvent, jobsReducer, NO_JOBS } from './jobs-reducer.ts';

const NOTHING_REFUSED = { names: [], inFolders: [] };

function jobAfter(job: Job, ...events: readonly JobsEvent[]): Job {
  const { jobs } = events.reduce(jobsReducer, { ...NO_JOBS, jobs: [job] });
  return jobs[0]!;
}

function stateAfter(state: JobState, ...events: readonly JobsEvent[]): JobState {
  return jobAfter(jobOf(1, state), ...events).state;
}

/** Events of the first attempt of file 1. */
const progressTo = (fraction: number): JobsEvent => ({
  type: 'jobs-progressed',
  news: [{ id: 1, attempt: 1, progress: { fraction, phase: 'images' } }],
});

describe('adding files', () => {
  test('keeps the order in which they came', () => {
    const first = jobsReducer(NO_JOBS, {
      type: 'files-added',
      added: [{ id: 1, file: pdfFile('b.pdf'), folder: '' }],
      refused: NOTHING_REFUSED,
      options: DEFAULT_OPTIONS,
    });
    const both = jobsReducer(first, {
      type: 'files-added',
      added: [{ id: 2, file: pdfFile('a.pdf'), folder: '' }],
      refused: NOTHING_REFUSED,
      options: PRESETS.small,
    });
    expect(both.jobs.map(({ file }) => file.name)).toEqual(['b.pdf', 'a.pdf']);
    expect(both.jobs.map(({ options }) => options)).toEqual([DEFAULT_OPTIONS, PRESETS.small]);
    expect(both.jobs.every(({ state }) => state.kind === 'waiting')).toBe(true);
  });

  test('remembers what was refused until it was read', () => {
    const refused = { names: ['photo.heic'], inFolders: [] };
    const state = jobsReducer(NO_JOBS, { type: 'files-added', added: [], refused, options: DEFAULT_OPTIONS });
    expect(state).toEqual({ ...NO_JOBS, refused });
    expect(jobsReducer(state, { type: 'rejection-dismissed' }).refused).toBeNull();
  });
});

describe('a run', () => {
  test('goes from waiting through running to done', () => {
    const result = resultOf();
    const job = jobAfter(
      jobOf(1, states.waiting),
      { type: 'job-started', id: 1, attempt: 1 },
      progressTo(0.4),
      { type: 'job-finished', id: 1, attempt: 1, result },
    );
    expect(job.state).toEqual({ kind: 'done', result });
  });

  test('never goes back', () => {
    const state = stateAfter(states.running(0.6), progressTo(0.3));
    expect(state).toEqual(states.running(0.6));
  });

  test('fails with its problem', () => {
    const problem = { code: 'damaged_pdf', reason: 'no-xref' } as const;
    expect(stateAfter(states.running(0.1), { type: 'worker-failed', id: 1, attempt: 1, problem })).toEqual({
      kind: 'failed',
      problem,
      kept: null,
    });
  });

  test('is not disturbed by news of an earlier attempt', () => {
    const second = jobOf(1, states.running(0.2), { attempt: 2 });
    const news: readonly JobsEvent[] = [
      progressTo(0.9),
      { type: 'job-finished', id: 1, attempt: 1, result: resultOf() },
      { type: 'worker-failed', id: 1, attempt: 1, problem: { code: 'worker_died' } },
    ];
    expect(jobAfter(second, ...news)).toEqual(second);
  });

  test('that ended stays ended when a late message arrives', () => {
    const done = states.done();
    expect(stateAfter(done, progressTo(1))).toBe(done);
  });
});

describe('cancelling', () => {
  test('ends the attempt, so that nothing more is heard of it', () => {
    const job = jobAfter(
      jobOf(1, states.running(0.5)),
      { type: 'job-cancelled', id: 1 },
      { type: 'job-finished', id: 1, attempt: 1, result: resultOf() },
    );
    expect(job).toMatchObject({ attempt: 2, state: { kind: 'cancelled', kept: null } });
  });

  test('gives back the result that was there before', () => {
    const result = resultOf();
    const again: JobState = { kind: 'running', progress: { fraction: 0.5, phase: 'images' }, kept: result };
    expect(stateAfter(again, { type: 'job-cancelled', id: 1 })).toEqual({ kind: 'done', result });
  });

  test('all leaves finished and failed files alone', () => {
    const jobs = [
      jobOf(1, states.done()),
      jobOf(2, states.running(0.5)),
      jobOf(3, states.waiting),
      jobOf(4, states.locked),
    ];
    const after = jobsReducer({ ...NO_JOBS, jobs }, { type: 'all-cancelled' });
    expect(after.jobs.map(({ state }) => state.kind)).toEqual(['done', 'cancelled', 'cancelled', 'failed']);
  });
});

describe('compressing again', () => {
  test('keeps the old result until the new one is ready', () => {
    const job = jobOf(1, states.done());
    const again = jobAfter(job, { type: 'compressed-again', options: PRESETS.small });
    expect(again).toMatchObject({ attempt: 2, options: PRESETS.small, state: { kind: 'waiting' } });
    expect(again.state).toHaveProperty('kept.report.outputSize', 500);

    const result = resultOf({ outputSize: 300 });
    const finished = jobAfter(
      again,
      { type: 'job-started', id: 1, attempt: 2 },
      { type: 'job-finished', id: 1, attempt: 2, result },
    );
    expect(finished.state).toEqual({ kind: 'done', result });
  });

  test('keeps the old result also when the new run fails', () => {
    const state = stateAfter(
      states.done(),
      { type: 'compressed-again', options: PRESETS.small },
      { type: 'worker-failed', id: 1, attempt: 2, problem: { code: 'out_of_memory' } },
    );
    expect(state).toMatchObject({ kind: 'failed', kept: { report: { outputSize: 500 } } });
  });

  test.each([
    ['a locked file', states.locked],
    ['a damaged file', states.damaged],
    ['a file at work', states.running(0.3)],
  ])('leaves %s as it is: other settings change nothing there', (_, state) => {
    expect(stateAfter(state, { type: 'compressed-again', options: PRESETS.small })).toBe(state);
  });

  test.each([
    ['a cancelled file', states.cancelled],
    ['a file whose worker died', { kind: 'failed', problem: { code: 'worker_died' }, kept: null } as const],
  ])('takes %s along', (_, state) => {
    expect(stateAfter(state, { type: 'compressed-again', options: PRESETS.small }).kind).toBe('waiting');
  });
});

describe('going back', () => {
  const smaller = resultOf({ outputSize: 300, options: PRESETS.small });
  const before = jobOf(1, states.done());
  const again = jobAfter(
    before,
    { type: 'compressed-again', options: PRESETS.small },
    { type: 'job-finished', id: 1, attempt: 2, result: smaller },
  );

  test('gives the result of the run before, and its options', () => {
    const back = jobAfter(again, { type: 'run-reverted' });
    expect(back).toMatchObject({ state: before.state, options: before.options, previous: null });
  });

  test('is for the last run alone', () => {
    const third = jobAfter(again, { type: 'compressed-again', options: PRESETS.sharp });
    expect(third.previous).toBeNull();
  });
});

describe('options of its own', () => {
  test('stay with the file when all others are done again, until they are dropped', () => {
    const own = jobAfter(
      jobOf(1, states.done()),
      { type: 'own-options-set', id: 1, options: PRESETS.lossless },
      { type: 'job-finished', id: 1, attempt: 2, result: resultOf() },
      { type: 'compressed-again', options: PRESETS.small },
    );
    expect(own).toMatchObject({ options: PRESETS.lossless, hasOwnOptions: true });
    const shared = jobAfter(own, { type: 'own-options-dropped', id: 1, options: PRESETS.small });
    expect(shared).toMatchObject({ options: PRESETS.small, hasOwnOptions: false });
  });
});

test('a file that may not fit is tried when the person insists, and that is remembered', () => {
  const problem = { code: 'does_not_fit', needs: 2, has: 1 } as const;
  const failed = jobOf(1, { kind: 'failed', problem, kept: null });
  const retried = jobAfter(failed, { type: 'job-retried', id: 1, options: PRESETS.small });
  expect(retried).toMatchObject({ ignoresMemoryLimit: true, savesMemory: false });
  const spared = jobAfter(jobOf(1, states.damaged), { type: 'low-memory-mode-chosen', id: 1 });
  expect(spared).toMatchObject({ ignoresMemoryLimit: true, savesMemory: true, state: { kind: 'waiting' } });
});

test('a password starts the file again and is kept for its next runs', () => {
  const unlocked = jobAfter(jobOf(1, states.locked), { type: 'password-given', ids: [1], password: 'word' });
  expect(unlocked).toMatchObject({ attempt: 2, password: 'word', state: { kind: 'waiting' } });
  const again = jobAfter(
    unlocked,
    { type: 'job-finished', id: 1, attempt: 2, result: resultOf() },
    { type: 'compressed-again', options: PRESETS.small },
  );
  expect(again.password).toBe('word');
});

test('a waived signature is waived for this file, also with other settings', () => {
  const waived = jobAfter(jobOf(1, states.kept()), { type: 'signatures-waived', ids: [1] });
  expect(waived.options.breakSignatures).toBe(true);
  const again = jobAfter(
    waived,
    { type: 'job-finished', id: 1, attempt: 2, result: resultOf() },
    { type: 'compressed-again', options: PRESETS.small },
  );
  expect(again.options).toEqual({ ...PRESETS.small, breakSignatures: true });
});

test('a retry uses the settings of now', () => {
  const retried = jobAfter(jobOf(1, states.cancelled), {
    type: 'job-retried',
    id: 1,
    options: PRESETS.sharp,
  });
  expect(retried).toMatchObject({ attempt: 2, options: PRESETS.sharp, state: { kind: 'waiting' } });
});

test('a saved result is known as saved', () => {
  expect(stateAfter(states.done(), { type: 'results-saved', ids: [1] })).toHaveProperty(
    'result.isSaved',
    true,
  );
});

test('removing one leaves the others; starting over leaves none', () => {
  const two = { ...NO_JOBS, jobs: [jobOf(1, states.done()), jobOf(2, states.damaged)] };
  expect(jobsReducer(two, { type: 'job-removed', id: 1 }).jobs.map(({ id }) => id)).toEqual([2]);
  expect(jobsReducer(two, { type: 'list-cleared' }).jobs).toEqual([]);
});

describe('one size for all files', () => {
  const done = jobOf(1, states.done(), { budget: 900 });
  const share = jobAfter(
    done,
    { type: 'budget-allocated', id: 1, limit: 400 },
    { type: 'job-finished', id: 1, attempt: 2, result: resultOf() },
  );

  test('is known of each file that is given with it', () => {
    const file = pdfFile('a.pdf');
    const given = { added: [{ id: 7, file, folder: '' }], refused: { names: [], inFolders: [] } };
    const event = { type: 'files-added', ...given, options: DEFAULT_OPTIONS } as const;
    expect(jobsReducer(NO_JOBS, { ...event, budget: 900 }).jobs[0]!.budget).toBe(900);
    expect(jobsReducer(NO_JOBS, { ...event, budget: 0 }).jobs[0]).not.toHaveProperty('budget');
  });

  test('gives a share that stays until another size is shared out', () => {
    expect(share).toMatchObject({ hasAllocatedBudget: true, budget: 900, options: { targetSize: 400 } });
    const other = jobAfter(share, { type: 'compressed-again', options: DEFAULT_OPTIONS, budget: 800 });
    expect(other).toMatchObject({ hasAllocatedBudget: true, budget: 800, state: { kind: 'done' } });
  });

  test('is adopted by results that no run would change', () => {
    const done = jobOf(1, states.done());
    const both = jobAfter(done, {
      type: 'limit-adopted',
      options: { ...DEFAULT_OPTIONS, targetSize: 700 },
      budget: 900,
    });
    expect(both).toMatchObject({ budget: 900, options: { targetSize: 700 }, state: done.state });
    const neither = jobAfter(both, { type: 'limit-adopted', options: DEFAULT_OPTIONS, budget: 0 });
    expect(neither).toEqual(done);
  });

  test('ends with its share where none is asked any more', () => {
    const alone = jobAfter(share, { type: 'compressed-again', options: DEFAULT_OPTIONS });
    expect(alone).toMatchObject({ options: { targetSize: 0 }, state: { kind: 'waiting' } });
    expect(alone).not.toHaveProperty('hasAllocatedBudget');
    expect(alone).not.toHaveProperty('budget');
  });

  test.each([
    ['a part below it counts', 6000, { targetSize: 6000 }, 9000],
    ['a part above it does not', 12_000, { targetSize: 9000 }, 9000],
  ])('beside a limit of each file, %s', (_, limit, options, each) => {
    const before = jobOf(1, states.done(), { options: { ...DEFAULT_OPTIONS, targetSize: each } });
    const shared = jobAfter(before, { type: 'budget-allocated', id: 1, limit });
    expect(shared).toMatchObject({ options, hasAllocatedBudget: true });
    expect(limitOf(shared)).toBe(each);
    const without = jobAfter(shared, { type: 'budget-allocated', id: 1, limit: 0 });
    expect(without.options.targetSize).toBe(each);
    expect(limitOf(without)).toBe(each);
  });
});
