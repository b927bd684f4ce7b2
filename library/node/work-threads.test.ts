import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { type CompressResult, DEFAULT_OPTIONS, type Host } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import type { WorkPool } from '../../shared/work/pool.ts';
import { built } from '../testing/built.ts';
import { createNodeHost } from './host.ts';
import { createWorkPool, type WorkThreadSettings } from './work-threads.ts';

const here = createNodeHost();
let album: Uint8Array;
let alone: CompressResult;
beforeAll(async () => {
  album = await albumFile(2);
  alone = await compress(album, DEFAULT_OPTIONS, { host: here });
});

const pools: WorkPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.terminate();
});

function hostWith(threads: number, settings: Partial<WorkThreadSettings> = {}): Host {
  const pool = createWorkPool({
    workerFile: built('package/work-thread'),
    threads,
    memoryMb: 256,
    ...settings,
  });
  pools.push(pool);
  return {
    ...here,
    workThreads: {
      parallelism: threads,
      // Faults are in threads, so jobs must run there, too.
      documentHelps: settings.workerFile === undefined,
      isWorth: () => true,
      open: () => pool.open(),
    },
  };
}

/** A host whose threads have a fault at images of some width. */
function faultyHost(faults: Readonly<Record<number, 'die' | 'hoard' | 'hang'>>, memoryMb = 256) {
  const workerFile = fileURLToPath(new URL('../testing/faulty-work-thread.mjs', import.meta.url));
  const onWorkerCrashedError = vi.fn();
  return {
    host: hostWith(2, { workerFile, workerData: { faults }, memoryMb, onWorkerCrashedError }),
    onWorkerCrashedError,
  };
}

const failedIn = ({ report }: CompressResult) =>
  report.images.filter(({ outcome }) => outcome.kind === 'kept' && outcome.reason === 'worker-failed');

describe('a document of many images', () => {
  test.each([1, 2, 8])('gives the same bytes and report with %d threads as with none', async (threads) => {
    expect(alone.report.images).toHaveLength(16);
    expect(failedIn(alone)).toEqual([]);
    const spread = await compress(album, DEFAULT_OPTIONS, { host: hostWith(threads) });
    expect(spread.report).toEqual(alone.report);
    expect(Buffer.compare(spread.bytes, alone.bytes)).toBe(0);
  });

  test('may come in a Buffer, which is never given away', async () => {
    const input = Buffer.from(album);
    const { bytes } = await compress(input, DEFAULT_OPTIONS, { host: hostWith(2) });
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect(Buffer.compare(input, album)).toBe(0);
  });

  test('gives the same bytes beside another one that shares its threads', async () => {
    const host = hostWith(2);
    const other = await albumFile(1);
    const [first, second] = await Promise.all(
      [album, other].map((input) => compress(input, DEFAULT_OPTIONS, { host })),
    );
    expect(Buffer.compare(first!.bytes, alone.bytes)).toBe(0);
    expect(second!.bytes).toEqual((await compress(other, DEFAULT_OPTIONS, { host: here })).bytes);
  });
});

/** Width of the second round's first image. */
const WIDTH = 401;

test.each(['die', 'hoard'] as const)(
  'a thread that ends in the middle (%s) costs nothing: the document does its image again',
  async (fault) => {
    const { host, onWorkerCrashedError } = faultyHost({ [WIDTH]: fault }, 96);
    const { bytes, report } = await compress(album, DEFAULT_OPTIONS, { host });
    expect(report).toEqual(alone.report);
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
    expect(onWorkerCrashedError).toHaveBeenCalledOnce();
  },
);

test('a document that is aborted stops though a thread never answers, and the next one has its threads', async () => {
  const { host } = faultyHost({ [WIDTH]: 'hang' });
  const abort = new AbortController();
  const reason = new Error('no longer wanted');
  const run = compress(album, DEFAULT_OPTIONS, {
    host,
    signal: abort.signal,
    onProgress: ({ phase, done = 0, total = 0 }) => {
      // Half of them: all of the first round, before the one that hangs.
      if (phase === 'images' && total > 0 && done * 2 >= total) abort.abort(reason);
    },
  });
  await expect(run).rejects.toBe(reason);
  const next = await albumFile(1);
  const { bytes } = await compress(next, DEFAULT_OPTIONS, { host });
  expect(bytes).toEqual((await compress(next, DEFAULT_OPTIONS, { host: here })).bytes);
});
