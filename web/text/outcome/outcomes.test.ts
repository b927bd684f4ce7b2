import { describe, expect, test } from 'vitest';
import { imageReport } from '../../testing/inspections.ts';
import { reportOf, unchangedReport } from '../../testing/jobs.ts';
import { outcomeText } from './outcomes.ts';

const smaller = imageReport(1);
const kept = imageReport(1, { outcome: { kind: 'kept', reason: 'already-small' } });
const unread = imageReport(1, { outcome: { kind: 'kept', reason: 'damaged-data' } });

test('how much a file is over its limit wins over other badges', () => {
  const report = reportOf({ warnings: ['target-missed', 'low-resolution-scan'] });
  const { badge, line } = outcomeText(report, { overBy: 1_300_000 });
  expect(badge).toEqual({ text: 'Over by 1.3\u00a0MB', tone: 'warn' });
  expect(line).toContain('Small print');
});

test('images are counted as the page of the file counts them: a soft mask is part of its image', () => {
  const mask = { ...smaller, object: 2, softMask: true };
  expect(outcomeText(reportOf({ images: [smaller, mask] })).line).toBe('3 pages · 1 image made smaller');
});

test.each([
  ['signed', 'Signed, over by 1.3\u00a0MB'],
  ['damaged-kept', 'Damaged, over by 1.3\u00a0MB'],
] as const)('a file that is kept as %s says that it is over its limit, too', (warning, text) => {
  const report = unchangedReport({ warnings: [warning, 'target-missed'] });
  expect(outcomeText(report, { overBy: 1_300_000 }).badge).toEqual({ text, tone: 'warn' });
  // The advice stands below the row.
  expect(outcomeText(report, { overBy: 1_300_000 }).line).not.toContain('Try downloading it again');
});

test('a damaged file without its damaged pages, as chosen, is no warning', () => {
  const report = unchangedReport({ warnings: ['damaged-kept', 'target-missed'] });
  expect(outcomeText(report, { taken: 'pages', leftOutPages: 2 })).toEqual({
    badge: { text: 'Damaged', tone: 'plain' },
    line: '1 page',
  });
});

describe('a smaller file', () => {
  test.each([
    [[], '3 pages · structure optimized'],
    [[kept], '3 pages · structure optimized, images unchanged'],
    [[smaller], '3 pages · 1 image made smaller'],
    [[smaller, kept, kept], '3 pages · 1 of 3 images made smaller'],
  ])('with images %# says "%s"', (images, line) => {
    expect(outcomeText(reportOf({ images }))).toEqual({ badge: null, line });
  });

  test('that is still PDF/A says so', () => {
    const document = { ...reportOf().document, pages: 1, pdfA: '3a' };
    expect(outcomeText(reportOf({ document, images: [smaller] }))).toEqual({
      badge: { text: 'PDF/A-3a', tone: 'plain' },
      line: '1 page · 1 image made smaller, still PDF/A',
    });
  });

  test('with an image that could not be read warns', () => {
    expect(outcomeText(reportOf({ images: [smaller, unread] }))).toEqual({
      badge: { text: '1 warning', tone: 'warn' },
      line: '3 pages · One image couldn’t be read, so it was kept unchanged.',
    });
  });

  test('that was damaged names the pages that are not whole', () => {
    const report = reportOf({ warnings: ['repaired'], damage: { pages: [2], missingPages: 0 } });
    expect(outcomeText(report).line).toContain('Page 2 can’t be fully read. Try downloading it again');
  });

  test('tells each warning; what somebody chose is told and is none', () => {
    const { badge, line } = outcomeText(reportOf({ warnings: ['signatures-broken', 'repaired'] }));
    expect(badge).toEqual({ text: '1 warning', tone: 'warn' });
    expect(line).toContain('signature is no longer valid');
    expect(line).toContain('damaged');
    const chosen = outcomeText(reportOf({ warnings: ['attachments-removed'] }));
    expect(chosen).toEqual({ badge: null, line: '3 pages · Attachments removed.' });
    const said = outcomeText(reportOf({ warnings: ['attachments-removed'] }), { taken: 'attachments' });
    expect(said.line).not.toContain('Attachments');
  });
});

describe('a file that stayed as it was', () => {
  test('is already small', () => {
    expect(outcomeText(unchangedReport())).toEqual({
      badge: { text: 'Original kept', tone: 'plain' },
      line: 'Already as small as we can make it.',
    });
  });

  test('may be signed, and then can be compressed anyway', () => {
    const report = unchangedReport({ warnings: ['signed'] });
    expect(outcomeText(report)).toEqual({
      badge: { text: 'Signed', tone: 'plain' },
      line: 'Left unchanged. Compressing would break the signature.',
    });
  });

  test('is not said to be over its limit where the headline says so', () => {
    const report = unchangedReport({ warnings: ['signed'] });
    const badge = (isOverToldAbove: boolean) => outcomeText(report, { overBy: 9000, isOverToldAbove }).badge;
    expect(badge(false)?.text).toBe('Signed, over by 9.0\u00a0KB');
    expect(badge(true)).toEqual({ text: 'Signed', tone: 'plain' });
    expect(outcomeText(reportOf(), { overBy: 9000, isOverToldAbove: true }).badge).toBeNull();
    const damaged = unchangedReport({ warnings: ['damaged-kept'] });
    expect(outcomeText(damaged, { overBy: 9000, isOverToldAbove: true }).line).not.toContain('fresh copy');
  });

  test('may be too damaged to be rewritten', () => {
    const { badge, line } = outcomeText(unchangedReport({ warnings: ['repaired', 'damaged-kept'] }));
    expect(badge).toEqual({ text: 'Damaged', tone: 'warn' });
    expect(line).toContain('We don’t guess');
  });

  test('says which pages a damaged one lacks something of, and what may help', () => {
    const damage = { pages: [3, 11, 12, 13], missingPages: 2 };
    const { line } = outcomeText(unchangedReport({ warnings: ['repaired', 'damaged-kept'], damage }));
    expect(line).toContain(
      'Pages 3, 11–13 can’t be fully read. 2 pages are missing. Try downloading it again',
    );
  });

  test('may have come back because of the check', () => {
    const { badge, line } = outcomeText(unchangedReport({ warnings: ['verification-failed'] }));
    expect(badge).toEqual({ text: 'Original kept', tone: 'warn' });
    expect(line).toContain('check found a difference');
  });
});
