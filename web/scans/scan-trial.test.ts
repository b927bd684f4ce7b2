import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { jobOf, pdfFile, reportOf } from '../testing/jobs.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import type { RunningTask } from '../worker/pool.ts';
import { scanOffers } from './scan-offers.ts';
import { ScanTrial } from './scan-trial.ts';

type Asked = ConstructorParameters<typeof ScanTrial>[0];

const settled = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Turns and forms as they are asked for. A page of 1,000 bytes takes 900, 300 with text apart and 100 in black and
 * white; the whole file four times that, at most the limit.
 */
function setUp(onPage = () => {}, { pages = 3, targetSize = 0, isScan = true } = {}) {
  const steps: string[] = [];
  const chosen: (readonly string[])[] = [];
  const finished = <Value>(value: Value): RunningTask<Value> => {
    let isCancelled = false;
    return {
      outcome: Promise.resolve().then(() =>
        isCancelled ? { kind: 'cancelled' as const } : { kind: 'finished' as const, value },
      ),
      cancel: () => {
        isCancelled = true;
      },
    };
  };
  const coreQueries: Asked = {
    takeTurnAlone: async () => {
      steps.push('turn');
      return () => steps.push('turn ended');
    },
    page: (_file, _password, page) => {
      steps.push(`page ${page}`);
      onPage();
      return finished(new Uint8Array(1000));
    },
    compression: (asked, { mrc, ink, targetSize: limit }, _password, overrides = {}) => {
      chosen.push(Object.keys(overrides));
      const times = asked === file ? 4 : 1;
      steps.push(`${times > 1 ? 'whole, ' : ''}mrc ${mrc}, ink ${ink}`);
      const full = times * (isScan && mrc === 'auto' ? 300 : isScan && ink === 'auto' ? 100 : 900);
      const outputSize = limit === 0 ? full : Math.min(full, limit);
      return finished({ blob: null, report: reportOf({ outputSize }) });
    },
  };
  const file = pdfFile('scan.pdf', 4000);
  const { document } = reportOf();
  const report = reportOf({ document: { ...document, pages } });
  const blob = new Blob([new Uint8Array(targetSize === 0 ? 3600 : Math.min(3600, targetSize))]);
  const result = { blob, report, elapsedMs: 1, isSaved: false };
  const options = { ...DEFAULT_OPTIONS, targetSize };
  const job = jobOf(1, { kind: 'done', result }, { file, options });
  return { steps, chosen, trial: new ScanTrial(coreQueries), untried: [{ job, result }] };
}

let release = () => {};
beforeEach(() => {
  release = estimatePriority.acquire();
});
afterEach(() => release());

const WHOLE = [
  'turn',
  'page 1',
  'mrc off, ink off',
  'mrc auto, ink off',
  'mrc off, ink auto',
  'whole, mrc auto, ink off',
  'whole, mrc off, ink auto',
  'turn ended',
];

test('a trial waits for all estimates, and notes the sizes of the whole file in one turn', async () => {
  const { steps, trial, untried } = setUp();
  const done = trial.all(untried);
  await settled();
  expect(steps).toEqual([]);
  release();
  await done;
  expect(steps).toEqual(WHOLE);
  expect(scanOffers.of(untried[0]!.result.blob)).toEqual({
    mrc: { bytes: 1200, isExact: true },
    ink: { bytes: 400, isExact: true },
  });
});

test.each([
  ['a short file with a limit: the size within it', { pages: 3, targetSize: 1900 }, 1200, true],
  ['a long file: an estimate from the pages tried', { pages: 60, targetSize: 0 }, 1200, false],
  [
    'a long file with a limit: never a share of the limited size',
    { pages: 60, targetSize: 1900 },
    1200,
    false,
  ],
])('promises for %s', async (_, parts, bytes, isExact) => {
  const { trial, untried } = setUp(undefined, parts);
  const noted = vi.spyOn(scanOffers, 'note');
  release();
  await trial.all(untried);
  expect(noted.mock.lastCall?.[1].mrc).toEqual({ bytes, isExact });
  noted.mockRestore();
});

test.each([0, 1900])(
  'a file whose page gains nothing is not tried as a whole, with a limit of %i',
  async (targetSize) => {
    const { steps, trial, untried } = setUp(undefined, { isScan: false, targetSize });
    release();
    await trial.all(untried);
    expect(steps.filter((step) => step.startsWith('whole'))).toEqual([]);
    expect(scanOffers.of(untried[0]!.result.blob)).toBeNull();
  },
);

test('the whole file is tried with its choices for single images, a page without', async () => {
  const { chosen, trial, untried } = setUp();
  const { job, result } = untried[0]!;
  release();
  await trial.all([{ job: { ...job, imageOverrides: { 7: { kind: 'keep' } } }, result }]);
  expect(chosen).toEqual([[], [], [], ['7'], ['7']]);
});

test('a turn that comes while files are estimated again is given back', async () => {
  const { steps, trial, untried } = setUp();
  const done = trial.all(untried);
  // Estimates begin again in the moment between.
  const waited = estimatePriority.whenIdle().then(() => {
    release = estimatePriority.acquire();
  });
  release();
  await waited;
  await settled();
  expect(steps).toEqual(['turn', 'turn ended']);
  release();
  await done;
  expect(steps).toEqual(['turn', 'turn ended', ...WHOLE]);
});

test('a stopped trial takes no turn, and notes nothing', async () => {
  const { steps, trial, untried } = setUp();
  const noted = vi.spyOn(scanOffers, 'note');
  const done = trial.all(untried);
  trial.stop();
  release();
  await done;
  expect(steps).toEqual([]);
  expect(noted).not.toHaveBeenCalled();
  noted.mockRestore();
});

test('a trial that is stopped in its turn ends the turn, and notes nothing', async () => {
  const { steps, trial, untried } = setUp(() => trial.stop());
  release();
  await trial.all(untried);
  expect(steps).toContain('page 1');
  expect(steps.at(-1)).toBe('turn ended');
  expect(scanOffers.of(untried[0]!.result.blob)).toBeUndefined();
});
