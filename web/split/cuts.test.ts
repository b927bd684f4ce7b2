import { expect, test } from 'vitest';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import {
  balancedCuts,
  betterCut,
  chapterCuts,
  lostLinks,
  movedCut,
  regularCuts,
  withAnotherCut,
} from './cuts.ts';

const EVEN: SplitPlan = { pageBytes: new Array<number>(20).fill(100), chapters: [], links: [] };

test('parts are balanced', () => {
  expect(balancedCuts(EVEN, 2)).toEqual([10]);
  expect(balancedCuts(EVEN, 4)).toEqual([5, 10, 15]);
  expect(balancedCuts({ ...EVEN, pageBytes: [900, 100, 100, 100] }, 2)).toEqual([1]);
  expect(balancedCuts({ ...EVEN, pageBytes: [1, 1, 900] }, 3)).toEqual([1, 2]);
});

test('a cut moves a little to lose fewer links, or to a chapter, and not far', () => {
  const linked = { ...EVEN, links: [{ from: 10, to: 11 }] };
  expect(balancedCuts(linked, 2)).toEqual([9]);
  expect(balancedCuts({ ...EVEN, chapters: [{ page: 12, title: 'Two' }] }, 2)).toEqual([11]);
  expect(balancedCuts({ ...EVEN, chapters: [{ page: 14, title: 'Far' }] }, 2)).toEqual([10]);
});

test('chapters and numbers of pages give cuts', () => {
  const chapters = [1, 8, 15].map((page) => ({ page, title: '' }));
  expect(chapterCuts({ ...EVEN, chapters })).toEqual([7, 14]);
  expect(regularCuts(EVEN, 6)).toEqual([6, 12, 18]);
  expect(regularCuts(EVEN, 10)).toEqual([10]);
  expect(regularCuts(EVEN, 20)).toEqual([]);
});

test('another cut halves the heaviest part, a moved one stays between its neighbors', () => {
  expect(withAnotherCut(EVEN, [4])).toEqual([4, 12]);
  expect(withAnotherCut({ ...EVEN, pageBytes: [5] }, [])).toEqual([]);
  expect(movedCut(EVEN, [4, 12], 0, 15)).toEqual([11, 12]);
  expect(movedCut(EVEN, [4, 12], 1, 40)).toEqual([4, 19]);
});

test('links between parts are lost, those within one are not', () => {
  const links = [
    { from: 1, to: 20 },
    { from: 5, to: 4 },
    { from: 9, to: 3 },
  ];
  expect(lostLinks({ ...EVEN, links }, [4])).toBe(3);
  expect(lostLinks({ ...EVEN, links }, [10])).toBe(1);
  expect(lostLinks({ ...EVEN, links }, [])).toBe(0);
});

test('near a cut that loses links another one is named that loses fewer', () => {
  const links = [
    { from: 10, to: 11 },
    { from: 3, to: 18 },
  ];
  expect(betterCut({ ...EVEN, links }, [10])).toEqual({ cut: 8, lost: 1 });
  expect(betterCut({ ...EVEN, links }, [9])).toBeNull();
  expect(betterCut({ ...EVEN, links }, [5, 10])).toBeNull();
});
