import { expect, test } from 'vitest';
import { isKeyName } from './rules.ts';

test.each([
  ['Rechnungen 2026', true],
  ['Поиск', true],
  ['مشروع', true],
  ['👩‍💻', true],
  [' ', false],
  ['two\nlines', false],
  ['txt.\u202Efdp', false],
  ['\u2066hidden', false],
  ['\u200Fturned', false],
  ['x'.repeat(101), false],
])('%j as the name of a key: %s', (name, isOne) => {
  expect(isKeyName(name)).toBe(isOne);
});
