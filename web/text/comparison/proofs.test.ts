import { expect, test } from 'vitest';
import { reportOf } from '../../testing/jobs.ts';
import { pageProof } from '../../testing/proofs.ts';
import type { DiffState } from '../../visual-diff/proof.ts';
import { outcomeText } from '../outcome/outcomes.ts';
import { proofText, worstSentence } from './proofs.ts';

const done = (...similarities: number[]): DiffState => ({
  kind: 'done',
  pages: similarities.map((similarity, index) => pageProof(index + 1, { similarity })),
});

test.each<[string, DiffState, string | null, string | null]>([
  ['nothing was compared', { kind: 'none' }, null, null],
  ['it was begun and left', { kind: 'partial', pages: [pageProof(1)], total: 3 }, null, null],
  [
    'it is being compared',
    { kind: 'running', pages: [pageProof(1)], total: 3 },
    null,
    'Comparing page 2 of 3',
  ],
  ['all is equal', done(1, 1), null, 'Looks the same, 100'],
  ['it is cut, not rounded', done(0.9996), null, 'Looks the same, 99.9'],
  ['the limit of the same', done(0.98), null, 'Looks the same, 98.0'],
  ['one page is softer', done(1, 0.968), null, 'Slightly softer, 96.8 on page 2'],
  ['the only page is softer', done(0.968), null, 'Slightly softer, 96.8'],
  [
    'a page is different',
    done(1, 0.912, 0.94),
    'Check it',
    'Page 2 looks softer (91.2). Compare before sending.',
  ],
  [
    'a page could not be drawn',
    { kind: 'failed', pages: [] },
    'Not compared',
    'Smaller, but the pages were not compared.',
  ],
])('%s', (_, proof, badge, line) => {
  const text = proofText(proof);
  expect(text?.badge?.text ?? null).toBe(badge);
  expect(text?.line ?? null).toBe(line);
});

test('text that reads differently comes before a good score', () => {
  const proof: DiffState = { kind: 'done', pages: [pageProof(1), pageProof(4, { isTextEqual: false })] };
  expect(proofText(proof)).toMatchObject({
    badge: { text: 'Check it' },
    line: 'Text differs on page 4. Compare before sending.',
  });
});

test('a row tells the pages and what comparing them came to', () => {
  expect(outcomeText(reportOf(), { proof: done(0.994) })).toEqual({
    badge: null,
    line: '3 pages · Looks the same, 99.4',
  });
  const pdfA = reportOf({ document: { ...reportOf().document, pdfA: '2b' } });
  expect(outcomeText(pdfA, { proof: done(0.994) }).badge).toEqual({ text: 'PDF/A-2b', tone: 'plain' });
  expect(outcomeText(pdfA, { proof: done(0.9) }).badge).toEqual({ text: 'Check it', tone: 'warn' });
});

test.each([
  [done(1), 'Every pixel is identical.'],
  [done(0.99), 'It looks the same at normal size.'],
  [done(0.96), 'It looks slightly softer.'],
  [done(0.9), 'It looks different. Compare before sending.'],
  [done(0.9, 0.8), '2 pages look different. Compare before sending.'],
])('under the score: %o', (proof, sentence) => {
  expect(worstSentence(proof.kind === 'done' ? proof.pages : [])).toBe(sentence);
});

test('equal pages say nothing of those that are not compared yet', () => {
  const page = { page: 1, similarity: 1, worstSpot: null, words: 0, isTextEqual: true, isSizeEqual: true };
  expect(worstSentence([page], 4)).toBe('Same so far, 1 of 4');
  expect(worstSentence([page], 1)).toBe('Every pixel is identical.');
});
