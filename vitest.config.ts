import { defineConfig } from 'vitest/config';

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
 * Tests that compress whole documents for seconds, each with what a smaller test cannot see. Only `npm run test:full`
 * runs them.
 */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'shared/compress.test.ts': 'that all passes together keep what each one promises',
  'shared/separated-text.test.ts': 'a page of scanned text through plan, job, writer and check',
};

/** Tests that start programs or threads of ours as they are shipped (`built`). */
const PROGRAMS = [
  'cli/entry.test.ts',
  'cli/batch/any-tree.test.ts',
  'cli/batch/memory.test.ts',
  'cli/batch/nobodys-file.test.ts',
  'cli/batch/overwriting.test.ts',
  'cli/batch/separated.test.ts',
  'cli/batch/watch/watch.test.ts',
  'cli/batch/which-pdfs.test.ts',
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

const SETUP = './scripts/checks/vitest.setup.ts';
const SERVER_SETUP = [SETUP, './server/testing/zod-first.ts'];

/** Limits against hangs, not claims about speed: a machine may have twenty things to do for each of its cores. */
const TIMEOUTS = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** Where threads, programs and servers answer in their own time: a failure is asked once more, and `npm test` names it. */
const ONCE_MORE = { ...TIMEOUTS, retry: 1 };

/**
 * But for those that stand alone, the sources are loaded once for all files of a process: for each anew it would be a
 * third of the time. So a test leaves nothing behind that another could stumble over.
 */
export default defineConfig({
  test: {
    // One a core: by default a core stays free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'alone', include: ALONE, setupFiles: [SETUP], ...ONCE_MORE } },
      {
        test: {
          name: 'programs',
          include: PROGRAMS,
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
          exclude: [...ALONE, ...PROGRAMS],
          isolate: false,
          setupFiles: SERVER_SETUP,
          ...ONCE_MORE,
        },
      },
      {
        test: {
          name: 'together',
          include: ['{shared,library,cli,web,scripts}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...ALONE, ...PROGRAMS, ...SERVER, ...Object.keys(DOCUMENTS)],
          isolate: false,
          setupFiles: [SETUP],
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'documents',
          include: Object.keys(DOCUMENTS),
          isolate: false,
          setupFiles: [SETUP],
          ...TIMEOUTS,
        },
      },
    ],
  },
});
