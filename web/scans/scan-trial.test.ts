import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobOf, pdfFile, reportOf, states } from '../testing/jobs.ts';
import { estimatePriority } from '../visual-diff/foreground-priority.ts';
import type { RunningTask } from '../worker/pool.ts';
import { scanOffers } from './scan-offers.ts';
import { ScanTrial } from './scan-trial.ts';

type Asked = ConstructorParameters<typeof ScanTrial>[0];

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Turns and forms as they are asked for; a page takes 900 bytes, 300 with text apart and 100 in black and white. */
function setUp(onPage = () => {}) {
  const steps: string[] = [];
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
      return finished(new Uint8Array(1));
    },
    compression: (_file, { mrc, ink }) => {
      steps.push(`mrc ${mrc}, ink ${ink}`);
      const outputSize = mrc === 'auto' ? 300 : ink === 'auto' ? 100 : 900;
      return finished({ blob: null, report: reportOf({ outputSize }) });
    },
  };
  const job = jobOf(1, states.done({}), { file: pdfFile('scan.pdf') });
  if (job.state.kind !== 'done') throw new Error('the job is done');
  return { steps, trial: new ScanTrial(coreQueries), untried: [{ job, result: job.state.result }] };
}

let release = () => {};
beforeEach(() => {
  release = estimatePriority.acquire();
});
afterEach(() => release());

const WHOLE = ['turn', 'page 1', 'mrc off, ink off', 'mrc auto, ink off', 'mrc off, ink auto', 'turn ended'];

test('a trial waits for all estimates, and notes what the middle page gains in one turn', async () => {
  const { steps, trial, untried } = setUp();
  const done = trial.all(untried);
  await settled();
  expect(steps).toEqual([]);
  release();
  await done;
  expect(steps).toEqual(WHOLE);
  expect(scanOffers.of(untried[0].result.blob)).toEqual({ mrc: 3, ink: 9 });
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
  expect(scanOffers.of(untried[0].result.blob)).toBeUndefined();
});
