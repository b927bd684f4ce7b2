import { defineConfig } from 'vitest/config';
import { leftOutTests } from './scripts/checks/left-out-tests.mjs';

/** Tests that change what all of a process sees: its modules, clock, environment or globals. */
const ALONE = [
  'cli/archive/run/journal.test.ts',
  'server/pool/pool.test.ts',
  'shared/codecs/jbig2/decode.test.ts',
  'shared/codecs/pdfjs-decoders.test.ts',
  'shared/compress-check.test.ts',
  'shared/work/pool.test.ts',
  'shared/work/work-clock.test.ts',
  'scripts/checks/tally.test.mjs',
  'web/dashboard/session.test.ts',
  'web/estimate/estimating.test.ts',
  'web/jobs/runner.test.ts',
  'web/options/settings.test.ts',
  'web/worker/pool.test.ts',
];

/**
 * Tests of whole documents and pages, large data and random files beside other decoders: they take seconds, each with
 * what a smaller test cannot see. `npm run test:full` runs them, `npm test` does not.
 */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'cli/archive/archive.test.ts': 'an archive from plan to proof, as its commands run it',
  'cli/batch/sizes.test.ts': 'sizes that several documents share',
  'scripts/sweep/sweep.test.mjs': 'a folder through every preset and judge',
  'shared/budget/budget.test.ts': 'that estimates of images hold for the document that is written',
  'shared/codecs/flate/parts.test.ts': 'data so large that it is deflated in parts',
  'shared/codecs/jbig2/decode-any.test.ts': 'random and damaged pages beside two other decoders',
  'shared/codecs/jbig2/encode.test.ts': 'random bitmaps through two other decoders',
  'shared/codecs/jbig2/encode-pages.test.ts': 'random pages with common symbols through two other decoders',
  'shared/codecs/jpeg/read/read-damaged.test.ts': 'damage at every place of a file',
  'shared/codecs/jpeg/samples/decode.test.ts': 'random and damaged JPEGs beside libjpeg',
  'shared/codecs/jpeg/scans/real-jpegs.test.ts': 'pictures of cameras and scanners',
  'shared/compress.test.ts': 'that all passes together keep what each one promises',
  'shared/fuzz.test.ts': 'finds of the fuzzer, each a whole file',
  'shared/image-jobs/ink/ink-page.test.ts':
    'print and pictures on one page, judged after they are laid together',
  'shared/image-jobs/mrc/separate.test.ts': 'layers of a page, judged after they are laid together',
  'shared/ink.test.ts': 'a scanned page through plan, job, writer and check',
  'shared/least-size.test.ts': 'the least size of a document beside what other options make of it',
  'shared/passes/images/foreign-jbig2.test.ts':
    'streams as other programs write them, through writer and check',
  'shared/passes/images/monotone.test.ts': 'sizes over whole ranges of limits',
  'shared/passes/streams/deflate-parts.test.ts': 'streams so large that threads deflate parts of them',
  'shared/passes/strips.test.ts': 'images that only a page puts together',
  'shared/pdf/filter/growth.test.ts': 'streams that grow to the limits, at their full size',
  'shared/pdf/read/hostile.test.ts': 'files made to cost time or memory, at their full size',
  'shared/separated-text.test.ts': 'a page of scanned text through plan, job, writer and check',
  'shared/testing/jbig2/pages.test.ts': 'that pages of tests are drawn by two other decoders',
  'shared/testing/judges/judges.test.ts': 'the judges of the outputs of all other tests',
  'shared/testing/letters/confusable.test.ts': 'letters of whole fonts beside each other',
  'shared/verify.test.ts': 'real documents beside what each preset makes of them',
};

/** Tests that start programs or threads of ours as they are shipped (`built`): only `npm run test:full` has them. */
const PROGRAMS = [
  'cli/entry.test.ts',
  'cli/batch/any-tree.test.ts',
  'cli/batch/memory.test.ts',
  'cli/batch/separated.test.ts',
  'cli/batch/watch/watch.test.ts',
  'library/node/node-documents.test.ts',
  'library/node/thread-limits.test.ts',
  'library/node/work-threads.test.ts',
  'server/bad-input.test.ts',
  'server/entries.test.ts',
  'server/ops/drain.test.ts',
  'server/pool/fairness.test.ts',
  'server/pool/shared-threads.test.ts',
  'server/pool/worker.test.ts',
];

/** Those of the server, and of what asks one. */
const SERVER = ['server/**/*.test.ts', 'scripts/integrations/*.test.mjs'];

/** Those that ask its rules, database and texts, and no HTTP, stream, thread or file of Node: other Nodes leave them out. */
const SAME_ON_EVERY_NODE = [
  'scripts/integrations/*.test.mjs',
  'server/{contract,idempotency,keys,limits,usage}/**',
  'server/jobs/*.test.ts',
  'server/jobs/{overview,queue}/**',
  'server/accounts/second-factor.test.ts',
  'server/routes/dashboard/**',
];

const LEFT_OUT = [...leftOutTests()];

/** Components in a document without layout, with jobs as data: no browser, worker or server. */
const COMPONENTS = ['web/**/*.test.tsx'];

const SETUP = './scripts/checks/vitest.setup.ts';
const SERVER_SETUP = [SETUP, './server/testing/zod-first.ts'];

/** Limits against hangs, not claims about speed: a machine may have twenty things to do for each of its cores. */
const TIMEOUTS = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** Retries tests whose threads, programs and servers answer in their own time; `npm test` names them. */
const ONCE_MORE = { ...TIMEOUTS, retry: 1 };

/**
 * But for those that stand alone, the sources are loaded once for all files of a process: for each anew it would be a
 * third of the time. So a test leaves nothing behind that another could stumble over.
 */
export default defineConfig({
  test: {
    // One a core: by default a core stays free, which is half of a small machine.
    maxWorkers: '100%',
    // Projects, suites and Nodes share what is transformed, by contents: a fifth of the time from a cold start.
    experimental: { fsModuleCache: true },
    projects: [
      { test: { name: 'alone', include: ALONE, exclude: LEFT_OUT, setupFiles: [SETUP], ...ONCE_MORE } },
      {
        test: {
          name: 'programs',
          include: PROGRAMS,
          exclude: LEFT_OUT,
          isolate: false,
          setupFiles: SERVER_SETUP,
          globalSetup: ['./scripts/checks/build-programs.mjs'],
          ...ONCE_MORE,
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER,
          exclude: [
            ...ALONE,
            ...PROGRAMS,
            ...LEFT_OUT,
            ...(process.env.PAGELIGHT_OTHER_NODE === undefined ? [] : SAME_ON_EVERY_NODE),
          ],
          isolate: false,
          setupFiles: SERVER_SETUP,
          ...ONCE_MORE,
        },
      },
      {
        test: {
          name: 'components',
          include: COMPONENTS,
          isolate: false,
          setupFiles: [SETUP, './web/testing/components.setup.ts'],
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'together',
          include: ['{shared,library,cli,web,scripts,bench}/**/*.test.{ts,mjs}'],
          exclude: [...ALONE, ...PROGRAMS, ...SERVER, ...Object.keys(DOCUMENTS), ...LEFT_OUT],
          isolate: false,
          setupFiles: [SETUP],
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'documents',
          include: Object.keys(DOCUMENTS),
          exclude: LEFT_OUT,
          isolate: false,
          setupFiles: [SETUP],
          ...TIMEOUTS,
        },
      },
    ],
  },
});
