import { expect, test } from 'vitest';
import { fileAt, pageAt, sectionOf } from './parts.ts';

test.each([
  ['/', 'list'],
  ['/f/3', 'file'],
  ['/compare', 'compare'],
  ['/how-files-are-checked', 'checks'],
  ['/privacy', 'privacy'],
  ['/app', 'app'],
  ['/nonsense', 'unknown'],
  ['/f/zero', 'unknown'],
  ['/f/0', 'unknown'],
])('%s is the page "%s"', (path, page) => {
  expect([sectionOf(path), pageAt(path)]).toEqual(['compress', page]);
});

test.each([
  ['/dashboard/keys', 'dashboard'],
  ['/sign-in', 'dashboard'],
  ['/docs/errors', 'docs'],
  ['/docsify', 'compress'],
  ['/dashboards', 'compress'],
])('%s belongs to the section %s', (path, part) => {
  expect(sectionOf(path)).toBe(part);
});

test('a file is named by its number', () => {
  expect([fileAt('/f/12'), fileAt('/f/012'), fileAt('/')]).toEqual([12, null, null]);
});
