import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { pdfFile, reportOf } from '../testing/jobs.ts';
import { BackgroundTurns } from '../worker/background-turns.ts';
import type { CompressWorker } from '../worker/client.ts';
import { IdleWorkers } from '../worker/idle-workers.ts';
import type { EstimateRequest } from '../worker/wire.ts';
import { CoreQueries } from './core-queries.ts';

const LARGE = 9_000_000;

beforeEach(() => vi.stubGlobal('navigator', { userAgent: '', hardwareConcurrency: 2 }));
afterEach(() => vi.unstubAllGlobals());

/** Records what each worker is asked for. */
function setUp() {
  const asked: EstimateRequest[][] = [];
  const create = async () => {
    const mine: EstimateRequest[] = [];
    asked.push(mine);
    const worker: Pick<CompressWorker, 'estimate' | 'isTerminated' | 'terminate'> = {
      estimate: async (request) => {
        mine.push(request);
        return { ok: true, value: request.options.map(({ quality }) => quality) };
      },
      isTerminated: false,
      terminate: () => undefined,
    };
    return worker as CompressWorker;
  };
  const idle = new IdleWorkers(create);
  const queries = new CoreQueries(idle, new BackgroundTurns(() => idle.terminateIdle()));
  return { asked, queries, end: () => idle.terminateIdle() };
}

const { sharp, balanced, small } = PRESETS;
const request = (bytes: number, report: EstimateRequest['report']): EstimateRequest => ({
  input: pdfFile('a.pdf', bytes),
  report,
  options: [sharp, balanced, small],
  usesThreads: true,
});

test('a large file is estimated in a new worker for each set of options, and never for the finished one', async () => {
  const { asked, queries, end } = setUp();
  const begun = vi.fn();
  const task = queries.estimate(request(LARGE, reportOf({ options: balanced, outputSize: 7 })), {
    onStart: begun,
  });
  expect(await task.outcome).toEqual({ kind: 'finished', value: [sharp.quality, 7, small.quality] });
  const [options, threads] = (['options', 'usesThreads'] as const).map((name) =>
    asked.map((mine) => mine.map((each) => each[name])),
  );
  expect(options).toEqual([[[sharp]], [[small]]]);
  expect(threads).toEqual([[false], [false]]);
  expect(begun).toHaveBeenCalledOnce();
  end();
});

test.each([
  ['a small file after a run', request(1000, reportOf()), false, true],
  ['a large file before any run', request(LARGE, null), false, false],
  ['a large file that may take more memory', request(LARGE, reportOf()), true, true],
])('%s is estimated at once', async (_, request, mayGrow, usesThreads) => {
  const { asked, queries, end } = setUp();
  await queries.estimate(request, { mayGrow }).outcome;
  expect(asked).toMatchObject([[{ options: [sharp, balanced, small], usesThreads }]]);
  end();
});

test('a canceled estimate asks for no further set of options', async () => {
  const { asked, queries, end } = setUp();
  const task = queries.estimate(request(LARGE, reportOf({ options: balanced })), {
    onStart: () => task.cancel(),
  });
  expect(await task.outcome).toEqual({ kind: 'cancelled' });
  expect(asked.length).toBeLessThan(2);
  end();
});
