import { describe, expect, test, vi } from 'vitest';
import { PRESETS } from '../../shared/index.ts';
import { jobOf, pdfFile, probeOf, states } from '../testing/jobs.ts';
import type { TaskOutcome } from '../worker/pool.ts';
import type { EstimateRequest } from '../worker/wire.ts';
import { exactSizes, isEstimable, PresetEstimator } from './estimating.ts';

/** Returns the same estimate for every file, and records the requests. */
function guessing(...guess: readonly number[]) {
  const asked: EstimateRequest[] = [];
  return {
    asked,
    estimate(request: EstimateRequest) {
      asked.push(request);
      const end: TaskOutcome<readonly number[]> = { kind: 'finished', value: guess };
      return { outcome: Promise.resolve(end), cancel: () => undefined };
    },
  };
}

const GB = 1_000_000_000;

const waiting = (id: number, size = 1000) => jobOf(id, states.waiting, { file: pdfFile(`${id}.pdf`, size) });

describe('an estimate', () => {
  test('is made before any run, of each preset for all files', async () => {
    const coreQueries = guessing(80, 40, 20, 90);
    const sizes = await new PresetEstimator(coreQueries, PRESETS).all([waiting(1), waiting(2)]);
    expect(sizes).toEqual({ sharp: 160, balanced: 80, small: 40, lossless: 180 });
    expect(coreQueries.asked.map(({ report }) => report)).toEqual([null, null]);
  });

  test('stands on the report of what is done, and is what was done where that was the preset', async () => {
    const coreQueries = guessing(80, 40, 20, 90);
    const job = jobOf(1, states.done({ options: PRESETS.balanced, outputSize: 47 }));
    const sizes = await new PresetEstimator(coreQueries, PRESETS).all([job]);
    expect(sizes).toEqual({ sharp: 80, balanced: 47, small: 20, lossless: 90 });
    expect(coreQueries.asked[0]!.report).not.toBeNull();
  });

  test('starts anew where images were made softer for a limit', async () => {
    const coreQueries = guessing(80, 40, 20, 90);
    const target = { requestedSize: 50, size: 47, applied: { quality: 40, dpi: 145 } };
    await new PresetEstimator(coreQueries, PRESETS).all([jobOf(1, states.done({ target }))]);
    expect(coreQueries.asked[0]!.report).toBeNull();
  });

  test('is made of the thirty heaviest files, and the others are taken to be like them', async () => {
    const coreQueries = guessing(8, 4, 2, 9);
    const jobs = [...Array(30).keys()].map((id) => waiting(id, 1000));
    const sizes = await new PresetEstimator(coreQueries, PRESETS).all([
      waiting(90, 100),
      ...jobs,
      waiting(91, 900),
    ]);
    expect(coreQueries.asked).toHaveLength(30);
    expect(sizes?.sharp).toBe(248);
  });

  test('is there as soon as the files analyzed weigh half of all', async () => {
    const partial: number[] = [];
    const jobs = [waiting(1, 100), waiting(2, 400), waiting(3, 300)];
    const sizes = await new PresetEstimator(guessing(80, 40, 20, 90), PRESETS).all(jobs, ({ sharp }) =>
      partial.push(sharp),
    );
    expect(partial).toEqual([160, Math.round((160 * 800) / 700), 240]);
    expect(sizes?.sharp).toBe(240);
    const later: number[] = [];
    const lighter = [waiting(1, 300), waiting(2, 400), waiting(3, 350)];
    await new PresetEstimator(guessing(80, 40, 20, 90), PRESETS).all(lighter, ({ sharp }) =>
      later.push(sharp),
    );
    expect(later).toEqual([Math.round((160 * 1050) / 750), 240]);
  });

  test('waits for the files that weigh most now, however much they lost', async () => {
    // An album that lost nearly everything says nothing of a scan that lost hardly anything.
    const album = jobOf(1, states.done({ outputSize: 30 }), { file: pdfFile('album.pdf', 22_000) });
    const scan = jobOf(2, states.done({ outputSize: 800 }), { file: pdfFile('scan.pdf', 900) });
    const guesses = [
      [700, 600, 500, 800],
      [60, 30, 20, 90],
    ];
    const estimate = () => {
      const value = guesses.shift() ?? [];
      return { outcome: Promise.resolve({ kind: 'finished' as const, value }), cancel: () => undefined };
    };
    const partial: number[] = [];
    const sizes = await new PresetEstimator({ estimate }, PRESETS).all([album, scan], ({ sharp }) =>
      partial.push(sharp),
    );
    expect(partial).toEqual([Math.round((700 * 830) / 800), 760]);
    expect(sizes?.sharp).toBe(760);
  });

  test('is not made twice of the same file', async () => {
    const coreQueries = guessing(80, 40, 20, 90);
    const job = waiting(1);
    await new PresetEstimator(coreQueries, PRESETS).all([job]);
    await new PresetEstimator(coreQueries, PRESETS).all([job]);
    expect(coreQueries.asked).toHaveLength(1);
    await new PresetEstimator(coreQueries, { ...PRESETS, small: PRESETS.sharp }).all([job]);
    expect(coreQueries.asked).toHaveLength(2);
  });

  test('may take more memory for files that did not set the peak of the work', async () => {
    const grown: [string, boolean][] = [];
    const { estimate } = guessing(80, 40, 20, 90);
    const coreQueries: ConstructorParameters<typeof PresetEstimator>[0] = {
      estimate: (request, turns) => {
        grown.push([(request.input as File).name, turns?.mayGrow === true]);
        return estimate(request);
      },
    };
    await new PresetEstimator(coreQueries, PRESETS).all([
      waiting(1, 5000),
      waiting(2, 3000),
      waiting(3, 3000),
    ]);
    await new PresetEstimator(coreQueries, PRESETS).all([4, 5, 6, 7].map((id) => waiting(id)));
    expect(grown).toEqual([
      ['1.pdf', false],
      ['2.pdf', false],
      ['3.pdf', false],
      ...[4, 5, 6, 7].map((id) => [`${id}.pdf`, true]),
    ]);
  });

  test('that takes long is given up', async () => {
    vi.useFakeTimers();
    try {
      let end: (end: TaskOutcome<readonly number[]>) => void = () => {};
      const endless = {
        outcome: new Promise<TaskOutcome<readonly number[]>>((resolve) => {
          end = resolve;
        }),
        cancel: () => end({ kind: 'cancelled' }),
      };
      const sizes = new PresetEstimator(
        {
          estimate: (_request, { onStart } = {}) => {
            onStart?.();
            return endless;
          },
        },
        PRESETS,
      ).all([waiting(1)]);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await sizes).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('that was stopped says nothing', async () => {
    const work = new PresetEstimator(guessing(80, 40, 20, 90), PRESETS);
    const sizes = work.all([waiting(1)]);
    work.stop();
    expect(await sizes).toBeNull();
  });
});

test('a preset with which all files were compressed has their exact size', () => {
  const done = (id: number) => jobOf(id, states.done({ options: PRESETS.balanced, outputSize: 47 }));
  expect(exactSizes([done(1), done(2)], PRESETS)).toEqual({ balanced: 94 });
  expect(exactSizes([done(1), waiting(2)], PRESETS)).toEqual({});
});

test('what failed is left out of it', () => {
  expect([states.damaged, states.locked].map((state) => isEstimable(jobOf(1, state), PRESETS, GB))).toEqual([
    false,
    false,
  ]);
  expect(isEstimable(jobOf(1, states.cancelled), PRESETS, GB)).toBe(true);
});

test('what no preset has memory for is not looked into', () => {
  const largestImages = [{ pixels: 24_000_000, unpacking: 'rows' }] as const;
  const album = jobOf(1, states.waiting, { probe: probeOf({ largestImages }) });
  expect([GB / 4, GB].map((memory) => isEstimable(album, PRESETS, memory))).toEqual([false, true]);
});
