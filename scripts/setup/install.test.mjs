import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../checks/boundaries.mjs';
import { ROOT } from '../project.mjs';
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

test.each(['scripts/test.mjs', 'scripts/run.mjs', 'scripts/start.mjs'])(
  '%s installs packages before it asks for one',
  (script) => {
    const [, command] = importsOf(script, read(script));
    expect(command?.target).toMatch(/\.mjs$/);
    expect(packagesAtStart(command?.target ?? '')).toEqual([]);
  },
);

/**
 * Packages that a module and its static imports use.
 *
 * @param {string} script
 * @returns {string[]}
 */
function packagesAtStart(script, seen = new Set()) {
  if (seen.has(script)) return [];
  seen.add(script);
  return importsOf(script, read(script))
    .filter(({ isLate, target }) => !isLate && !target.startsWith('node:'))
    .flatMap(({ target }) =>
      target.endsWith('.mjs') ? packagesAtStart(target, seen) : [`${script}: ${target}`],
    );
}

/** @param {string} script */
function read(script) {
  return readFileSync(join(ROOT, script), 'utf8');
}
