import { expect, test } from 'vitest';
import { type CompressReport, DEFAULT_OPTIONS } from '../../shared/index.ts';
import { imageReport } from '../testing/inspections.ts';
import { jobOf, reportOf, states, unchangedReport } from '../testing/jobs.ts';
import { fitOf, overBy, overReason } from './fit.ts';
import type { Job } from './job.ts';

const WEIGHTS = {
  images: 0,
  fonts: 0,
  content: 0,
  attachments: 0,
  metadata: 0,
  structure: 0,
  other: 0,
  unused: 0,
};

function job(bytes: number, report: Partial<CompressReport> = {}, targetSize = 1000): Job {
  const result = {
    blob: new Blob([new Uint8Array(bytes)]),
    report: report.unchanged ? unchangedReport(report) : reportOf(report),
    elapsedMs: 1,
    isSaved: false,
  };
  return jobOf(1, { kind: 'done', result }, { options: { ...DEFAULT_OPTIONS, targetSize } });
}

/** A result with these parts. */
function missed(parts: Partial<typeof WEIGHTS>, report: Partial<CompressReport> = {}): Job {
  const bytes = { ...WEIGHTS, ...parts };
  const all = Object.values(bytes).reduce((sum, part) => sum + part, 0);
  return job(all, {
    target: { requestedSize: 1000, size: all, missed: { sizes: bytes, attachments: 3 } },
    ...report,
  });
}

test('files are counted against the limit they were made for', () => {
  expect(fitOf([job(500), job(1500), jobOf(3, states.locked), jobOf(4, states.waiting)])).toEqual({
    limit: 1000,
    counted: 2,
    over: 1,
  });
  expect(fitOf([job(500, {}, 0)])).toBeNull();
  expect(fitOf([job(500), job(1500, {}, 2000)])).toEqual({ limit: null, counted: 2, over: 0 });
  expect([overBy(job(1500)), overBy(job(500))]).toEqual([500, 0]);
});

test.each([
  [
    'a signed file',
    job(1500, { unchanged: true, warnings: ['signed', 'target-missed'] }),
    { kind: 'signed' },
  ],
  [
    'one that became smaller around its damage',
    job(1500, { warnings: ['around-damage'], damage: { pages: [2], missingPages: 0 } }),
    { kind: 'damaged', pages: [2] },
  ],
  [
    'a damaged one',
    job(1500, { unchanged: true, warnings: ['damaged-kept'] }),
    { kind: 'damaged', pages: [] },
  ],
  [
    'attachments, without which it would fit',
    missed({ images: 900, attachments: 600 }),
    { kind: 'attachments', count: 3, bytes: 600, rest: 900 },
  ],
  [
    'images that could not become smaller',
    missed({ images: 900, fonts: 600 }, { images: [imageReport(1), imageReport(2, { softMask: true })] }),
    { kind: 'images', count: 1, bytes: 900, floorDpi: 72 },
  ],
  ['fonts', missed({ fonts: 2000, content: 1500 }), { kind: 'fonts', bytes: 2000 }],
  ['text', missed({ fonts: 1200, content: 1500 }), { kind: 'text', pages: 3 }],
  ['nothing that is known', job(1500, { images: [imageReport(1)] }), { kind: 'unknown' }],
  ['text, where the limit came after the run', job(1500), { kind: 'text', pages: 3 }],
])('over because of %s', (_, given, reason) => {
  expect(overReason(given)).toEqual(reason);
});

test('what fits has no reason', () => {
  expect(overReason(job(1000))).toBeNull();
});
