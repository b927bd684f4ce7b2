import { expect, test } from 'vitest';
import { isBuilt } from './build.mjs';

test.each([
  ['shared/compress.ts', true],
  ['web/index.html', true],
  ['shared/compress.test.ts', false],
  ['shared/testing/host.ts', false],
  // A type check before or during a build does not make it stale.
  ['shared/tsconfig.tsbuildinfo', false],
  ['library/browser/tsconfig.tsbuildinfo', false],
])('what makes a build stale: %s, %s', (file, makesStale) => {
  expect(isBuilt(file)).toBe(makesStale);
});
