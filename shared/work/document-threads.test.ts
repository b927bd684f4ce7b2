import { expect, test } from 'vitest';
import type { SymbolsJob } from '../image-jobs/bilevel/bilevel-pages.ts';
import { plainJob } from '../testing/pictures/image-jobs.ts';
import { DocumentThreads } from './document-threads.ts';
import { type DeflateJob, LOST, type ResultOf, type WorkJob } from './job.ts';
import type { WorkThreads } from './threads.ts';

const KEPT = { kind: 'kept', reason: 'not-smaller' } as const;
const DEFLATE: DeflateJob = { kind: 'deflate', bytes: new Uint8Array(1), worthBytes: null };

const SYMBOLS: SymbolsJob = { kind: 'symbols', pages: [] };

const nameOf = (job: WorkJob) => (job.kind === 'recode' ? job.width : job.kind);

/** One thread that answers under the test's control; work done on this thread is recorded. */
function setUp({
  documentHelps = true,
  onHere = () => {},
}: {
  documentHelps?: boolean;
  onHere?: () => void;
} = {}) {
  const there: (number | string)[] = [];
  const here: (number | string)[] = [];
  const answers: (() => void)[] = [];
  const workThreads: WorkThreads = {
    parallelism: 1,
    documentHelps,
    isWorth: () => true,
    open: () => ({
      run: (job) => {
        there.push(nameOf(job));
        return new Promise((resolve) => answers.push(() => resolve(KEPT)));
      },
      close: () => {},
    }),
  };
  const threads = new DocumentThreads(
    { workThreads, yieldToEventLoop: () => new Promise(setImmediate) },
    async <Job extends WorkJob>(job: Job) => {
      here.push(nameOf(job));
      onHere();
      // The jobs of these tests are all kept.
      return KEPT as ResultOf<Job>;
    },
  );
  threads.openFor({ pixels: 1, largest: 1 }, { pixels: 1, largest: 1 });
  return { threads, there, here, answers };
}

/** No thread loses a job here. */
const again = () => {
  throw new Error('nothing was lost');
};
const later = () => new Promise(setImmediate);

test('while the document waits, it does what no thread has begun: images first', async () => {
  const { threads, there, here, answers } = setUp();
  const jobs = [plainJob(1), plainJob(2), DEFLATE, plainJob(3)].map((job) => threads.run(job, again));
  const all = Promise.all(jobs);
  expect([there, here]).toEqual([[1, 2], []]);
  const waiting = threads.helpWith('images', all);
  await later();
  await later();
  await later();
  expect([there, here]).toEqual([
    [1, 2],
    [3, 'deflate'],
  ]);
  for (const answer of answers) answer();
  expect(await waiting).toEqual([KEPT, KEPT, KEPT, KEPT]);
});

test('no job waits behind one that takes long: the document does it sooner', async () => {
  const { threads, there, here, answers } = setUp();
  const all = Promise.all([SYMBOLS, SYMBOLS, plainJob(1)].map((job) => threads.run(job, again)));
  const waiting = threads.helpWith('images', all);
  await later();
  await later();
  expect([there, here]).toEqual([['symbols'], [1, 'symbols']]);
  answers[0]!();
  await waiting;
});

test('what takes long is left to a thread as long as one has none: the document goes on with what comes after', async () => {
  const { threads, there, here, answers } = setUp();
  const all = Promise.all([plainJob(1), SYMBOLS, plainJob(2), DEFLATE].map((job) => threads.run(job, again)));
  const waiting = threads.helpWith('images', all);
  await later();
  await later();
  await later();
  expect([there, here]).toEqual([[1], [2, 'deflate']]);
  answers[0]!();
  await later();
  expect([there, here]).toEqual([
    [1, 'symbols'],
    [2, 'deflate'],
  ]);
  answers[1]!();
  await waiting;
});

test('where it waits for others than images, those come first', async () => {
  const { threads, here, answers } = setUp();
  const jobs = [plainJob(1), plainJob(2), plainJob(3), DEFLATE].map((job) => threads.run(job, again));
  const waiting = threads.helpWith('others', jobs[3]!);
  expect(await waiting).toEqual(KEPT);
  expect(here).toEqual(['deflate']);
  for (const answer of answers) answer();
  await later();
  answers[2]!();
  await Promise.all(jobs);
});

test('helps with jobs that only come while it waits', async () => {
  const { threads, here } = setUp();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const late = async () => {
    await begun;
    return threads.run(plainJob(9), again);
  };
  void threads.run(plainJob(1), again);
  void threads.run(plainJob(2), again);
  const waiting = threads.helpWith('images', late());
  await later();
  expect(here).toEqual([]);
  begin();
  expect(await waiting).toEqual(KEPT);
  expect(here).toEqual([9]);
});

test('only waits where its own thread is to stay free', async () => {
  const { threads, there, here, answers } = setUp({ documentHelps: false });
  const all = Promise.all([plainJob(1), plainJob(2), plainJob(3)].map((job) => threads.run(job, again)));
  const waiting = threads.helpWith('images', all);
  await later();
  expect([there, here]).toEqual([[1, 2], []]);
  answers[0]!();
  await later();
  expect(there).toEqual([1, 2, 3]);
  for (const answer of answers) answer();
  await waiting;
});

test('what a job throws here, its caller gets', async () => {
  const bug = new TypeError('a bug');
  const { threads } = setUp({
    onHere: () => {
      throw bug;
    },
  });
  void threads.run(plainJob(1), again);
  void threads.run(plainJob(2), again);
  await expect(threads.helpWith('images', threads.run(plainJob(3), again))).rejects.toBe(bug);
});

test('what a thread loses is done here, of buffers that are still whole', async () => {
  const lossy: WorkThreads = {
    parallelism: 1,
    documentHelps: false,
    isWorth: () => true,
    open: () => ({ run: async () => LOST, close: () => {} }),
  };
  const threads = new DocumentThreads(
    { workThreads: lossy },
    async <Job extends WorkJob>() => KEPT as ResultOf<Job>,
  );
  threads.openFor({ pixels: 1, largest: 1 }, { pixels: 1, largest: 1 });
  expect(await threads.run(plainJob(1), () => threads.runHere(plainJob(1)))).toEqual(KEPT);
  const late = threads.run(plainJob(1), again);
  threads.close();
  expect(await late).toEqual(LOST);
});

test('closing answers what no thread has begun', async () => {
  const { threads, there } = setUp();
  const [, , third] = [plainJob(1), plainJob(2), plainJob(3)].map((job) => threads.run(job, again));
  threads.close();
  expect(await third).toEqual({ kind: 'lost' });
  expect(there).toEqual([1, 2]);
});

test.each([
  ['one thread beside a document without images only deflates', 1, 0, false],
  ['one thread beside a document with images writes content, too', 1, 5, true],
  ['two threads write content whatever there is', 2, 0, true],
])('%s', (_, parallelism, imagePixels, writes) => {
  const workThreads: WorkThreads = {
    parallelism,
    documentHelps: true,
    isWorth: ({ pixels }) => pixels > 0,
    open: () => ({ run: async () => KEPT, close: () => {} }),
  };
  const threads = new DocumentThreads(
    { workThreads },
    async <Job extends WorkJob>() => KEPT as ResultOf<Job>,
  );
  expect(threads.writesContent).toBe(false);
  threads.openFor({ pixels: 9, largest: 1 }, { pixels: imagePixels, largest: 1 });
  expect(threads.writesContent).toBe(writes);
});
