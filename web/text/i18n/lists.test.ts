import { expect, test } from 'vitest';
import { createLists } from './lists.ts';

test.each([
  ['en', false, 'a.pdf, b.pdf, and c.pdf', 'a.pdf, b.pdf, c.pdf'],
  ['de', false, 'a.pdf, b.pdf und c.pdf', 'a.pdf, b.pdf, c.pdf'],
  ['ja', false, 'a.pdf、b.pdf、c.pdf', 'a.pdf、b.pdf、c.pdf'],
  ['zh-CN', false, 'a.pdf、b.pdf和c.pdf', 'a.pdf、b.pdf、c.pdf'],
  // Latin names keep their direction.
  [
    'ar',
    true,
    '\u2068a.pdf\u2069 و\u2068b.pdf\u2069 و\u2068c.pdf\u2069',
    '\u2068a.pdf\u2069 و\u2068b.pdf\u2069 و\u2068c.pdf\u2069',
  ],
] as const)('lists are written as in %s', (locale, isRightToLeft, list, series) => {
  const { listText, seriesText } = createLists(locale, isRightToLeft);
  const names = ['a.pdf', 'b.pdf', 'c.pdf'];
  expect(listText(names)).toBe(list);
  expect(seriesText(names)).toBe(series);
  expect(listText(names.slice(0, 1))).toContain('a.pdf');
  expect(listText([])).toBe('');
});
