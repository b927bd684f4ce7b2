import { expect, test } from 'vitest';
import { pageProof } from '../testing/proofs.ts';
import { barHeight, barsOf, labelledBars } from './bars.ts';

const proofs = (scores: Readonly<Record<number, number>>) =>
  new Map(
    Object.entries(scores).map(([page, similarity]) => [
      Number(page),
      { ...pageProof(Number(page)), similarity },
    ]),
  );

test('each page has a bar, also before it is compared', () => {
  expect(barsOf(2, proofs({ 2: 0.97 }))).toEqual([
    { first: 1, last: 1, lowest: null },
    { first: 2, last: 2, lowest: pageProof(2, { similarity: 0.97 }) },
  ]);
});

test('pages of a long document share bars, and the worst of them counts', () => {
  const bars = barsOf(619, proofs({ 1: 1, 3: 0.91, 6: 0.99, 619: 0.5 }));
  expect(bars.length).toBeLessThanOrEqual(120);
  expect(bars[0]).toEqual({ first: 1, last: 6, lowest: pageProof(3, { similarity: 0.91 }) });
  expect(bars.at(-1)).toMatchObject({ last: 619, lowest: { page: 619 } });
});

test('a page with another digit is the worst of its bar, however alike the rest of it is', () => {
  const spot = { left: 0.5, top: 0.5, right: 0.51, bottom: 0.51 };
  const pages = [pageProof(1, { similarity: 0.97, spot: null }), pageProof(2, { similarity: 0.99, spot })];
  const [bar] = barsOf(240, new Map(pages.map((page) => [page.page, page])));
  expect(bar?.lowest?.page).toBe(2);
});

test('labels go to the worst pages, and never over each other', () => {
  const low = { 10: 0.94, 11: 0.9, 60: 0.93 };
  const worstFirst = [11, 60, 10].map((page) => ({
    ...pageProof(page),
    similarity: low[page as 10 | 11 | 60],
  }));
  expect([...labelledBars(barsOf(100, proofs(low)), worstFirst)]).toEqual([10, 59]);
});

test.each([
  [1, 1],
  [0.95, 0.5],
  [0.9, 0.02],
  [0.2, 0.02],
])('a similarity of %d is %d high', (similarity, height) => {
  expect(barHeight(similarity)).toBeCloseTo(height);
});
