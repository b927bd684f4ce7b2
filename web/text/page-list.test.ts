import { expect, test } from 'vitest';
import { pageList } from './page-list.ts';

test.each([
  [[3], '3'],
  [[1, 2], '1–2'],
  [[3, 11, 12, 13, 14, 17], '3, 11–14, 17'],
  [[1, 3, 5, 7, 9, 11, 13], '1, 3, 5, 7, 9, 11, …'],
])('%j are named as %s', (pages, text) => {
  expect(pageList(pages)).toBe(text);
});
