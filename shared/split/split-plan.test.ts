import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { dividedFile, PICTURE_BYTES } from '../testing/documents/divided-file.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { splitAtPages, splitDocument } from './split-document.ts';
import { splitPlan } from './split-plan.ts';

const SETTINGS = { limits: DEFAULT_LIMITS, breakSignatures: false };
const PAGES = 7;
const file = dividedFile(PAGES, [500]);

test('a plan tells where chapters begin, which pages links join, and what pages weigh', async () => {
  const { pageBytes, chapters, links } = await splitPlan(file, SETTINGS);
  expect(pageBytes).toHaveLength(PAGES);
  for (const bytes of pageBytes) expect(Math.abs(bytes - PICTURE_BYTES)).toBeLessThan(3000);
  // The single bookmark above all others is no chapter.
  expect(chapters.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const lostAfter2 = links.filter(({ from, to }) => from <= 2 !== to <= 2);
  const parts = await splitAtPages(file, [2], SETTINGS);
  expect(parts.reduce((sum, { removedLinks }) => sum + removedLinks, 0)).toBe(lostAfter2.length);
});

test('cuts by hand give these pages, in files that the weights predict, with the attachments in the first', async () => {
  const { pageBytes } = await splitPlan(file, SETTINGS);
  const parts = await splitAtPages(file, [2, 6], SETTINGS);
  expect(parts.map(({ firstPage, lastPage, attachments }) => [firstPage, lastPage, attachments])).toEqual([
    [1, 2, 1],
    [3, 6, 0],
    [7, 7, 0],
  ]);
  for (const { bytes, firstPage, lastPage } of parts) {
    const predicted = pageBytes.slice(firstPage - 1, lastPage).reduce((sum, own) => sum + own, 0);
    expect(Math.abs(bytes.length - predicted)).toBeLessThan(bytes.length * 0.1);
  }
});

test('cuts where a limit cuts give the same bytes', async () => {
  const byLimit = await splitDocument(file, 3 * PICTURE_BYTES + 12_000, SETTINGS);
  const cuts = byLimit.slice(0, -1).map(({ lastPage }) => lastPage);
  expect(await splitAtPages(file, cuts, SETTINGS)).toEqual(byLimit);
});

test('what cannot be split has no plan, and the reason', async () => {
  const file = onePage(new FileBuilder(), 'q Q')
    .object(1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /XFA (form) >> >>')
    .table('/Root 1 0 R')
    .build();
  await expect(splitPlan(file, SETTINGS)).rejects.toMatchObject({
    problem: { code: 'cannot_split', reason: 'xfa-form' },
  });
});
