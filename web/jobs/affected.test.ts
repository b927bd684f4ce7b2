import { describe, expect, test } from 'vitest';
import { type CompressOptions, type CompressReport, DEFAULT_OPTIONS, PRESETS } from '../../shared/index.ts';
import { imageReport } from '../testing/inspections.ts';
import { jobOf, states, unchangedReport } from '../testing/jobs.ts';
import { isAffected, isAffectedByBudget, isMeasuredAnew, withLimitOf } from './affected.ts';
import type { Job } from './job.ts';

/** A result of 500 bytes with one image, made with these options. */
function doneWith(options: Partial<CompressOptions>, report: Partial<CompressReport> = {}): Job {
  const state = states.done({ images: [imageReport(1)], ...report });
  return jobOf(1, state.kind === 'done' ? sized(state, 500) : state, {
    options: { ...DEFAULT_OPTIONS, ...options },
  });
}

function sized(state: Extract<Job['state'], { kind: 'done' }>, bytes: number): Job['state'] {
  return { kind: 'done', result: { ...state.result, blob: new Blob([new Uint8Array(bytes)]) } };
}

const asked = (options: Partial<CompressOptions>): CompressOptions => ({ ...DEFAULT_OPTIONS, ...options });
const sharpness = { quality: 40, dpi: 100 };

describe('another setting concerns', () => {
  test.each<[string, Job, CompressOptions, boolean]>([
    ['nothing where it is the same', doneWith({}), asked({}), false],
    ['a file with images', doneWith({}), asked({ quality: 50 }), true],
    ['no file without images', doneWith({}, { images: [] }), asked({ quality: 50 }), false],
    [
      'text too, where it rounds coordinates',
      doneWith({}, { images: [] }),
      asked({ roundCoordinates: true }),
      true,
    ],
    [
      'no damaged file that stays as it is, whatever is in it',
      doneWith({}, { unchanged: true, warnings: ['damaged-kept'] }),
      asked({ quality: 50 }),
      false,
    ],
    ['no signed file', jobOf(1, { kind: 'done', result: signed() }), asked({ quality: 50 }), false],
    [
      'no file with options of its own',
      { ...doneWith({}), hasOwnOptions: true },
      asked({ quality: 5 }),
      false,
    ],
    ['no locked file', jobOf(1, states.locked), asked({ quality: 5 }), false],
    ['a cancelled one', jobOf(1, states.cancelled), asked({ quality: 5 }), true],
  ])('%s', (_, job, options, expected) => {
    expect(isAffected(job, options)).toBe(expected);
  });
});

describe('another limit concerns', () => {
  const fitted = (bytes: number) =>
    doneWith({ targetSize: bytes }, { target: { requestedSize: bytes, size: 500, applied: sharpness } });
  const missed = doneWith({ targetSize: 100 }, { target: { requestedSize: 100, size: 500 } });
  test.each<[string, Job, number, boolean]>([
    ['what is too large for it', doneWith({}), 400, true],
    ['nothing that fits as it is', doneWith({}), 600, false],
    ['nothing that fits, when it is taken away', doneWith({ targetSize: 600 }), 0, false],
    ['what was made coarse, when it is taken away', fitted(500), 0, true],
    ['what was made coarse, when there is more room', fitted(500), 800, true],
    ['nothing that fits into less room, too', fitted(700), 600, false],
    ['nothing that missed a larger one', missed, 50, false],
    ['what missed a smaller one and may fit now', missed, 300, true],
  ])('%s', (_, job, targetSize, expected) => {
    expect(isAffected(job, { ...job.options, targetSize })).toBe(expected);
  });

  test('is taken over by files that stay as they are', () => {
    expect(withLimitOf(doneWith({}), asked({ targetSize: 600 })).options.targetSize).toBe(600);
    expect(withLimitOf(doneWith({}), asked({ quality: 5 })).options.quality).toBe(75);
  });
});

describe('a new limit measures anew', () => {
  test.each<[string, Job, number, number, boolean]>([
    ['a document without images', doneWith({}, { images: [] }), 600, 0, true],
    ['all files together', doneWith({}), 0, 900, true],
    ['no file with the same limits', { ...doneWith({ targetSize: 600 }), budget: 900 }, 600, 900, false],
    [
      'no share of the same budget',
      { ...doneWith({ targetSize: 400 }), budget: 900, hasAllocatedBudget: true },
      0,
      900,
      false,
    ],
    ['no file with options of its own', { ...doneWith({}), hasOwnOptions: true }, 600, 0, false],
    ['no file without a result', jobOf(1, states.damaged), 600, 0, false],
  ])('%s', (_, job, targetSize, budget, expected) => {
    expect(isMeasuredAnew(job, asked({ targetSize }), budget)).toBe(expected);
  });
});

describe('under a limit that is met', () => {
  const met = doneWith({ ...PRESETS.balanced, targetSize: 600 });
  test('softer settings change nothing', () => {
    expect(isAffected(met, { ...PRESETS.small, cropHidden: false, mrc: 'fit', targetSize: 600 })).toBe(false);
  });
  test.each([
    ['sharper ones', { ...PRESETS.sharp, targetSize: 600 }],
    ['hidden parts', { ...PRESETS.balanced, targetSize: 600, cropHidden: true }],
    ['gray', { ...PRESETS.balanced, targetSize: 600, grayscale: true }],
    ['metadata', { ...PRESETS.balanced, targetSize: 600, stripMetadata: false }],
  ])('%s do', (_, options) => {
    expect(isAffected(met, options)).toBe(true);
  });
});

function signed() {
  const report = unchangedReport({ warnings: ['signed'] });
  return { blob: new Blob(['x']), report, elapsedMs: 1, isSaved: false };
}

describe('one size for all files concerns', () => {
  const shared = { ...doneWith({ targetSize: 400 }), budget: 900, hasAllocatedBudget: true };
  test.each<[string, Job, number, boolean]>([
    ['a file with images', doneWith({}), 900, true],
    ['no file without images', doneWith({}, { images: [] }), 900, false],
    ['no file where it is the same as before', shared, 900, false],
    ['what has a share of another size', shared, 800, true],
    ['what has a share, where none is asked any more', shared, 0, true],
    ['no file with options of its own', { ...doneWith({}), hasOwnOptions: true }, 900, false],
    ['nothing that is not done', jobOf(1, states.damaged), 900, false],
  ])('%s', (_, job, budget, is) => {
    expect(isAffectedByBudget(job, budget)).toBe(is);
  });
});
