import { expect, test } from 'vitest';
import { hasEveryPackage } from './install.mjs';

const LOCK = {
  '': { version: '1.0.0' },
  'node_modules/alpha': { version: '1.2.3' },
  'node_modules/beta-darwin': { version: '2.0.0', optional: true },
};

test.each([
  ['all there', { 'node_modules/alpha': { version: '1.2.3' } }, true],
  ['another version', { 'node_modules/alpha': { version: '1.2.2' } }, false],
  ['one missing', {}, false],
  [
    'an optional one in another version',
    { 'node_modules/alpha': { version: '1.2.3' }, 'node_modules/beta-darwin': { version: '1.9.0' } },
    false,
  ],
])('compares what is installed with the lock file: %s', (_name, installed, complete) => {
  expect(hasEveryPackage(LOCK, installed)).toBe(complete);
});
